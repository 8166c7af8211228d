// What fit_dose_line promises, by simulation with fixed seeds: 2,000 runs of 16 layouts with the
// doses 0, 1, 4, 16, 64, 256 and normal noise of 0.5 on every point, dose 0 included. The limits
// are 4.9 standard deviations of a binomial from the shares that slope.hpp states.

#include <gtest/gtest.h>

#include <cmath>

#include "simulated_run.hpp"
#include "slope.hpp"

namespace tracetoll {
namespace {

constexpr int kRuns = 2000;
constexpr double kSlope = 0.1;
constexpr double kNoise = 0.5;

double limit(double stated) {
  return 4.9 * std::sqrt(stated * (1 - stated) / kRuns);
}

std::map<int, DoseCurve> draw(Normal& normal, double beyond_64) {
  std::map<int, DoseCurve> layouts;
  for (int layout = 0; layout < 16; ++layout) {
    const double dose_zero = kNoise * normal();
    auto& curve = layouts[layout];
    curve[0] = 0;
    for (const int dose : {1, 4, 16, 64, 256}) {
      curve[dose] = kSlope * dose + (dose > 64 ? beyond_64 : 0) + kNoise * normal() - dose_zero;
    }
  }
  return layouts;
}

TEST(SlopeCoverage, StraightLinesAreSeldomCutShortAndTheirSlopeIsHeld) {
  Normal normal(3);
  std::map<int, int> knees;
  int held = 0;
  for (int run = 0; run < kRuns; ++run) {
    const auto line = fit_dose_line(draw(normal, 0), 0.95, 0.99);
    if (line.knee) ++knees[*line.knee];
    held += line.slope.interval->low <= kSlope && kSlope <= line.slope.interval->high ? 1 : 0;
  }
  for (const int dose : {4, 16, 64}) {
    EXPECT_NEAR(static_cast<double>(knees[dose]) / kRuns, 0.004, limit(0.004)) << dose;
  }
  EXPECT_NEAR(static_cast<double>(held) / kRuns, 0.935, limit(0.935));
}

// It must be able to see one, too. At 256 the line of the lower doses errs by 2.3 in each layout,
// 0.6 in the mean of 16: a step of 5 is found nearly always.
TEST(SlopeCoverage, AKneeIsFound) {
  Normal normal(4);
  int found = 0;
  for (int run = 0; run < kRuns / 10; ++run) {
    const auto line = fit_dose_line(draw(normal, 5), 0.95, 0.99);
    found += line.knee == 64 && line.departure.positive() ? 1 : 0;
  }
  EXPECT_GT(found, 0.9 * kRuns / 10);
}

}  // namespace
}  // namespace tracetoll
