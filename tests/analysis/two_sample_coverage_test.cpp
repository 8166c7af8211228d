// Does a 95 % interval of a difference hold its target in 95 % of the pairs of runs, and does
// Holm's procedure keep what it promises on top of it? 4,000 simulated pairs for each kind of data.
// As in coverage_test.cpp, a test fails when the count is outside what a binomial with the stated
// rate gives with probability 1e-6 (4.9 standard deviations). The stated rates are those of
// two_sample.hpp.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "holm.hpp"
#include "simulated_run.hpp"
#include "two_sample.hpp"

namespace tracetoll {
namespace {

constexpr int kRuns = 4000;
using Draw = std::function<double(Normal&)>;

double limit(double stated) {
  return 4.9 * std::sqrt(stated * (1 - stated) / kRuns);
}

std::vector<double> draw_some(Normal& normal, int count, const Draw& draw) {
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(draw(normal));
  return values;
}

double coverage(double target, int first, const Draw& draw_first, int second,
                const Draw& draw_second) {
  Normal normal(20260102);
  int held = 0;
  for (int run = 0; run < kRuns; ++run) {
    const auto before = draw_some(normal, first, draw_first);
    const auto after = draw_some(normal, second, draw_second);
    const Interval interval = compare_samples(before, after).difference->at(0.95);
    held += interval.low <= target && target <= interval.high ? 1 : 0;
  }
  return static_cast<double>(held) / kRuns;
}

double standard(Normal& normal) {
  return normal();
}

TEST(TwoSampleCoverage, Normal) {
  const Draw shifted = [](Normal& normal) { return 3 + normal(); };
  EXPECT_NEAR(coverage(3, 16, standard, 16, shifted), 0.95, limit(0.95));
}

TEST(TwoSampleCoverage, UnequalSpreads) {
  const Draw wide = [](Normal& normal) { return 3 * normal(); };
  EXPECT_NEAR(coverage(0, 16, standard, 16, wide), 0.946, limit(0.946));
}

// Welch's t of three and three is too wide rather than too narrow.
TEST(TwoSampleCoverage, ThreeLayoutsEach) {
  EXPECT_NEAR(coverage(0, 3, standard, 3, standard), 0.965, limit(0.965));
}

TEST(TwoSampleCoverage, FewBesideMany) {
  EXPECT_NEAR(coverage(0, 5, standard, 16, standard), 0.927, limit(0.927));
}

TEST(TwoSampleCoverage, OneInSixteenFourTimesSlower) {
  const Draw draw = [](Normal& normal) {
    const double sound = 9 + 2 * normal();
    const bool bad = normal() > 1.5341205443525465;  // the 15/16 quantile
    return bad ? 4 * (100 + sound) - 100 : sound;
  };
  EXPECT_NEAR(coverage(0, 16, draw, 16, draw), 0.954, limit(0.954));
}

// The share of pairs of runs in which anything at all is resolved though nothing changed: 11
// variants against one baseline, 16 layouts each.
double false_alarms(double shared, bool adjusted) {
  constexpr int kVariants = 11;
  constexpr int kLayouts = 16;
  Normal normal(20260103);
  int alarms = 0;
  for (int run = 0; run < kRuns; ++run) {
    const auto baseline_before = draw_some(normal, kLayouts, standard);
    const auto baseline_after = draw_some(normal, kLayouts, standard);
    std::vector<std::optional<double>> p_values;
    for (int variant = 0; variant < kVariants; ++variant) {
      auto before = draw_some(normal, kLayouts, standard);
      auto after = draw_some(normal, kLayouts, standard);
      for (std::size_t i = 0; i < before.size(); ++i) {
        before[i] -= shared * baseline_before[i];
        after[i] -= shared * baseline_after[i];
      }
      p_values.push_back(compare_samples(before, after).difference->p_value());
    }
    const auto decisions = holm(p_values, 0.05);
    alarms += adjusted ? std::ranges::any_of(decisions, [](auto& d) { return d->rejected; })
                       : std::ranges::any_of(p_values, [](auto& p) { return *p <= 0.05; });
  }
  return static_cast<double>(alarms) / kRuns;
}

TEST(FamilyWiseError, IsFivePercentOfIndependentEffects) {
  EXPECT_NEAR(false_alarms(0, true), 0.05, limit(0.05));
}

// Effects share `none`, so that they are off together: fewer alarms, each of more of them.
TEST(FamilyWiseError, IsNoMoreWithASharedBaseline) {
  EXPECT_NEAR(false_alarms(1, true), 0.048, limit(0.048));
}

// The reason for the procedure: 1 - 0.95^11 = 0.43.
TEST(FamilyWiseError, WouldBeFortyPercentWithoutHolm) {
  EXPECT_GT(false_alarms(0, false), 0.35);
}

}  // namespace
}  // namespace tracetoll
