// Does a 95 % interval hold its target in 95 % of the runs, or a little more? 4,000 simulated runs
// of 16 layouts for each kind of data. A test fails when the count is outside what a binomial with
// the coverage of statistics.hpp gives with probability 1e-6 (4.9 standard deviations, 1.5 points).

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "simulated_run.hpp"
#include "statistics.hpp"

namespace tracetoll {
namespace {

constexpr int kRuns = 4000;
constexpr int kLayouts = 16;

double coverage(double target, const std::function<double(Normal&)>& draw, int layouts = kLayouts) {
  Normal normal(20260101);
  int held = 0;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<double> values;
    for (int i = 0; i < layouts; ++i) values.push_back(draw(normal));
    const auto interval = *estimate_location(values, 0.95).interval;
    held += interval.low <= target && target <= interval.high ? 1 : 0;
  }
  return static_cast<double>(held) / kRuns;
}

double limit(double stated) {
  return 4.9 * std::sqrt(stated * (1 - stated) / kRuns);
}

// Normal distribution function.
double phi(double z) {
  return std::erfc(-z / std::sqrt(2.0)) / 2;
}

TEST(Coverage, Normal) {
  const double found = coverage(9, [](Normal& normal) { return 9 + 2 * normal(); });
  EXPECT_NEAR(found, 0.963, limit(0.963));
}

// The fewest layouts that get an interval: the plain t interval, exact for normal data.
TEST(Coverage, NormalWithThreeLayouts) {
  const double found = coverage(
      9, [](Normal& normal) { return 9 + 2 * normal(); }, 3);
  EXPECT_NEAR(found, 0.95, limit(0.95));
}

// exp(N(0, 0.5)): skewness 1.75. The target is the 20 % trimmed mean of the population,
// exp(s^2 / 2) (Phi(z - s) - Phi(-z - s)) / 0.6 with z the 80 % quantile.
TEST(Coverage, Skewed) {
  const double s = 0.5;
  const double z = 0.8416212335729143;
  const double target = std::exp(s * s / 2) * (phi(z - s) - phi(-z - s)) / 0.6;
  const double found = coverage(target, [&](Normal& normal) { return std::exp(s * normal()); });
  EXPECT_NEAR(found, 0.956, limit(0.956));
}

// Each layout is 4 times slower with probability 1/16, as the bad processes of docs/method.md are.
// The target is the effect of the sound ones.
TEST(Coverage, OneInSixteenFourTimesSlower) {
  const double found = coverage(9, [](Normal& normal) {
    const double sound = 9 + 2 * normal();
    const bool bad = normal() > 1.5341205443525465;  // the 15/16 quantile
    return bad ? 4 * (100 + sound) - 100 : sound;
  });
  EXPECT_NEAR(found, 0.961, limit(0.961));
}

// The same data through a plain mean: the reason for trimming.
TEST(Coverage, TheMeanWouldNotDo) {
  Normal normal(7);
  int off = 0;
  for (int run = 0; run < 200; ++run) {
    double sum = 0;
    for (int i = 0; i < kLayouts; ++i) sum += normal() > 1.5341205443525465 ? 336 : 9;
    off += std::abs(sum / kLayouts - 9) > 10 ? 1 : 0;
  }
  EXPECT_GT(off, 100);
}

}  // namespace
}  // namespace tracetoll
