#include "event_figures.hpp"

#include <gtest/gtest.h>

#include "event_differences.hpp"

namespace tracetoll {
namespace {

constexpr double kOperations = 10;

// One block of 10 operations in a process of its layout's number.
Block block_of(int layout, int round, const std::string& variant, std::optional<double> loads) {
  Block block;
  block.replicate = layout;
  block.layout = layout;
  block.round = round;
  block.workload = "w";
  block.variant = variant;
  block.operations = static_cast<std::int64_t>(kOperations);
  block.cpu_ns = 1000;
  block.wall_ns = 1100;
  if (loads) block.counters["loads"] = *loads * kOperations;
  return block;
}

const std::map<std::string, Availability> kLoads = {{"loads", {true, ""}}};

CounterFigure loads_of(const std::vector<Block>& blocks, const std::string& variant,
                       std::optional<double> hits = {}) {
  return counter_figure(events_of(blocks, kLoads).at(0), blocks, variant, hits, Rule());
}

// The reader is told how sure a difference is; here by hand: differences of 1, 2 and 3 in three
// layouts have mean 2, SD 1, and t(2; 0.975) 1 / sqrt(3) = 4.30265 / 1.73205 = 2.48414.
TEST(EventFigures, IntervalAcrossLayoutsByHand) {
  std::vector<Block> blocks;
  for (const int layout : {1, 2, 3}) {
    blocks.push_back(block_of(layout, 0, "none", 100 * layout));
    blocks.push_back(block_of(layout, 0, "call", 100 * layout + layout));
  }
  const auto figure = loads_of(blocks, "call", 4);
  ASSERT_TRUE(figure.difference.interval);
  EXPECT_EQ(figure.difference.n, 3);
  EXPECT_NEAR(figure.difference.interval->value, 2, 1e-12);
  EXPECT_NEAR(figure.difference.interval->low, 2 - 2.48414, 1e-5);
  EXPECT_NEAR(figure.difference.interval->high, 2 + 2.48414, 1e-5);
  EXPECT_FALSE(figure.difference.resolved());
  EXPECT_NEAR(figure.per_site->interval->high, (2 + 2.48414) / 4, 1e-5);
  EXPECT_NEAR(*figure.per_op, 202, 1e-9);  // the median of 101, 202 and 303
  EXPECT_EQ(figure.total, 6060);
  EXPECT_EQ(figure.blocks, 3);
  EXPECT_EQ(figure.operations, 30);
}

// Of sixteen layouts the three that differ are trimmed away: "+0 [+0, +0]" would be a certainty.
TEST(EventFigures, NoIntervalOfNoWidthWhereLayoutsDiffer) {
  std::vector<Block> blocks;
  for (int layout = 1; layout <= 16; ++layout) {
    blocks.push_back(block_of(layout, 0, "none", 0));
    blocks.push_back(block_of(layout, 0, "call", layout == 7 ? 1 : 0));
  }
  const auto rare = loads_of(blocks, "call", 4);
  EXPECT_FALSE(rare.difference.interval);
  EXPECT_EQ(rare.difference.reason, "differs in too few layouts");
  EXPECT_FALSE(rare.per_site->interval);
  for (Block& block : blocks) block.counters["loads"] = 0;
  EXPECT_TRUE(loads_of(blocks, "call", 4).difference.interval);
}

// Rounds differ by more than variants do: sides of different rounds must never be subtracted.
TEST(EventFigures, OnlyRoundsThatHaveBothSides) {
  const std::vector<Block> blocks = {block_of(1, 0, "none", 100), block_of(1, 0, "call", 105),
                                     block_of(1, 1, "none", {}),  block_of(1, 1, "call", 900),
                                     block_of(1, 2, "none", 500), block_of(1, 2, "call", {})};
  const auto differences = differences_by_layout(blocks, "loads");
  EXPECT_DOUBLE_EQ(differences.at(1).at("call"), 5);
  EXPECT_DOUBLE_EQ(differences.at(1).at("none"), 0);
}

// A bad block of three must not move a layout's figure.
TEST(EventFigures, MedianOfALayout) {
  std::vector<Block> blocks;
  for (const int round : {0, 1, 2}) {
    blocks.push_back(block_of(1, round, "none", 100));
    blocks.push_back(block_of(1, round, "call", round == 1 ? 1e6 : 107));
  }
  EXPECT_DOUBLE_EQ(differences_by_layout(blocks, "loads").at(1).at("call"), 7);
}

// The median of mostly nothing is 0: faults that did happen would be reported as none.
TEST(EventFigures, RareEventsAreAveraged) {
  std::vector<Block> blocks;
  for (const int round : {0, 1, 2, 3}) {
    blocks.push_back(block_of(1, round, "none", 0));
    blocks.push_back(block_of(1, round, "call", round == 2 ? 8 : 0));
  }
  EXPECT_TRUE(is_rare(blocks, "loads"));
  EXPECT_DOUBLE_EQ(differences_by_layout(blocks, "loads").at(1).at("call"), 2);
  EXPECT_DOUBLE_EQ(*loads_of(blocks, "call").per_op, 2);
  EXPECT_EQ(loads_of(blocks, "none").per_op, 0);  // that was counted, and is not missing
}

// A missing figure is never 0, and the reader learns why.
TEST(EventFigures, SaysWhyThereIsNone) {
  std::vector<Block> blocks = {block_of(1, 0, "none", 100), block_of(1, 0, "call", {})};
  EXPECT_EQ(loads_of(blocks, "call").per_op, std::nullopt);
  EXPECT_EQ(loads_of(blocks, "call").reason, "no block of this variant has it");
  EXPECT_TRUE(loads_of(blocks, "call").available);
  for (const char* why : {"read failed", "multiplexed", "multiplexed"}) {
    blocks.push_back(block_of(1, 1, "call", {}));
    blocks.back().counters_lost = why;
  }
  EXPECT_EQ(loads_of(blocks, "call").reason, "3 of 4 blocks lost: multiplexed");
  const EventOfWorkload none_here = {"loads", {false, "no PMU (ENOENT)"}, true, {}};
  const auto figure = counter_figure(none_here, blocks, "anchor", {}, Rule());
  EXPECT_EQ(figure.reason, "no PMU (ENOENT)");
  EXPECT_FALSE(figure.available);
  EXPECT_FALSE(figure.difference.interval);
}

// Where groups took turns a figure is of some blocks only, and nothing is scaled up to the others.
TEST(EventFigures, OfTheBlocksThatHaveIt) {
  std::vector<Block> blocks = {block_of(1, 0, "call", 5), block_of(1, 1, "call", {}),
                               block_of(2, 0, "call", 7), block_of(2, 1, "call", {})};
  blocks[1].counters_lost = "multiplexed";
  const auto figure = loads_of(blocks, "call");
  EXPECT_EQ(figure.total, 120);
  EXPECT_EQ(figure.blocks, 2);
  EXPECT_DOUBLE_EQ(figure.share, 0.5);
  EXPECT_EQ(figure.cpu_ns, 2000);
  EXPECT_EQ(figure.lost, "1 of 4 blocks lost: multiplexed");
  // Of 5 and 7 an operation: SD sqrt(2), over sqrt(2) processes and a mean of 6.
  EXPECT_NEAR(*figure.error_percent, 100.0 / 6, 1e-9);
  EXPECT_EQ(figure.difference.reason, "no round has it for both call and none");
}

}  // namespace
}  // namespace tracetoll
