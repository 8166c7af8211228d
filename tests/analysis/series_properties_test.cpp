// What must hold for slopes and autocorrelations, whatever the values look like.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "autocorrelation.hpp"
#include "sample_kinds.hpp"
#include "slope.hpp"

namespace tracetoll {
namespace {

std::vector<DosePoint> points(const std::vector<double>& values, double slope, double shift) {
  std::vector<DosePoint> result;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t growing = i / 2 * i;  // the first two are equal
    const auto dose = static_cast<double>(growing);
    result.push_back({dose, values[i] + slope * dose + shift});
  }
  return result;
}

TEST(SeriesProperties, SlopeFollowsShiftScaleAndOrder) {
  for (const auto& [name, values] : sample_kinds(17)) {
    SCOPED_TRACE(name);
    const double slope = *theil_sen(points(values, 0, 0));
    EXPECT_NEAR(*theil_sen(points(values, 2, 17)), slope + 2, tolerance(values));
    EXPECT_NEAR(*theil_sen(points(mapped(values, -3, 0), 0, 0)), -3 * slope, tolerance(values));
    auto turned = points(values, 0, 0);
    std::reverse(turned.begin(), turned.end());
    EXPECT_EQ(*theil_sen(turned), slope);
    for (auto& point : turned) point.dose *= -4;
    EXPECT_EQ(*theil_sen(turned), slope / -4);
  }
}

// At even distances no value holds half of the weight, not even the last.
TEST(SeriesProperties, OneWildValueKeepsTheSlopeAmongTheOthers) {
  for (const auto& [name, values] : sample_kinds(18)) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      SCOPED_TRACE(name + ", value " + std::to_string(i));
      const auto [least, most] = range_without(values, i);
      for (const double wild : {4 * values[i], 1e12, -1e12}) {
        std::vector<DosePoint> line;
        for (std::size_t j = 0; j < values.size(); ++j) {
          line.push_back({static_cast<double>(j), j == i ? wild : values[j]});
        }
        EXPECT_LE(std::abs(*theil_sen(line)), most - least);
      }
    }
  }
}

TEST(SeriesProperties, AutocorrelationIgnoresShiftScaleAndTheOrderOfSeries) {
  for (const auto& [name, values] : sample_kinds(19)) {
    SCOPED_TRACE(name);
    const auto found = lag1({values, reversed(values), {values[0]}});
    ASSERT_EQ(found.has_value(), name.find("constant") != 0);
    if (!found) continue;
    EXPECT_LE(std::abs(*found), 1);
    const auto moved = mapped(values, -3, 17);
    const double rounding = name.find("tiny") == 0 ? 1e-4 : 1e-8;
    EXPECT_NEAR(*lag1({{moved[0]}, moved, reversed(moved)}), *found, rounding);
    EXPECT_NEAR(*lag1({values, values, {values[0]}}), *found, 1e-8);  // time may run backwards
  }
}

TEST(SeriesProperties, DecorrelatedIsShorterAndWithinTheRange) {
  for (const auto& [name, values] : sample_kinds(20)) {
    SCOPED_TRACE(name);
    const auto merged = decorrelated(values);
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    for (const double value : merged) EXPECT_TRUE(*least <= value && value <= *most) << value;
    EXPECT_TRUE(merged.size() == values.size() || merged.size() >= 12U);
    EXPECT_TRUE(merged.size() < 24 || lag1({merged}).value_or(0) <= 0.2);
  }
}

}  // namespace
}  // namespace tracetoll
