// What the intervals of sign_test.hpp promise, by simulation with fixed seeds, in the style of
// coverage_test.cpp: a share is held to the stated one within 4.9 standard deviations of a binomial
// of kRuns, which chance exceeds with a probability of 1e-6.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "autocorrelation.hpp"
#include "sign_test.hpp"
#include "simulated_run.hpp"

namespace tracetoll {
namespace {

constexpr int kRuns = 4000;
constexpr int kMostRounds = 400;

using Estimator = std::function<Estimate(const std::vector<double>&)>;

Estimate fixed(const std::vector<double>& values) {
  return estimate_median_by_signs(values, 0.95, "rounds");
}

Estimate anytime(const std::vector<double>& values) {
  return estimate_median_anytime(values, 0.95, "rounds");
}

double limit(double stated) {
  return 4.9 * std::sqrt(stated * (1 - stated) / kRuns);
}

// Share of the runs whose interval holds `target`.
double coverage(double target, const Estimator& estimate,
                const std::function<std::vector<double>(Normal&)>& draw) {
  Normal normal(20260201);
  int held = 0;
  for (int run = 0; run < kRuns; ++run) {
    const auto interval = *estimate(draw(normal)).interval;
    held += interval.low <= target && target <= interval.high ? 1 : 0;
  }
  return static_cast<double>(held) / kRuns;
}

// Skewness 6.2, far beyond what a t interval stands; its median is 1.
std::vector<double> lognormal(Normal& normal) {
  std::vector<double> values(16);
  for (double& value : values) value = std::exp(normal());
  return values;
}

// Half of the values are the median itself.
std::vector<double> tied(Normal& normal) {
  std::vector<double> values(16);
  for (double& value : values) value = std::round(0.74 * normal());
  return values;
}

// First-order autoregressive, of variance 1 and autocorrelation 0.6.
std::vector<double> autoregressive(Normal& normal) {
  std::vector<double> values = {normal()};
  while (values.size() < kMostRounds) values.push_back(0.6 * values.back() + 0.8 * normal());
  return values;
}

// Exactly 1 - 2 * 697 / 65536 of any continuous distribution.
TEST(SignCoverage, Skewed) {
  const double exact = 1 - 2 * 697 / 65536.0;
  EXPECT_NEAR(coverage(1, fixed, lognormal), exact, limit(exact));
}

TEST(SignCoverage, TiesOnlyRaiseIt) {
  EXPECT_GT(coverage(0, fixed, tied), 0.995);
  EXPECT_GT(coverage(0, anytime, tied), 0.995);
}

// k of [x(k), x(n+1-k)] for every n up to kMostRounds, 0 where there is no interval: the interval
// of 1..n. It excludes 0 when fewer than k values are on one side.
std::vector<int> orders(const Estimator& estimate) {
  std::vector<int> result = {0};
  std::vector<double> values;
  for (int n = 1; n <= kMostRounds; ++n) {
    values.push_back(n);
    const auto found = estimate(values);
    result.push_back(found.interval ? static_cast<int>(found.interval->low) : 0);
  }
  return result;
}

// Share of the runs without any effect in which one who looks after each round sees 0 excluded.
double ever_excluded(const Estimator& estimate) {
  const auto order = orders(estimate);
  Normal normal(8);
  int excluded = 0;
  for (int run = 0; run < kRuns; ++run) {
    int positive = 0;
    for (int n = 1; n <= kMostRounds; ++n) {
      positive += normal() > 0 ? 1 : 0;
      if (std::min(positive, n - positive) >= order[static_cast<std::size_t>(n)]) continue;
      ++excluded;
      break;
    }
  }
  return static_cast<double>(excluded) / kRuns;
}

// The same, exactly: the probability of each number of positive signs in the runs still going on.
double probability_of_ever(const Estimator& estimate) {
  const auto order = orders(estimate);
  std::vector<double> going_on = {1};
  for (int n = 1; n <= kMostRounds; ++n) {
    std::vector<double> next(static_cast<std::size_t>(n) + 1);
    for (std::size_t k = 0; k < going_on.size(); ++k) {
      next[k] += going_on[k] / 2;
      next[k + 1] += going_on[k] / 2;
    }
    for (int k = 0; k <= n; ++k) {
      if (std::min(k, n - k) < order[static_cast<std::size_t>(n)]) {
        next[static_cast<std::size_t>(k)] = 0;
      }
    }
    going_on = next;
  }
  return 1 - std::accumulate(going_on.begin(), going_on.end(), 0.0);
}

TEST(SignCoverage, LookingAfterEachRoundIsCoveredByTheSequence) {
  const double exact = probability_of_ever(anytime);
  EXPECT_LE(exact, 0.05);
  EXPECT_NEAR(exact, 0.0334, 0.0001);
  EXPECT_NEAR(ever_excluded(anytime), exact, limit(exact));
}

// Why there is a sequence at all.
TEST(SignCoverage, LookingAfterEachRoundIsNotCoveredByTheFixedInterval) {
  const double exact = probability_of_ever(fixed);
  EXPECT_NEAR(exact, 0.3387, 0.0001);
  EXPECT_NEAR(ever_excluded(fixed), exact, limit(exact));
}

// 400 rounds with the autocorrelation of raw times: the interval is of far fewer values than it
// counts. Merged, about 50 are left, and they cover.
TEST(SignCoverage, AutocorrelatedRoundsUndercoverUntilTheyAreMerged) {
  EXPECT_LT(coverage(0, fixed, autoregressive), 0.8);
  const auto merged = [](Normal& normal) { return decorrelated(autoregressive(normal)); };
  EXPECT_GT(coverage(0, fixed, merged), 0.94);
}

}  // namespace
}  // namespace tracetoll
