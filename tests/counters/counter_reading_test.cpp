#include "counter_reading.hpp"

#include <gtest/gtest.h>

#include <cerrno>

namespace tracetoll {
namespace {

constexpr std::uint64_t kMost = ~std::uint64_t{0};

CounterReading reading(std::uint64_t value, std::uint64_t enabled, std::uint64_t running) {
  CounterReading result;
  result.values[0] = value;
  result.enabled_ns = enabled;
  result.running_ns = running;
  return result;
}

CountsBetween count(const CounterReading& before, const CounterReading& after) {
  return count_between({"branches"}, before, after);
}

TEST(CounterReading, SubtractsReadings) {
  const CountsBetween counted = count(reading(100, 10, 10), reading(175, 30, 30));
  EXPECT_EQ(counted.counts, std::vector<double>{75});
  EXPECT_EQ(counted.lost, "");
}

// google/benchmark#1813: multiplexed counters were printed 2 to 3 times too low.
TEST(CounterReading, RefusesAMultiplexedGroup) {
  const CountsBetween counted = count(reading(0, 0, 0), reading(100, 300, 100));
  EXPECT_TRUE(counted.counts.empty());
  EXPECT_EQ(counted.lost, "multiplexed: 1 event was on the PMU 33.3 % of the time");
  EXPECT_EQ(times_failure(3, reading(0, 0, 0), reading(0, 100, 41)),
            "multiplexed: 3 events were on the PMU 41 % of the time");
}

// "on the PMU 100 % of the time" would be no reason.
TEST(CounterReading, OneNanosecondOffThePmuIsNotRoundedAway) {
  EXPECT_EQ(count(reading(0, 0, 0), reading(1, 10'000'000, 9'999'999)).lost,
            "multiplexed: 1 event was on the PMU 99.9 % of the time");
}

// A share computed as running * 100 overflows 64 bits after years, value * enabled after hours.
TEST(CounterReading, GreatNumbersDoNotOverflow) {
  EXPECT_EQ(count(reading(0, 0, 0), reading(kMost, kMost, kMost)).counts.at(0), 0x1p64);
  EXPECT_EQ(count(reading(0, 0, 0), reading(kMost, kMost, kMost / 4)).lost,
            "multiplexed: 1 event was on the PMU 25 % of the time");
}

// A reset changes the value but not the times, so only differences of the times mean anything.
TEST(CounterReading, JudgesTheTimesOfTheBlockAlone) {
  EXPECT_EQ(count(reading(0, 300, 100), reading(9, 310, 110)).counts, std::vector<double>{9});
}

// 0 / 0 would be a share of NaN, which compares as neither too small nor right.
TEST(CounterReading, AGroupThatWasNotEnabledCountedNothing) {
  const CountsBetween counted = count(reading(5, 70, 70), reading(5, 70, 70));
  EXPECT_TRUE(counted.counts.empty());
  EXPECT_EQ(counted.lost, "the group was not enabled");
}

TEST(CounterReading, WhatWentBackIsNoCount) {
  EXPECT_EQ(count(reading(100, 1, 1), reading(99, 2, 2)).lost, "branches went back from 100 to 99");
  EXPECT_EQ(count(reading(1, 5, 5), reading(2, 4, 6)).lost, "the times of the group went back");
  EXPECT_EQ(count(reading(1, 5, 5), reading(2, 6, 4)).lost, "the times of the group went back");
  EXPECT_EQ(count(reading(1, 5, 5), reading(2, 6, 7)).lost,
            "the group was on the PMU for longer than it was enabled");
}

TEST(CounterReading, AReadingThatFailedSaysWhy) {
  CounterReading gone, refused;
  gone.lost_place = true;
  refused.error = ENODEV;
  EXPECT_EQ(count(reading(1, 1, 1), gone).lost,
            "the group lost its place on the PMU (end of file): others hold its counters");
  EXPECT_EQ(count(gone, reading(1, 1, 1)).lost, count(reading(1, 1, 1), gone).lost);
  EXPECT_EQ(count(reading(1, 1, 1), refused).lost, "the counters cannot be read (No such device)");
}

}  // namespace
}  // namespace tracetoll
