#include "statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "student_t.hpp"

namespace tracetoll {
namespace {

TEST(Statistics, MedianOfOddAndEven) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
  EXPECT_EQ(median({}), std::nullopt);
}

// The mean of n values divided by n + 1, the spread of one value printed as 0: both have been
// shipped (the kernel's trace_benchmark.c). One sample of 632 has the mean 632 and no spread.
TEST(Statistics, OneValueHasALocationAndNoSpread) {
  EXPECT_EQ(trimmed_mean({632}), 632);
  EXPECT_EQ(standard_deviation({632}), std::nullopt);
  EXPECT_EQ(trimmed_standard_error({632}), std::nullopt);
  EXPECT_EQ(standard_deviation({1, 2, 3, 4}), std::sqrt(5.0 / 3));
}

// Fewer than three layouts never give a number, at any level: absence with its reason.
TEST(Statistics, TooFewIsAState) {
  for (const std::vector<double>& values : {std::vector<double>{}, {1.0}, {1.0, 2.0}}) {
    const auto estimate = estimate_location(values, 0.95);
    EXPECT_FALSE(estimate.interval);
    EXPECT_FALSE(estimate.resolved());
    EXPECT_EQ(estimate.n, static_cast<int>(values.size()));
    EXPECT_NE(estimate.reason.find("not enough replicates"), std::string::npos);
  }
}

// Ten values worked by hand: g = 2, h = 6, winsorised 3 3 3 4 5 6 7 8 8 8.
TEST(Statistics, YuenByHand) {
  const std::vector<double> values = {100, 1, 3, 2, 4, 5, 6, 7, 8, 9};
  EXPECT_DOUBLE_EQ(*trimmed_mean(values), (3 + 4 + 5 + 6 + 7 + 8) / 6.0);
  const double squares =
      3 * 2.5 * 2.5 + 1.5 * 1.5 + 0.5 * 0.5 + 0.5 * 0.5 + 1.5 * 1.5 + 3 * 2.5 * 2.5;
  const double error = std::sqrt(squares / (6 * 5));
  EXPECT_DOUBLE_EQ(*trimmed_standard_error(values), error);
  const auto estimate = estimate_location(values, 0.95);
  EXPECT_DOUBLE_EQ(estimate.interval->high, 5.5 + kWidening * student_t_factor(0.95, 5) * error);
  EXPECT_DOUBLE_EQ(estimate.interval->low, 5.5 - kWidening * student_t_factor(0.95, 5) * error);
  EXPECT_EQ(estimate.layouts.high, 100);
}

// Below five values nothing is trimmed: the textbook interval, mean +- t(n - 1) s / sqrt(n).
TEST(Statistics, FourValuesAreTheTextbook) {
  const auto estimate = estimate_location({1, 2, 3, 6}, 0.9);
  const double half = student_t_factor(0.9, 3) * *standard_deviation({1, 2, 3, 6}) / 2;
  EXPECT_DOUBLE_EQ(estimate.interval->value, 3);
  EXPECT_DOUBLE_EQ(estimate.interval->high - 3, half);
}

// Rounding must not give a constant sample a spread: 0.1 added ten times is not 1.
TEST(Statistics, ConstantSampleHasNoWidth) {
  const auto estimate = estimate_location(std::vector<double>(10, 0.1), 0.95);
  EXPECT_EQ(estimate.interval->low, 0.1);
  EXPECT_EQ(estimate.interval->high, 0.1);
  EXPECT_EQ(estimate.layouts.sd, 0);
  EXPECT_TRUE(estimate.resolved());
  EXPECT_FALSE(estimate_location(std::vector<double>(10, 0.0), 0.95).resolved());
}

// Layouts come in any order.
TEST(Statistics, OrderDoesNotMatter) {
  std::vector<double> values = {0.1, 0.7, 0.3, 1e9, -0.2, 0.6};
  const auto forward = estimate_location(values, 0.95);
  std::reverse(values.begin(), values.end());
  EXPECT_EQ(estimate_location(values, 0.95).interval->high, forward.interval->high);
}

// A fifth of the layouts may be anything, on either side.
TEST(Statistics, AFifthOfBadLayoutsIsBounded) {
  const std::vector<double> sound = {8, 9, 9, 9, 10, 10, 10, 11, 11, 12};
  auto spoilt = sound;
  spoilt[0] = 1e12;
  spoilt[9] = 1e12;
  EXPECT_NEAR(*trimmed_mean(spoilt), *trimmed_mean(sound), 1);
}

// A higher level is a wider interval.
TEST(Statistics, LevelWidens) {
  const std::vector<double> values = {1, 2, 3, 4, 5};
  EXPECT_LT(estimate_location(values, 0.9).interval->high,
            estimate_location(values, 0.99).interval->high);
}

// A part that is always the same fraction has that share exactly, however much the total varies:
// the correlation of the two must not be lost.
TEST(Statistics, ShareOfAFixedFractionIsExact) {
  const std::vector<double> total = {8, 9, 10, 11, 12};
  std::vector<double> part;
  for (const double value : total) part.push_back(value / 4);
  const auto share = estimate_share(part, total, 0.95);
  EXPECT_DOUBLE_EQ(share.interval->value, 0.25);
  EXPECT_NEAR(share.interval->high - share.interval->low, 0, 1e-12);
}

// Linearised by hand without trimming: SE = sd(a - R c) / sqrt(n) / C.
TEST(Statistics, ShareByHand) {
  const std::vector<double> part = {1, 2, 3};
  const std::vector<double> total = {9, 10, 11};
  const auto share = estimate_share(part, total, 0.95);
  const double error = *standard_deviation({1 - 1.8, 2 - 2.0, 3 - 2.2}) / std::sqrt(3.0) / 10;
  EXPECT_DOUBLE_EQ(share.interval->value, 0.2);
  EXPECT_NEAR(share.interval->high - 0.2, student_t_factor(0.95, 2) * error, 1e-12);
}

// A share of nothing is any number: there is none unless the total is resolved and positive.
TEST(Statistics, NoShareOfWhatIsNotResolved) {
  EXPECT_FALSE(estimate_share({1, 2, 3}, {-1, 0, 2}, 0.95).interval);
  EXPECT_FALSE(estimate_share({1, 2, 3}, {-9, -10, -11}, 0.95).interval);
  EXPECT_FALSE(estimate_share({1, 2}, {9, 10}, 0.95).interval);
}

}  // namespace
}  // namespace tracetoll
