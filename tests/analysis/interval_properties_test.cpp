// What must hold for every interval estimator, whatever the sample looks like.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <string>

#include "sample_kinds.hpp"
#include "sign_test.hpp"
#include "statistics.hpp"

namespace tracetoll {
namespace {

struct Estimator {
  std::string name;
  Estimate (*estimate)(const std::vector<double>& values, double level);
};

void PrintTo(const Estimator& estimator, std::ostream* out) {
  *out << estimator.name;
}

const std::vector<Estimator> kEstimators = {
    {"Location", estimate_location},
    {"MedianAnytime",
     [](const std::vector<double>& values, double level) {
       return estimate_median_anytime(values, level, "rounds");
     }},
    {"MedianBySigns",
     [](const std::vector<double>& values, double level) {
       return estimate_median_by_signs(values, level, "rounds");
     }},
};

class IntervalProperties : public testing::TestWithParam<Estimator> {
 protected:
  static Interval interval(const std::vector<double>& values, double level = 0.95) {
    return GetParam().estimate(values, level).interval.value();
  }
};

// Of the rounding that sums of the sample's size leave.
void expect_near(const Interval& found, const Interval& expected, double size) {
  const double tolerance = 1e-12 * size;
  EXPECT_NEAR(found.value, expected.value, tolerance);
  EXPECT_NEAR(found.low, expected.low, tolerance);
  EXPECT_NEAR(found.high, expected.high, tolerance);
}

double size_of(const std::vector<double>& values) {
  double size = 0;
  for (const double value : values) size = std::max(size, std::abs(value));
  return 10 * size;
}

TEST_P(IntervalProperties, OrderDoesNotMatter) {
  for (auto [name, values] : sample_kinds(1)) {
    SCOPED_TRACE(name);
    const auto before = interval(values);
    std::reverse(values.begin(), values.end());
    std::rotate(values.begin(), values.begin() + 3, values.end());
    const auto after = interval(values);
    EXPECT_EQ(after.value, before.value);
    EXPECT_EQ(after.low, before.low);
    EXPECT_EQ(after.high, before.high);
  }
}

TEST_P(IntervalProperties, FollowsShiftAndScale) {
  for (const auto& [name, values] : sample_kinds(2)) {
    SCOPED_TRACE(name);
    const auto [value, low, high] = interval(values);
    const auto moved = mapped(values, 3, 17);
    expect_near(interval(moved), {3 * value + 17, 3 * low + 17, 3 * high + 17}, size_of(moved));
  }
}

TEST_P(IntervalProperties, SignFlipMirrors) {
  for (const auto& [name, values] : sample_kinds(3)) {
    SCOPED_TRACE(name);
    const auto [value, low, high] = interval(values);
    expect_near(interval(mapped(values, -1, 0)), {-value, -high, -low}, size_of(values));
  }
}

TEST_P(IntervalProperties, HigherLevelContainsLower) {
  for (const auto& [name, values] : sample_kinds(4)) {
    SCOPED_TRACE(name);
    auto inner = interval(values, 0.2);
    for (const double level : {0.5, 0.8, 0.9, 0.95}) {
      const auto outer = interval(values, level);
      EXPECT_LE(outer.low, inner.low) << level;
      EXPECT_GE(outer.high, inner.high) << level;
      EXPECT_EQ(outer.value, inner.value) << level;
      inner = outer;
    }
    // Until there is none, it goes on widening.
    const auto at_99 = GetParam().estimate(values, 0.999).interval;
    if (at_99) {
      EXPECT_LE(at_99->low, inner.low);
      EXPECT_GE(at_99->high, inner.high);
    }
  }
}

TEST_P(IntervalProperties, IsFiniteAndHoldsItsValue) {
  for (const auto& [name, values] : sample_kinds(5)) {
    SCOPED_TRACE(name);
    const auto estimate = GetParam().estimate(values, 0.95);
    ASSERT_TRUE(estimate.interval);
    EXPECT_TRUE(estimate.reason.empty());
    EXPECT_EQ(estimate.n, static_cast<int>(values.size()));
    EXPECT_EQ(estimate.level, 0.95);
    const auto [value, low, high] = *estimate.interval;
    EXPECT_TRUE(std::isfinite(low) && std::isfinite(high));
    EXPECT_LE(low, value);
    EXPECT_LE(value, high);
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    EXPECT_EQ(estimate.layouts.low, *least);
    EXPECT_EQ(estimate.layouts.high, *most);
    EXPECT_TRUE(std::isfinite(estimate.layouts.sd));
    EXPECT_EQ(estimate.layouts.sd == 0, *least == *most);
  }
}

// The ends belong to the interval: a value on 0 resolves nothing.
TEST_P(IntervalProperties, ResolvedIsExcludingZero) {
  for (const auto& [name, values] : sample_kinds(6)) {
    SCOPED_TRACE(name);
    const auto [value, low, high] = interval(values);
    // An end that is no value of the sample is only known but for rounding.
    const double in = GetParam().name == "Location" ? 1e-6 * (high - low) : 0;
    for (const double zero : {low - 1, low + in, (low + high) / 2, high - in, high + 1}) {
      const auto estimate = GetParam().estimate(mapped(values, 1, -zero), 0.95);
      EXPECT_EQ(estimate.positive(), estimate.interval->low > 0);
      EXPECT_EQ(estimate.negative(), estimate.interval->high < 0);
      EXPECT_EQ(estimate.resolved(), estimate.positive() || estimate.negative());
      EXPECT_EQ(estimate.positive(), zero < low) << zero;
      EXPECT_EQ(estimate.negative(), zero > high) << zero;
    }
  }
}

TEST_P(IntervalProperties, ConstantHasNoWidth) {
  for (const double value : {0.0, 0.1, -632.0, 1e15}) {
    const auto found = interval(std::vector<double>(16, value));
    EXPECT_EQ(found.low, value);
    EXPECT_EQ(found.value, value);
    EXPECT_EQ(found.high, value);
  }
}

TEST_P(IntervalProperties, TooFewIsAState) {
  for (const std::vector<double>& values : {std::vector<double>{}, {1.0}, {1.0, 2.0}}) {
    for (const double level : {0.1, 0.95, 0.999}) {
      const auto estimate = GetParam().estimate(values, level);
      EXPECT_FALSE(estimate.interval);
      EXPECT_FALSE(estimate.resolved());
      EXPECT_EQ(estimate.n, static_cast<int>(values.size()));
      EXPECT_EQ(estimate.level, level);
      EXPECT_EQ(estimate.reason.rfind("not enough ", 0), 0U) << estimate.reason;
    }
  }
}

// A process that is 4 times slower, or a clock that went mad: the interval stays near the others.
// A median's stays among them; a trimmed mean's reaches beyond by less than their range. At a level
// for which eight values do without the outermost on either side.
TEST_P(IntervalProperties, OneWildValueIsBounded) {
  for (const auto& [name, values] : sample_kinds(7)) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      SCOPED_TRACE(name + ", value " + std::to_string(i));
      const auto [least, most] = range_without(values, i);
      const double slack = GetParam().name == "Location" ? most - least : 0;
      for (const double wild : {4 * values[i], 1e12, -1e12}) {
        auto spoilt = values;
        spoilt[i] = wild;
        const auto [value, low, high] = interval(spoilt, 0.5);
        EXPECT_TRUE(least <= value && value <= most) << value;
        EXPECT_GE(low, least - slack);
        EXPECT_LE(high, most + slack);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, IntervalProperties, testing::ValuesIn(kEstimators),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace tracetoll
