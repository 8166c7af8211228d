#include "holm.hpp"

#include <gtest/gtest.h>

namespace tracetoll {
namespace {

using PValues = std::vector<std::optional<double>>;

// 0.005 <= 0.05 / 4 and 0.01 <= 0.05 / 3, but 0.03 > 0.05 / 2: that ends it, though 0.04 <= 0.05.
TEST(Holm, StepsDownUntilTheFirstThatIsNotRejected) {
  const auto decisions = holm({0.01, 0.04, 0.03, 0.005}, 0.05);
  EXPECT_TRUE(decisions[0]->rejected);
  EXPECT_FALSE(decisions[1]->rejected);
  EXPECT_FALSE(decisions[2]->rejected);
  EXPECT_TRUE(decisions[3]->rejected);
  EXPECT_DOUBLE_EQ(decisions[3]->level, 1 - 0.05 / 4);
  EXPECT_DOUBLE_EQ(decisions[0]->level, 1 - 0.05 / 3);
  EXPECT_DOUBLE_EQ(decisions[2]->level, 1 - 0.05 / 2);
  EXPECT_DOUBLE_EQ(decisions[1]->level, 1 - 0.05 / 2) << "all after the first share its step";
}

// More powerful than Bonferroni, which would want 0.05 / 3 of all three.
TEST(Holm, RejectsWhatBonferroniDoesNot) {
  const auto decisions = holm({0.01, 0.02, 0.04}, 0.05);
  for (const auto& decision : decisions) EXPECT_TRUE(decision->rejected);
  EXPECT_DOUBLE_EQ(decisions[2]->level, 0.95);
}

TEST(Holm, AMissingPValueDoesNotCount) {
  const auto decisions = holm({std::nullopt, 0.02, std::nullopt, 0.03}, 0.05);
  EXPECT_FALSE(decisions[0]);
  EXPECT_FALSE(decisions[2]);
  EXPECT_DOUBLE_EQ(decisions[1]->level, 0.975);
  EXPECT_TRUE(decisions[1]->rejected);
  EXPECT_TRUE(decisions[3]->rejected) << "of two, not of four";
}

TEST(Holm, OneIsNotAdjusted) {
  EXPECT_TRUE(holm({0.05}, 0.05)[0]->rejected);
  EXPECT_FALSE(holm({0.0501}, 0.05)[0]->rejected);
  EXPECT_DOUBLE_EQ(holm({0.9}, 0.05)[0]->level, 0.95);
}

TEST(Holm, OfNothingIsNothing) {
  EXPECT_TRUE(holm({}, 0.05).empty());
  EXPECT_FALSE(holm({std::nullopt}, 0.05)[0]);
}

TEST(Holm, EqualPValuesEachTakeAStep) {
  const auto decisions = holm(PValues(3, 0.0), 0.05);
  for (const auto& decision : decisions) EXPECT_TRUE(decision->rejected);
  EXPECT_DOUBLE_EQ(decisions[0]->level, 1 - 0.05 / 3);
  EXPECT_DOUBLE_EQ(decisions[2]->level, 0.95);
}

}  // namespace
}  // namespace tracetoll
