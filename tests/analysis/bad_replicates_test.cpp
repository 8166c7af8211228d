#include "bad_replicates.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "simulated_run.hpp"

namespace tracetoll {
namespace {

// Sixteen processes; `scale` multiplies the time of `variant` in process 5.
std::vector<BadReplicate> found_with(const std::string& variant, double scale,
                                     double layout_sd = 0.02) {
  SimulatedRun run;
  run.workloads = {{"w", 10}};
  run.layouts = 16;
  run.layout_sd = layout_sd;
  Samples samples = simulate(run);
  for (Block& block : samples.blocks) {
    if (block.replicate == 5 && block.variant == variant) block.cpu_ns *= scale;
  }
  return find_bad_replicates("w", process_ratios(samples.blocks, Clock::kCpu));
}

// The founding case: 1 process of 16, one variant, 4 times slower throughout.
TEST(BadReplicates, FourTimesSlowerIsNamed) {
  const auto bad = found_with("call", 4);
  ASSERT_EQ(bad.size(), 1u);
  EXPECT_EQ(bad[0].replicate, 5);
  EXPECT_EQ(bad[0].layout, 6);
  EXPECT_EQ(bad[0].variant, "call");
  EXPECT_NEAR(bad[0].factor, 4, 0.5);
}

// Symmetric: only naming the slow ones would be choosing the answer.
TEST(BadReplicates, FourTimesFasterIsNamedToo) {
  const auto bad = found_with("call", 0.25);
  ASSERT_EQ(bad.size(), 1u);
  EXPECT_NEAR(bad[0].factor, 0.25, 0.02);
}

// A slow baseline makes every variant look fast: it is the one to name, once.
TEST(BadReplicates, SlowBaselineIsNotBlamedOnTheOthers) {
  const auto bad = found_with("none", 4);
  ASSERT_EQ(bad.size(), 1u);
  EXPECT_EQ(bad[0].variant, "none");
  EXPECT_NEAR(bad[0].factor, 4, 0.5);
}

// Ordinary layout luck, 3 % SD and a range of 15 %, is no news.
TEST(BadReplicates, LayoutsAreNotBad) {
  EXPECT_TRUE(found_with("call", 1, 0.03).empty());
  EXPECT_TRUE(found_with("call", 1.1, 0).empty());
}

// The median of three processes is one of them: nothing can be said.
TEST(BadReplicates, FewProcessesAreNotJudged) {
  SimulatedRun run;
  run.workloads = {{"w", 10}};
  run.layouts = 3;
  Samples samples = simulate(run);
  samples.blocks[0].cpu_ns *= 4;
  EXPECT_TRUE(find_bad_replicates("w", process_ratios(samples.blocks, Clock::kCpu)).empty());
}

}  // namespace
}  // namespace tracetoll
