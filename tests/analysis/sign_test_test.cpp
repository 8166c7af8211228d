#include "sign_test.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numeric>

#include "statistics.hpp"

namespace tracetoll {
namespace {

// 1, 2, ..., n: an order statistic is its own index.
std::vector<double> first_integers(int n) {
  std::vector<double> values(static_cast<std::size_t>(n));
  std::iota(values.begin(), values.end(), 1);
  return values;
}

// C(n, k) by whole numbers; exact for n <= 60.
std::uint64_t choose(int n, int k) {
  std::uint64_t result = 1;
  for (int i = 1; i <= k; ++i) {
    result = result * static_cast<std::uint64_t>(n - k + i) / static_cast<std::uint64_t>(i);
  }
  return result;
}

// 2^n P(B <= few), B binomial (n, 1/2).
std::uint64_t tail_count(int n, int few) {
  std::uint64_t sum = 0;
  for (int k = 0; k <= few; ++k) sum += choose(n, k);
  return sum;
}

TEST(SignTest, EValueByWholeNumbers) {
  EXPECT_DOUBLE_EQ(log_e_value(0, 0), 0);
  EXPECT_NEAR(std::exp(log_e_value(7, 7)), 16, 1e-12);         // 2^7 / 8
  EXPECT_NEAR(std::exp(log_e_value(8, 0)), 256.0 / 9, 1e-12);  // 28.4
  EXPECT_NEAR(std::exp(log_e_value(4, 2)), 16.0 / 30, 1e-12);  // evidence for p = 1/2
  EXPECT_NEAR(log_e_value(1000, 1000), 1000 * std::log(2) - std::log(1001), 1e-9);
  for (int n = 1; n <= 30; ++n) {
    for (int k = 0; k <= n; ++k) {
      const double exact = std::ldexp(1.0, n) / ((n + 1.0) * static_cast<double>(choose(n, k)));
      EXPECT_NEAR(std::exp(log_e_value(n, k)) / exact, 1, 1e-12) << n << ' ' << k;
    }
  }
}

// What makes it valid: its mean over the fair coin is 1 whatever came before, so nothing is gained
// by looking. E(n, k) = (E(n + 1, k) + E(n + 1, k + 1)) / 2.
TEST(SignTest, EValueIsAMartingale) {
  for (int n = 0; n <= 40; ++n) {
    for (int k = 0; k <= n; ++k) {
      const double next = (std::exp(log_e_value(n + 1, k)) + std::exp(log_e_value(n + 1, k + 1)));
      EXPECT_NEAR(next / 2 / std::exp(log_e_value(n, k)), 1, 1e-12) << n << ' ' << k;
    }
  }
}

// 16 values: P(B <= 3) = 697 / 65536, so [x(4), x(13)] has 97.9 %; [x(5), x(12)] has 92.3 %.
TEST(SignTest, SixteenValuesByTheTable) {
  ASSERT_EQ(tail_count(16, 3), 697U);
  ASSERT_EQ(tail_count(16, 4), 2517U);
  const auto estimate = estimate_median_by_signs(first_integers(16), 0.95, "layouts");
  EXPECT_EQ(estimate.interval->low, 4);
  EXPECT_EQ(estimate.interval->high, 13);
  EXPECT_EQ(estimate.interval->value, 8.5);
  EXPECT_EQ(estimate.n, 16);
  EXPECT_EQ(estimate.level, 0.95);
  EXPECT_EQ(estimate.layouts.low, 1);
  EXPECT_EQ(estimate.layouts.high, 16);
  EXPECT_EQ(estimate.layouts.sd, *standard_deviation(first_integers(16)));
  // The price of looking at any time: E(16, 2) = 32.1, E(16, 3) = 6.9.
  const auto anytime = estimate_median_anytime(first_integers(16), 0.95, "layouts");
  EXPECT_EQ(anytime.interval->low, 3);
  EXPECT_EQ(anytime.interval->high, 14);
}

// The narrowest symmetric interval with the coverage, for every n and level, by whole numbers.
TEST(SignTest, FixedIntervalIsTheNarrowestThatCovers) {
  for (const double level : {0.5, 0.75, 0.9, 0.95, 0.99}) {
    for (int n = 3; n <= 50; ++n) {
      const auto estimate = estimate_median_by_signs(first_integers(n), level, "rounds");
      const auto missed = [&](int few) { return std::ldexp(2.0 * tail_count(n, few), -n); };
      if (!estimate.interval) {
        EXPECT_GT(missed(0), 1 - level) << n;
        continue;
      }
      const int k = static_cast<int>(estimate.interval->low);
      EXPECT_EQ(estimate.interval->high, n + 1 - k);
      EXPECT_LE(missed(k - 1), 1 - level) << n << ' ' << level;
      EXPECT_GT(missed(k), 1 - level) << n << ' ' << level;
    }
  }
}

// Exactly the m whose E is below 1 / (1 - level).
TEST(SignTest, AnytimeIntervalInvertsTheEValue) {
  for (const double level : {0.8, 0.95, 0.99}) {
    for (int n = 12; n <= 400; n += 7) {
      const auto interval = *estimate_median_anytime(first_integers(n), level, "rounds").interval;
      const int k = static_cast<int>(interval.low);
      EXPECT_EQ(interval.high, n + 1 - k);
      EXPECT_GE(log_e_value(n, k - 1), -std::log(1 - level)) << n;
      EXPECT_LT(log_e_value(n, k), -std::log(1 - level)) << n;
    }
  }
}

TEST(SignTest, TooFewSaysHowManyItTakes) {
  const auto fixed = estimate_median_by_signs(first_integers(5), 0.95, "layouts");
  EXPECT_FALSE(fixed.interval);
  EXPECT_EQ(fixed.reason, "not enough layouts: 5, of at least 6");
  EXPECT_TRUE(estimate_median_by_signs(first_integers(6), 0.95, "layouts").interval);
  const auto anytime = estimate_median_anytime(first_integers(7), 0.95, "rounds");
  EXPECT_FALSE(anytime.interval);
  EXPECT_EQ(anytime.reason, "not enough rounds: 7, of at least 8");
  EXPECT_EQ(anytime.n, 7);
  EXPECT_TRUE(estimate_median_anytime(first_integers(8), 0.95, "rounds").interval);
  // A level that two values would do for: still not from two.
  EXPECT_EQ(estimate_median_by_signs({1, 2}, 0.1, "rounds").reason,
            "not enough rounds: 2, of at least 3");
}

TEST(SignTest, PValueByHand) {
  EXPECT_EQ(sign_test_p({}), std::nullopt);
  EXPECT_EQ(sign_test_p({1, 2}), std::nullopt);
  EXPECT_DOUBLE_EQ(*sign_test_p({1, 2, 3}), 0.25);
  EXPECT_DOUBLE_EQ(*sign_test_p({-1, 2, 3, 4, 5, 6, 7, 8}), 2 * 9 / 256.0);
  EXPECT_EQ(*sign_test_p({-1, 1, 2, -3}), 1);
}

// A zero is no evidence: it counts as if it had the rarer sign, and all zeros give 1.
TEST(SignTest, ZerosSpeakAgainstRejection) {
  EXPECT_DOUBLE_EQ(*sign_test_p({0, 2, 3, 4, 5, 6, 7, 8}), *sign_test_p({-1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(*sign_test_p({0, 0, 0, 4, 5}), 1);
  EXPECT_EQ(*sign_test_p({0, 0, 0, 0, 0, 0, 0, 0}), 1);
  // An end on 0 is inside: not resolved.
  const auto estimate = estimate_median_by_signs({0, 0, 1, 2, 3, 4, 5, 6}, 0.95, "rounds");
  EXPECT_EQ(estimate.interval->low, 0);
  EXPECT_FALSE(estimate.resolved());
}

}  // namespace
}  // namespace tracetoll
