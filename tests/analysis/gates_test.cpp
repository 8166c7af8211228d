#include "gates.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "simulated_run.hpp"

namespace tracetoll {
namespace {

// Two replicates of three rounds of none, none:copy, none:dose and call; every figure was read, and
// none met a gate.
std::vector<Block> quiet_blocks() {
  SimulatedRun run;
  run.workloads = {{"select_500", 11.6}};
  run.effects = {{"call", 9}};
  run.layouts = 2;
  std::vector<Block> blocks = simulate(run).blocks;
  for (Block& block : blocks) {
    block.loop_ns = 1000;
    block.steal_ns = 0;
  }
  return blocks;
}

Block& block_of(std::vector<Block>& blocks, int replicate, int round, const std::string& variant) {
  return *std::ranges::find_if(blocks, [&](const Block& block) {
    return block.replicate == replicate && block.round == round && block.variant == variant;
  });
}

bool holds_round(const std::vector<Block>& blocks, int replicate, int round) {
  return std::ranges::any_of(blocks, [&](const Block& block) {
    return block.replicate == replicate && block.round == round;
  });
}

std::vector<int> figures(const GateCounts& counts) {
  return {counts.rounds,
          counts.gated,
          counts.switches,
          counts.migrations,
          counts.steal.value_or(-1),
          counts.frequency.value_or(-1)};
}

TEST(Gates, AQuietRunPassesWhole) {
  const Gated gated = apply_gates(quiet_blocks());
  EXPECT_EQ(figures(gated.counts), (std::vector<int>{6, 0, 0, 0, 0, 0}));
  EXPECT_EQ(gated.passed.size(), quiet_blocks().size());
}

struct GateCase {
  const char* name;
  void (*disturb)(Block&);
  std::vector<int> counts;
};

class GateTest : public ::testing::TestWithParam<GateCase> {};

// One disturbed block of one variant: its round goes with all of its blocks, and no other.
TEST_P(GateTest, TakesTheWholeRoundAndCounts) {
  for (const char* variant : {kBaseline, kBaselineCopy, "call"}) {
    auto blocks = quiet_blocks();
    GetParam().disturb(block_of(blocks, 1, 2, variant));
    const Gated gated = apply_gates(blocks);
    EXPECT_EQ(figures(gated.counts), GetParam().counts) << variant;
    EXPECT_EQ(gated.passed.size(), blocks.size() - 4) << variant;
    EXPECT_FALSE(holds_round(gated.passed, 1, 2)) << variant;
    EXPECT_TRUE(holds_round(gated.passed, 0, 2)) << variant;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Each, GateTest,
    ::testing::Values(
        GateCase{"switch", [](Block& b) { b.involuntary_switches = 1; }, {6, 1, 1, 0, 0, 0}},
        GateCase{"migration", [](Block& b) { b.migrations = 1; }, {6, 1, 0, 1, 0, 0}},
        GateCase{"steal", [](Block& b) { b.steal_ns = 1e7; }, {6, 1, 0, 0, 1, 0}},
        GateCase{"slower", [](Block& b) { b.loop_ns = 1101; }, {6, 1, 0, 0, 0, 1}},
        GateCase{"faster", [](Block& b) { b.loop_ns = 900; }, {6, 1, 0, 0, 0, 1}},
        GateCase{"several_gates_count_a_round_once",
                 [](Block& b) {
                   b.involuntary_switches = 7;
                   b.migrations = 1;
                   b.steal_ns = 1;
                   b.loop_ns = 2000;
                 },
                 {6, 1, 1, 1, 1, 1}}),
    [](const auto& info) { return std::string(info.param.name); });

// 1.1 times is still the same speed.
TEST(Gates, TheBoundItselfPasses) {
  for (const double fastest : {100.0, 1000.0, 250.0}) {
    auto blocks = quiet_blocks();
    for (Block& block : blocks) block.loop_ns = fastest;
    block_of(blocks, 0, 0, "call").loop_ns = fastest * 11 / 10;
    EXPECT_EQ(apply_gates(blocks).counts.frequency, 0) << fastest;
    block_of(blocks, 0, 0, "call").loop_ns = std::nextafter(fastest * 1.1, 1e9);
    EXPECT_EQ(apply_gates(blocks).counts.frequency, 1) << fastest;
  }
}

// The speed is compared within a round: a machine that is slower an hour later is no gate.
TEST(Gates, SpeedIsOfOneRound) {
  auto blocks = quiet_blocks();
  for (Block& block : blocks) block.loop_ns = block.replicate == 0 ? 1000 : 3000;
  EXPECT_EQ(apply_gates(blocks).counts.gated, 0);
}

// Not read is not 0.
TEST(Gates, WhatWasNotReadIsNoCount) {
  auto blocks = quiet_blocks();
  for (Block& block : blocks) {
    block.loop_ns.reset();
    block.steal_ns.reset();
  }
  const Gated gated = apply_gates(blocks);
  EXPECT_EQ(gated.counts.steal, std::nullopt);
  EXPECT_EQ(gated.counts.frequency, std::nullopt);
  EXPECT_EQ(gated.counts.gated, 0);
  EXPECT_EQ(gated.passed.size(), blocks.size());
}

// A round with a reading missing cannot be judged by it; the other rounds can.
TEST(Gates, OneMissingReadingLeavesTheOtherRounds) {
  auto blocks = quiet_blocks();
  block_of(blocks, 0, 1, "call").loop_ns.reset();
  block_of(blocks, 0, 1, kBaseline).loop_ns = 5000;
  block_of(blocks, 1, 1, "call").loop_ns = 5000;
  const Gated gated = apply_gates(blocks);
  EXPECT_EQ(gated.counts.frequency, 1);
  EXPECT_TRUE(holds_round(gated.passed, 0, 1));
  EXPECT_FALSE(holds_round(gated.passed, 1, 1));
}

TEST(Gates, CountsAddUpAndAbsenceStays) {
  GateCounts sum;
  sum += GateCounts{5, 2, 1, 1, std::nullopt, std::nullopt};
  EXPECT_EQ(figures(sum), (std::vector<int>{5, 2, 1, 1, -1, -1}));
  sum += GateCounts{7, 4, 3, 0, 2, 1};
  sum += GateCounts{1, 0, 0, 0, std::nullopt, 4};
  EXPECT_EQ(figures(sum), (std::vector<int>{13, 6, 4, 1, 2, 5}));
}

// No gate may know which variant it looks at: whichever block is disturbed, the same rounds go.
TEST(Gates, VariantsAreAlike) {
  std::mt19937 random(11);
  auto blocks = quiet_blocks();
  for (Block& block : blocks) {
    if (random() % 32 == 0) block.involuntary_switches = 1;
    if (random() % 32 == 0) block.steal_ns = 1e7;
    if (random() % 32 == 0) block.loop_ns = 1200;
  }
  const Gated gated = apply_gates(blocks);
  ASSERT_GT(gated.counts.gated, 0);
  ASSERT_LT(gated.counts.gated, gated.counts.rounds);
  const std::map<std::string, std::string> swapped = {{kBaseline, "call"},
                                                      {"call", kBaselineCopy},
                                                      {kBaselineCopy, kBaselineDose},
                                                      {kBaselineDose, kBaseline}};
  auto permuted = blocks;
  for (Block& block : permuted) block.variant = swapped.at(block.variant);
  std::ranges::shuffle(permuted, random);
  const Gated again = apply_gates(permuted);
  EXPECT_EQ(figures(again.counts), figures(gated.counts));
  EXPECT_EQ(again.passed.size(), gated.passed.size());
  for (int replicate = 0; replicate < 2; ++replicate)
    for (int round = 0; round < 3; ++round)
      EXPECT_EQ(holds_round(again.passed, replicate, round),
                holds_round(gated.passed, replicate, round));
}

TEST(Gates, NothingGivesNothing) {
  EXPECT_EQ(figures(apply_gates({}).counts), (std::vector<int>{0, 0, 0, 0, -1, -1}));
}

// `processes` of `rounds` whose log ratios follow one another by AR(1).
std::vector<ProcessRatios> ratios(double ar, int processes, int rounds) {
  Normal normal(5);
  std::vector<ProcessRatios> result;
  for (int i = 0; i < processes; ++i) {
    ProcessRatios process;
    process.replicate = i;
    process.layout = i / 4 + 1;
    // The layouts lie far apart: that is no correlation of rounds.
    for (const char* variant : {"branch", "call", "nop5"}) {
      double state = normal();
      for (int round = 0; round < rounds; ++round) {
        process.rounds[variant].push_back(10 * process.layout + state);
        state = ar * state + std::sqrt(1 - ar * ar) * normal();
      }
    }
    process.rounds[kBaseline] = std::vector<double>(static_cast<std::size_t>(rounds), 0);
    result.push_back(process);
  }
  return result;
}

// 64 processes of 12 rounds: the standard error is about 0.03.
TEST(RoundAutocorrelation, TellsDependentRoundsFromIndependentOnes) {
  EXPECT_NEAR(*round_autocorrelation(ratios(0.7, 64, 12)), 0.7, 0.15);
  EXPECT_NEAR(*round_autocorrelation(ratios(0, 64, 12)), 0, 0.1);
  EXPECT_LT(*round_autocorrelation(ratios(-0.6, 64, 12)), -0.4);
}

TEST(RoundAutocorrelation, TooFewRoundsAreNoFigure) {
  EXPECT_EQ(round_autocorrelation({}), std::nullopt);
  EXPECT_EQ(round_autocorrelation(ratios(0, 8, 1)), std::nullopt);
  EXPECT_EQ(round_autocorrelation(ratios(0, 1, 3)), std::nullopt);
  EXPECT_NE(round_autocorrelation(ratios(0, 1, 4)), std::nullopt);
}

// `none` against itself is always 0, which would say nothing of the others.
TEST(RoundAutocorrelation, TheBaselineDoesNotCount) {
  auto processes = ratios(0.7, 64, 12);
  for (auto& process : processes) {
    process.rounds.erase("branch");
    process.rounds.erase("nop5");
    for (std::size_t i = 0; i < 12; ++i) process.rounds[kBaseline][i] = i % 2 == 0 ? 1 : -1;
  }
  EXPECT_GT(*round_autocorrelation(processes), 0.5);
}

}  // namespace
}  // namespace tracetoll
