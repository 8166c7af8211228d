#include "two_sample.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tracetoll {
namespace {

// Distribution function of Student's t with 4 degrees of freedom, in closed form.
double t4(double t) {
  const double x = t / std::sqrt(1 + t * t / 4);
  return 0.5 + 3.0 / 8 * x * (1 - x * x / 12);
}

// Of five values each one is trimmed a side. By hand: trimmed means 3 and 12; winsorised to
// 2 2 3 4 4 and 11 11 12 13 13, squares about the mean 4 and 4, SE^2 = 4 / (3 x 2) each; f = 4.
TEST(TwoSample, ByHand) {
  const auto result = compare_samples({1, 100, 3, 4, 2}, {10, 11, 12, 13, 14});
  ASSERT_TRUE(result.difference);
  EXPECT_DOUBLE_EQ(result.difference->value, 9);
  EXPECT_DOUBLE_EQ(result.difference->standard_error, std::sqrt(4.0 / 3));
  EXPECT_NEAR(result.difference->degrees_of_freedom, 4, 1e-12);
  EXPECT_NEAR(result.difference->p_value(), 2 * (1 - t4(9 / std::sqrt(4.0 / 3))), 1e-12);
  const Interval interval = result.difference->at(0.95);
  EXPECT_NEAR(interval.low, 9 - 2.7764451051977987 * std::sqrt(4.0 / 3), 1e-9);
  EXPECT_NEAR(interval.high, 9 + 2.7764451051977987 * std::sqrt(4.0 / 3), 1e-9);
}

// Nothing is trimmed of 3 and 4. SE^2 = 2 / 6 and 20 / 12; f = 4 / ((1/9) / 2 + (25/9) / 3).
TEST(TwoSample, OfUnequalSizesAndSpreadsIsWelchs) {
  const auto difference = *compare_samples({2, 0, 1}, {0, 2, 4, 6}).difference;
  EXPECT_DOUBLE_EQ(difference.value, 2);
  EXPECT_NEAR(difference.standard_error, std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(difference.degrees_of_freedom, 216.0 / 53, 1e-12);
}

TEST(TwoSample, SignIsThatOfTheSecond) {
  const auto difference = *compare_samples({5, 6, 7}, {1, 2, 3}).difference;
  EXPECT_DOUBLE_EQ(difference.value, -4);
  EXPECT_LT(difference.at(0.95).high, 0);
}

// What is shown and what decides must not part.
TEST(TwoSample, PValueAndIntervalAgree) {
  const auto difference = *compare_samples({1, 2, 3, 5, 8, 9}, {2, 4, 4, 7, 9, 9, 12}).difference;
  for (const double hypothesis : {-3.0, 0.0, 1.0, 4.0}) {
    const double p = difference.p_value(hypothesis);
    ASSERT_GT(p, 0);
    ASSERT_LT(p, 1);
    const auto outside = [&](double level) {
      const Interval interval = difference.at(level);
      return hypothesis < interval.low || interval.high < hypothesis;
    };
    EXPECT_TRUE(outside(1 - p * 1.001)) << hypothesis;
    EXPECT_FALSE(outside(1 - p * 0.999)) << hypothesis;
  }
  EXPECT_NEAR(difference.p_value(difference.value), 1, 1e-12);
}

TEST(TwoSample, ConstantSamples) {
  const auto same = *compare_samples({2, 2, 2}, {2, 2, 2, 2}).difference;
  EXPECT_EQ(same.value, 0);
  EXPECT_EQ(same.p_value(), 1);
  EXPECT_EQ(same.at(0.99).low, 0);
  EXPECT_EQ(same.at(0.99).high, 0);
  const auto other = *compare_samples({2, 2, 2}, {3, 3, 3}).difference;
  EXPECT_EQ(other.p_value(), 0);
  EXPECT_EQ(other.p_value(1), 1);
  EXPECT_EQ(other.at(0.99).low, 1);
}

// Then the degrees of freedom are those of the other side.
TEST(TwoSample, OneConstantSample) {
  const auto difference = *compare_samples({2, 2, 2}, {1, 2, 3, 4}).difference;
  EXPECT_NEAR(difference.degrees_of_freedom, 3, 1e-12);
  EXPECT_GT(difference.p_value(), 0.05);
}

TEST(TwoSample, FewerThanThreeAreNotEnough) {
  const std::vector<double> enough = {1, 2, 3};
  for (const std::vector<double>& few : {std::vector<double>{}, {1}, {1, 2}}) {
    for (const auto& result : {compare_samples(few, enough), compare_samples(enough, few)}) {
      EXPECT_FALSE(result.difference);
      EXPECT_EQ(result.reason.rfind("not enough replicates", 0), 0U) << result.reason;
    }
  }
  EXPECT_EQ(compare_samples({1, 2}, enough).reason,
            "not enough replicates: 2 and 3 layouts, of at least 3 each");
}

// Boost would throw on the infinite standard error.
TEST(TwoSample, ValuesWhoseSquaresOverflow) {
  const auto result = compare_samples({1e200, 1, 2}, {1, 2, 3});
  EXPECT_FALSE(result.difference);
  EXPECT_EQ(result.reason, "figures too large to compare");
}

TEST(TwoSample, TinyErrorsDoNotUnderflow) {
  const auto difference = *compare_samples({1e-100, 2e-100, 3e-100}, {0, 0, 0}).difference;
  EXPECT_NEAR(difference.degrees_of_freedom, 2, 1e-12);
  EXPECT_LT(difference.p_value(), 1);
}

}  // namespace
}  // namespace tracetoll
