// What must hold for every figure without an interval, whatever the sample looks like. Intervals:
// interval_properties_test.cpp.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "sample_kinds.hpp"
#include "sign_test.hpp"
#include "statistics.hpp"

namespace tracetoll {
namespace {

TEST(EstimatorProperties, LocationsFollowShiftScaleAndOrder) {
  for (const auto& [name, values] : sample_kinds(11)) {
    SCOPED_TRACE(name);
    for (const auto location : {median, trimmed_mean}) {
      const double found = *location(values);
      EXPECT_EQ(*location(reversed(values)), found);
      EXPECT_NEAR(*location(mapped(values, -3, 17)), -3 * found + 17, tolerance(values));
    }
  }
}

TEST(EstimatorProperties, ScalesIgnoreShiftAndSign) {
  for (const auto& [name, values] : sample_kinds(12)) {
    SCOPED_TRACE(name);
    const double sd = *standard_deviation(values);
    const double error = *trimmed_standard_error(values);
    EXPECT_NEAR(*standard_deviation(mapped(values, -3, 17)), 3 * sd, tolerance(values));
    EXPECT_NEAR(*trimmed_standard_error(mapped(values, -3, 17)), 3 * error, tolerance(values));
    EXPECT_EQ(*trimmed_standard_error(reversed(values)), error);
    EXPECT_GE(error, 0);
    EXPECT_EQ(sd == 0, name.find("constant") == 0);
  }
}

TEST(EstimatorProperties, OneWildValueKeepsLocationsAmongTheOthers) {
  for (const auto& [name, values] : sample_kinds(13)) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      SCOPED_TRACE(name + ", value " + std::to_string(i));
      const auto [least, most] = range_without(values, i);
      for (const double wild : {4 * values[i], 1e12, -1e12}) {
        auto spoilt = values;
        spoilt[i] = wild;
        for (const auto location : {median, trimmed_mean}) {
          EXPECT_GE(*location(spoilt), least);
          EXPECT_LE(*location(spoilt), most);
        }
        EXPECT_LE(*trimmed_standard_error(spoilt), most - least);
      }
    }
  }
}

// Only sides count: any increasing odd function leaves the p-value alone, and so does a wild value.
TEST(EstimatorProperties, SignTestKnowsOnlySides) {
  for (const auto& [name, values] : sample_kinds(14)) {
    SCOPED_TRACE(name);
    const double p = *sign_test_p(values);
    EXPECT_GT(p, 0);
    EXPECT_LE(p, 1);
    EXPECT_EQ(*sign_test_p(reversed(values)), p);
    EXPECT_EQ(*sign_test_p(mapped(values, -7, 0)), p);
    auto bent = values;
    for (double& value : bent) value = std::cbrt(value);
    bent[0] *= 1e12;
    EXPECT_EQ(*sign_test_p(bent), p);
  }
}

// One rule for p-value and interval, ties and zeros included: they can never contradict each other.
TEST(EstimatorProperties, SignTestAgreesWithItsInterval) {
  for (const auto& [name, sample] : sample_kinds(15)) {
    SCOPED_TRACE(name);
    for (const double shift : sample) {
      const auto values = mapped(sample, 1, -shift);
      for (const double level : {0.9, 0.95, 0.99}) {
        const auto estimate = estimate_median_by_signs(values, level, "rounds");
        if (!estimate.interval) continue;
        EXPECT_EQ(estimate.resolved(), *sign_test_p(values) <= 1 - level) << shift;
      }
    }
  }
}

// Looking at any time is never free.
TEST(EstimatorProperties, AnytimeContainsFixed) {
  for (const auto& [name, values] : sample_kinds(16)) {
    SCOPED_TRACE(name);
    const auto anytime = *estimate_median_anytime(values, 0.95, "rounds").interval;
    const auto fixed = *estimate_median_by_signs(values, 0.95, "rounds").interval;
    EXPECT_LE(anytime.low, fixed.low);
    EXPECT_GE(anytime.high, fixed.high);
  }
}

// In any unit, and whichever way the layouts are listed; a wild pair moves it little.
TEST(EstimatorProperties, ShareFollowsScaleAndOrder) {
  for (const auto& [name, values] : sample_kinds(21)) {
    SCOPED_TRACE(name);
    const auto total = mapped(values, name.find("contaminated") == 0 ? 0.01 : 0.1, 1e3);
    const auto part = mapped(reversed(values), 0.1, 2e2);
    const auto share = *estimate_share(part, total, 0.95).interval;
    EXPECT_LE(share.low, share.value);
    EXPECT_LE(share.value, share.high);
    const auto scaled = *estimate_share(mapped(part, -2, 0), mapped(total, 4, 0), 0.95).interval;
    EXPECT_NEAR(scaled.value, share.value / -2, 1e-9);
    EXPECT_NEAR(scaled.low, share.high / -2, 1e-9);
    const auto turned = *estimate_share(reversed(part), reversed(total), 0.95).interval;
    EXPECT_NEAR(turned.high, share.high, 1e-12);
    const auto wider = *estimate_share(part, total, 0.99).interval;
    EXPECT_LE(wider.low, share.low);
    EXPECT_GE(wider.high, share.high);
  }
  for (std::size_t n = 0; n < 3; ++n) {
    const std::vector<double> few(n, 1);
    EXPECT_FALSE(estimate_share(few, few, 0.95).interval);
    EXPECT_EQ(estimate_share(few, few, 0.95).reason, "not enough replicates");
  }
}

}  // namespace
}  // namespace tracetoll
