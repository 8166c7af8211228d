#include <gtest/gtest.h>

#include <sstream>

#include "compare.hpp"
#include "compared_runs.hpp"

namespace tracetoll {
namespace {

// Everything a reader sees: a change here is to be looked at by a person, then copied.
TEST(CompareText, Golden) {
  EXPECT_EQ("\n" + compare_text(small_comparison()), R"(
REGRESSION (UNLIKE RUNS, see the notes): 1 effect slower by more than 1 point: select_500 call +3.26
  points [+2.46, +4.07]; of 2 effects, 1 resolved slower, 0 resolved faster, 1 not resolved (its
  interval reaches at most 1.5 points from 0).

OLD  old.jsonl: tracetoll 0.1.0: g++ 12.2.0 -O2 on Simulated CPU; 6 layouts, 6 replicates
     (processes), 18 rounds in 12.5 s
NEW  new.jsonl: tracetoll 0.1.0: g++ 12.2.0 -O2 on Simulated CPU; 6 layouts, 6 replicates
     (processes), 18 rounds

Effects: slow-down against `none` in percent with its 95 % interval across layouts, and the change

select_500
variant                OLD                      NEW                   change in points
anchor               +1.88 [+0.36, +3.39]     +1.70 [+0.75, +2.65]    not resolved [-1.5, +1.1]
call                 +8.73 [+8.04, +9.42]    +11.99 [+11.88, +12.10]          +3.3 [+2.5, +4.1]

Times: CPU time of one operation, and its change. The machine's speed of that hour is in it, which
  no interval within two runs can know: what `none` did stands first.

select_500
variant               OLD us    NEW us  change in percent
none                 11.6316   11.6281  not resolved [-0.9, +0.8]
anchor               11.8489   11.8333  not resolved [-1.2, +1.0]
call                 12.6371   13.0226          +3.1 [+2.0, +4.1]

Notes
  - unlike runs: kernel: 'Linux 6.1' in OLD, 'Linux 6.2' in NEW
  - left out: variants that only NEW has: clobber
  - NEW: the run was killed before its end: this is what it had written
  - NEW: line 91 is cut, as a killed run leaves it: dropped (9 bytes)
  - 2 effects and 3 times were compared. Their intervals are those of Holm's procedure, for effects
    and for times each, of 95 to 98.33 %: if nothing changed, the chance that any change of a family
    is called resolved is 5 %.
)");
}

TEST(CompareText, UnreliableComesFirstAndNamesTheRun) {
  Samples bad = simulate(steady_run(2));
  for (Block& block : bad.blocks) {
    if (block.variant == kBaselineDose) block.cpu_ns /= 1.0625;
  }
  const Samples good = simulate(steady_run(1));
  const std::string old_bad = compare_text(make_comparison(bad, good, {}));
  EXPECT_EQ(old_bad.rfind("UNRELIABLE: OLD FAILED", 0), 0U) << old_bad;
  EXPECT_EQ(old_bad.find("NEW FAILED"), std::string::npos);
  EXPECT_NE(old_bad.find("positive control of open_close"), std::string::npos);
  EXPECT_NE(old_bad.find("(UNRELIABLE, see the top)"), std::string::npos);
  const std::string new_bad = compare_text(make_comparison(good, bad, {}));
  EXPECT_EQ(new_bad.rfind("UNRELIABLE: NEW FAILED", 0), 0U) << new_bad;
}

TEST(CompareText, OpensWithTheVerdict) {
  const auto opening = [](const SimulatedRun& after, CompareOptions options = {}) {
    return compare_text(make_comparison(simulate(steady_run(1)), simulate(after), options));
  };
  EXPECT_EQ(opening(slower_run(2)).rfind("REGRESSION: 2 effects slower: open_close call +", 0), 0U);
  EXPECT_EQ(opening(steady_run(2)).rfind("No regression: of 12 effects, 0 resolved slower", 0), 0U);
  CompareOptions on_time;
  on_time.judged = Judged::kTime;
  const std::string text = opening(steady_run(2), on_time);
  EXPECT_EQ(text.rfind("No regression: of 14 times", 0), 0U) << text;
  EXPECT_NE(text.find("The time of `none` itself: open_close"), std::string::npos) << text;
}

// A change of two layouts has a reason in its place, never a number.
TEST(CompareText, TooFewLayouts) {
  SimulatedRun few = steady_run(2);
  few.layouts = 2;
  const std::string text =
      compare_text(make_comparison(simulate(steady_run(1)), simulate(few), {}));
  EXPECT_NE(text.find("not enough layouts: 16 and 2"), std::string::npos) << text;
  EXPECT_NE(text.find("No verdict"), std::string::npos) << text;
}

void expect_within_columns(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 100U) << line;
    EXPECT_TRUE(line.empty() || line.back() != ' ') << line;
    for (const char c : line) EXPECT_TRUE(c >= 0x20 && c <= 0x7e) << line;
  }
}

TEST(CompareText, AtMost100ColumnsOfAscii) {
  SimulatedRun run = steady_run(1);
  const std::string long_name(150, 'w');
  run.workloads = {{long_name + "1", 1e9}, {long_name + "2", 1e-4}, {"w", 5}};
  run.effects[std::string(150, 'v')] = 1e12;
  run.effects["call"] = 123456;
  run.layout_sd = 2;
  SimulatedRun other = run;
  other.seed = 2;
  other.effects["call"] = 1e11;
  Samples before = simulate(run);
  Samples after = simulate(other);
  after.context.cpu = "CPU\x1b[31m \xc3\xa9" + std::string(300, 'c');
  for (int i = 0; i < 40; ++i) after.context.variants.push_back("more" + std::to_string(i));
  Comparison comparison = make_comparison(before, after, {0, Judged::kBoth, true, 0.05});
  comparison.before.file = std::string(400, '/');
  comparison.after.notes = std::vector<std::string>(50, std::string(300, 'x'));
  const std::string text = compare_text(comparison);
  expect_within_columns(text);
  EXPECT_NE(text.find("more\n"), std::string::npos) << "50 notes are counted, not listed";
  expect_within_columns(compare_text(small_comparison()));
  expect_within_columns(compare_text({}));
}

}  // namespace
}  // namespace tracetoll
