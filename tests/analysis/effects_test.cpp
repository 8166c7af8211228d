#include "effects.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "simulated_run.hpp"
#include "statistics.hpp"

namespace tracetoll {
namespace {

Block block(int replicate, int layout, int round, const char* variant, double ns_per_op) {
  Block result;
  result.replicate = replicate;
  result.layout = layout;
  result.round = round;
  result.workload = "w";
  result.variant = variant;
  result.operations = 10;
  result.cpu_ns = 10 * ns_per_op;
  result.wall_ns = 20 * ns_per_op;
  return result;
}

// Machine speed changes from round to round: only ratios within a round may be used. Here `none`
// doubles between the rounds, and the effect is 10 % in each.
TEST(Effects, RatiosArePairedWithinTheRound) {
  const auto processes = process_ratios({block(0, 1, 0, "none", 100), block(0, 1, 0, "call", 110),
                                         block(0, 1, 1, "none", 200), block(0, 1, 1, "call", 220)},
                                        Clock::kCpu);
  ASSERT_EQ(processes.size(), 1u);
  EXPECT_NEAR(effects_of(processes[0]).at("call"), 10, 1e-9);
  EXPECT_EQ(processes[0].rounds.at("call").size(), 2u);
}

// A round without its baseline, as an interrupted one is, says nothing.
TEST(Effects, RoundWithoutBothIsSkipped) {
  const auto processes = process_ratios({block(0, 1, 0, "none", 100), block(0, 1, 0, "call", 110),
                                         block(0, 1, 1, "call", 900), block(0, 1, 2, "none", 100)},
                                        Clock::kCpu);
  EXPECT_EQ(processes[0].rounds.at("call").size(), 1u);
  EXPECT_NEAR(effects_of(processes[0]).at("call"), 10, 1e-9);
}

// Different operation counts: the figure is per operation, not per block.
TEST(Effects, PerOperation) {
  Block longer = block(0, 1, 0, "call", 110);
  longer.operations *= 3;
  longer.cpu_ns *= 3;
  const auto processes = process_ratios({block(0, 1, 0, "none", 100), longer}, Clock::kCpu);
  EXPECT_NEAR(effects_of(processes[0]).at("call"), 10, 1e-9);
}

// `none` against itself is exactly nothing: contrasts rely on it.
TEST(Effects, BaselineIsExactlyZero) {
  const auto processes = process_ratios({block(0, 1, 0, "none", 123.4)}, Clock::kCpu);
  EXPECT_EQ(effects_of(processes[0]).at("none"), 0);
}

// One process of the four of a layout ran 4 times slower throughout: seen once in 16.
TEST(Effects, OneBadProcessOfALayoutHardlyMoves) {
  SimulatedRun run;
  run.layouts = 3;
  run.processes = 4;
  run.round_sd = 0.002;
  Samples samples = simulate(run);
  for (Block& one : samples.blocks) {
    if (one.replicate % 4 == 1 && one.variant == "call") one.cpu_ns *= 4;
  }
  std::vector<Block> blocks;
  for (const Block& one : samples.blocks) {
    if (one.workload == "select_500") blocks.push_back(one);
  }
  for (const auto& [layout, effects] : effects_by_layout(process_ratios(blocks, Clock::kCpu))) {
    EXPECT_NEAR(effects.at("call"), 9, 0.5) << layout;
  }
}

// Of two processes of a layout, one with three rounds and one with one, all four rounds count: the
// median of 1, 2, 3 and 10 percent, not that of the processes' 2 and 10.
TEST(Effects, RoundsOfALayoutArePooled) {
  std::vector<Block> blocks;
  for (int round = 0; round < 3; ++round) {
    blocks.push_back(block(0, 1, round, "none", 100));
    blocks.push_back(block(0, 1, round, "call", 101 + round));
  }
  blocks.push_back(block(1, 1, 0, "none", 100));
  blocks.push_back(block(1, 1, 0, "call", 110));
  const auto layouts = effects_by_layout(process_ratios(blocks, Clock::kCpu));
  EXPECT_NEAR(layouts.at(1).at("call"), 100 * (std::sqrt(1.02 * 1.03) - 1), 1e-9);
}

// Medians of medians by hand: layout 1 has processes 110 and 130 (median 120), layout 2 has 200.
TEST(Effects, TypicalIsNested) {
  const std::vector<Block> blocks = {block(0, 1, 0, "call", 110), block(1, 1, 0, "call", 130),
                                     block(1, 1, 1, "call", 130), block(2, 2, 0, "call", 200)};
  const auto ns = [](const Block& one) { return ns_per_operation(one, Clock::kCpu); };
  EXPECT_DOUBLE_EQ(*typical(blocks, "call", ns), 160);
  EXPECT_EQ(typical(blocks, "none", ns), std::nullopt);
}

TEST(Effects, WallTimeIsAnotherClock) {
  const Block one = block(0, 1, 0, "call", 110);
  EXPECT_DOUBLE_EQ(ns_per_operation(one, Clock::kWall), 2 * ns_per_operation(one, Clock::kCpu));
}

}  // namespace
}  // namespace tracetoll
