#include "layout_figures.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tracetoll {
namespace {

Block block(int replicate, int layout, int round, const std::string& variant, double ns) {
  Block result;
  result.replicate = replicate;
  result.layout = layout;
  result.round = round;
  result.workload = "w";
  result.variant = variant;
  result.operations = 10;
  result.cpu_ns = 10 * ns;
  result.wall_ns = 10 * ns;
  return result;
}

// Layout 1: three processes, of medians 101, 400 and 103; the slow one is outvoted. Layout 2: one.
TEST(LayoutFigures, TimeIsTheMedianOverProcessesOfTheirMedians) {
  const std::vector<Block> blocks = {block(0, 1, 0, "none", 101), block(0, 1, 1, "none", 100),
                                     block(0, 1, 2, "none", 900), block(1, 1, 0, "none", 400),
                                     block(2, 1, 0, "none", 103), block(3, 2, 0, "none", 107)};
  const auto times = values_of(layout_figures(blocks, "w").log_times, "none");
  ASSERT_EQ(times.size(), 2U);
  EXPECT_DOUBLE_EQ(times[0], std::log(103.0));
  EXPECT_DOUBLE_EQ(times[1], std::log(107.0));
}

TEST(LayoutFigures, EffectsAreThoseOfTheReport) {
  const std::vector<Block> blocks = {block(0, 1, 0, "none", 100), block(0, 1, 0, "call", 109),
                                     block(1, 2, 0, "none", 200), block(1, 2, 0, "call", 224)};
  const auto effects = values_of(layout_figures(blocks, "w").effects, "call");
  ASSERT_EQ(effects.size(), 2U);
  EXPECT_NEAR(effects[0], 9, 1e-9);
  EXPECT_NEAR(effects[1], 12, 1e-9);
}

TEST(LayoutFigures, OfOneWorkloadOnly) {
  auto other = block(0, 1, 0, "none", 5);
  other.workload = "other";
  EXPECT_TRUE(layout_figures({other}, "w").log_times.empty());
  EXPECT_TRUE(values_of({}, "none").empty());
}

}  // namespace
}  // namespace tracetoll
