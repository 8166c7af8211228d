#include <gtest/gtest.h>

#include "compare.hpp"
#include "compared_runs.hpp"

namespace tracetoll {
namespace {

TEST(CompareLkp, Golden) {
  EXPECT_EQ("\n" + compare_lkp(small_comparison()), R"(
REGRESSION (UNLIKE RUNS, see the notes): 1 effect slower by more than 1 point: select_500 call +3.26
  points [+2.46, +4.07]; of 2 effects, 1 resolved slower, 0 resolved faster, 1 not resolved (its
  interval reaches at most 1.5 points from 0).

=========================================================================================
runs:
  old.jsonl: tracetoll 0.1.0: g++ 12.2.0 -O2 on Simulated CPU
  new.jsonl: tracetoll 0.1.0: g++ 12.2.0 -O2 on Simulated CPU

old.jsonl        new.jsonl
---------------- ---------------------------
         %stddev     %change         %stddev
             \          |                \
     11632 ±  0%      +0.0%      11628 ±  0%  select_500.none.ns_per_op          not resolved [-0.88, +0.83] %
     85973 ±  0%      +0.0%      85999 ±  0%  select_500.none.per_process_ops    not resolved [-0.82, +0.89] %
     11849 ±  1%      -0.1%      11833 ±  0%  select_500.anchor.ns_per_op        not resolved [-1.2, +1.0] %
     84396 ±  1%      +0.1%      84507 ±  0%  select_500.anchor.per_process_ops  not resolved [-1.0, +1.3] %
      1.88 ± 46%      -0.2        1.70 ± 43%  select_500.anchor.slowdown%        not resolved [-1.5, +1.1] points
     12637 ±  0%      +3.1%      13023 ±  0%  select_500.call.ns_per_op          [+2.0, +4.1] %
     79132 ±  0%      -3.0%      76790 ±  0%  select_500.call.per_process_ops    [-3.91, -2.00] %
      8.73 ±  6%      +3.3       11.99 ±  6%  select_500.call.slowdown%          [+2.46, +4.07] points

# %stddev is the SD across layouts. Behind each name stands the interval of its change, or why there
# is none. The speed of the machine in the hour of each run is in ns_per_op and per_process_ops;
# compare with those of `none`. In slowdown% it cancels.
# unlike runs: kernel: 'Linux 6.1' in OLD, 'Linux 6.2' in NEW
# left out: variants that only NEW has: clobber
# NEW: the run was killed before its end: this is what it had written
# NEW: line 91 is cut, as a killed run leaves it: dropped (9 bytes)
# 2 effects and 3 times were compared. Their intervals are those of Holm's procedure, for effects
#   and for times each, of 95 to 98.33 %: if nothing changed, the chance that any change of a family
#   is called resolved is 5 %.
)");
}

// The columns of the robot, as in
//       66597 ±  3%     -96.6%       2260        will-it-scale.per_process_ops
// where its readers and their scripts look for them.
TEST(CompareLkp, HasTheRobotsColumns) {
  SimulatedRun before = steady_run(1);
  before.workloads = {{"w", 12}};
  before.effects = {{"call", 50}};
  SimulatedRun after = before;
  after.workloads = {{"w", 15}};
  for (SimulatedRun* run : {&before, &after}) run->layout_sd = run->round_sd = 0;
  const std::string text = compare_lkp(make_comparison(simulate(before), simulate(after), {}));
  EXPECT_NE(text.find("\n     12000 ±  0%     +25.0%      15000 ±  0%  w.none.ns_per_op "),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\n     83333 ±  0%     -20.0%      66667 ±  0%  w.none.per_process_ops "),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\n     50.00 ±  0%      +0.0       50.00 ±  0%  w.call.slowdown% "),
            std::string::npos)
      << text;
}

// Without an interval there is no change, and no figure of the run that has too few layouts.
TEST(CompareLkp, AReasonInPlaceOfAChange) {
  SimulatedRun few = steady_run(2);
  few.layouts = 2;
  few.workloads = {{"w", 12}};
  few.effects = {{"call", 9}};
  SimulatedRun enough = few;
  enough.layouts = 3;
  enough.layout_sd = enough.round_sd = 0;
  const std::string text = compare_lkp(make_comparison(simulate(enough), simulate(few), {}));
  const std::string figures = "\n      9.00 ±  0%" + std::string(21, ' ') + "-";
  const std::string name = std::string(8, ' ') + "w.call.slowdown%        ";
  const std::string reason = "not enough replicates: 3 and 2 layouts, of at least 3 each\n";
  EXPECT_NE(text.find(figures + name + reason), std::string::npos) << text;
}

// A spread of many times the figure, as an effect near 0 has, keeps to its column.
TEST(CompareLkp, AHugeSpreadKeepsItsColumn) {
  SimulatedRun before = steady_run(1);
  before.workloads = {{"w", 12}};
  before.effects = {{"anchor", 0}};
  before.layout_sd = 0.004;
  Samples samples = simulate(before);
  for (Block& block : samples.blocks) {
    if (block.variant == "anchor") block.cpu_ns = 1.2e6 * (block.layout % 2 == 0 ? 1.01 : 0.9901);
    if (block.variant == "none") block.cpu_ns = 1.2e6;
  }
  const std::string text = compare_lkp(make_comparison(samples, samples, {}));
  EXPECT_NE(text.find(" ±>1k%"), std::string::npos) << text;
}

}  // namespace
}  // namespace tracetoll
