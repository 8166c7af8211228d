#include "autocorrelation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "simulated_run.hpp"

namespace tracetoll {
namespace {

// About 5/2: -1.5, -0.5, 0.5, 1.5. 2 (0.75 - 0.25 + 0.75) / (2.5 + 0.5 + 2.5).
TEST(Autocorrelation, ByHand) {
  EXPECT_DOUBLE_EQ(*lag1({{1, 2, 3, 4}}), 2 * 1.25 / 5.5);
  EXPECT_DOUBLE_EQ(*lag1({{1, -1, 1, -1}}), -1);
}

// No product reaches from one process into the next.
TEST(Autocorrelation, ProductsStayWithinASeries) {
  EXPECT_DOUBLE_EQ(*lag1({{1, -1, 1}, {1, -1, 1}, {-1, 1, -1}, {-1, 1, -1}}), -1);
  // Each process at a level of its own: the rounds of one are alike, which is a correlation.
  EXPECT_DOUBLE_EQ(*lag1({{1, 1, 1}, {-1, -1, -1}}), 1);
}

TEST(Autocorrelation, TooFewOrConstantIsAState) {
  EXPECT_EQ(lag1({}), std::nullopt);
  EXPECT_EQ(lag1({{}, {}}), std::nullopt);
  EXPECT_EQ(lag1({{1}, {2}, {3}, {4}}), std::nullopt);
  EXPECT_EQ(lag1({{1, 2, 3}}), std::nullopt);
  EXPECT_EQ(lag1({{1, 2}, {2, 1}}), std::nullopt);
  EXPECT_TRUE(lag1({{1, 2}, {2, 1}, {1, 2}}));
  // 0.1 ten times does not add up to 1, and would correlate by 1 with itself.
  EXPECT_EQ(lag1({std::vector<double>(10, 0.1)}), std::nullopt);
  EXPECT_EQ(lag1({{-1}, {0, 0, 0, 0}, {1}}), std::nullopt);
}

// 500 processes of 4 rounds, as in a run: neither the shortness of the series nor the pooled mean
// may bias it. Its standard error is 0.03 here; five of them are allowed.
TEST(Autocorrelation, ShortSeriesAreNotBiased) {
  for (const double truth : {0.0, 0.6, -0.4}) {
    Normal normal(5);
    std::vector<std::vector<double>> series(500);
    for (auto& each : series) {
      each.push_back(normal());
      while (each.size() < 4) {
        each.push_back(truth * each.back() + std::sqrt(1 - truth * truth) * normal());
      }
    }
    EXPECT_NEAR(*lag1(series), truth, 0.15);
  }
}

TEST(Autocorrelation, MergingHalves) {
  EXPECT_EQ(merge_rounds({1, 3, 5, 5, 9}), (std::vector<double>{2, 5}));
  EXPECT_EQ(merge_rounds({1}), std::vector<double>{});
  EXPECT_EQ(merge_rounds({}), std::vector<double>{});
}

std::vector<double> runs_of(int length, int n) {
  std::vector<double> values(static_cast<std::size_t>(n), 1);
  for (int i = 0; i < n; ++i) {
    if (i / length % 2 == 1) values[static_cast<std::size_t>(i)] = -1;
  }
  return values;
}

TEST(Autocorrelation, MergesUntilIndependentEnough) {
  // 0.75 at runs of eight, 0.5 at runs of four, 0 at runs of two.
  EXPECT_EQ(decorrelated(runs_of(8, 200)), runs_of(2, 50));
  EXPECT_EQ(decorrelated(runs_of(1, 100)), runs_of(1, 100));
  EXPECT_EQ(decorrelated(runs_of(8, 200), 0.6), runs_of(4, 100));
  EXPECT_EQ(decorrelated(runs_of(8, 200), 0.8), runs_of(8, 200));
}

TEST(Autocorrelation, StopsMergingWhenTooFewWouldBeLeft) {
  EXPECT_EQ(decorrelated(runs_of(12, 24)).size(), 12U);
  EXPECT_EQ(decorrelated(runs_of(12, 23)).size(), 23U);
  EXPECT_EQ(decorrelated(std::vector<double>(100, 7)).size(), 100U);
  EXPECT_TRUE(decorrelated({}).empty());
}

}  // namespace
}  // namespace tracetoll
