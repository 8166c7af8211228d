#include "sequence_diff.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace tracetoll {
namespace {

using Sequence = std::vector<int>;

std::string script(const Sequence& left, const Sequence& right) {
  std::string text;
  for (const Step step : sequence_diff(left, right).steps) {
    text += step == Step::both ? '=' : step == Step::left ? '<' : '>';
  }
  return text;
}

// Follows the script along both sequences: it must use up both, and `both` must be of equals.
void check(const Sequence& left, const Sequence& right, const SequenceDiff& diff) {
  std::size_t i = 0, j = 0;
  for (const Step step : diff.steps) {
    if (step == Step::both) {
      ASSERT_LT(i, left.size());
      ASSERT_LT(j, right.size());
      ASSERT_EQ(left[i], right[j]);
    }
    i += step != Step::right ? 1 : 0;
    j += step != Step::left ? 1 : 0;
  }
  EXPECT_EQ(i, left.size());
  EXPECT_EQ(j, right.size());
}

TEST(SequenceDiff, SmallOnes) {
  EXPECT_EQ(script({}, {}), "");
  EXPECT_EQ(script({1}, {}), "<");
  EXPECT_EQ(script({}, {1, 2}), ">>");
  EXPECT_EQ(script({1, 2, 3}, {1, 2, 3}), "===");
  EXPECT_EQ(script({1, 2, 3}, {1, 3}), "=<=");
  EXPECT_EQ(script({1, 3}, {1, 2, 3}), "=>=");
  EXPECT_EQ(script({1, 2, 3}, {1, 4, 3}), "=<>=");
}

std::size_t longest_common(const Sequence& left, const Sequence& right) {
  std::vector<std::size_t> row(right.size() + 1);
  for (const int element : left) {
    std::size_t diagonal = 0;
    for (std::size_t j = 0; j < right.size(); j++) {
      const std::size_t above = row[j + 1];
      row[j + 1] = element == right[j] ? diagonal + 1 : std::max(above, row[j]);
      diagonal = above;
    }
  }
  return row.back();
}

Sequence random_sequence(std::mt19937& random, std::size_t size, int kinds) {
  Sequence result(size);
  for (int& element : result) element = std::uniform_int_distribution(0, kinds)(random);
  return result;
}

TEST(SequenceDiff, IsAShortestScriptWithinAWindow) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; round++) {
    const auto left = random_sequence(random, random() % 40, 4);
    const auto right = random_sequence(random, random() % 40, 4);
    const auto diff = sequence_diff(left, right);
    check(left, right, diff);
    EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(diff.steps, Step::both)),
              longest_common(left, right));
    EXPECT_FALSE(diff.windowed);
  }
}

// dtl starts over at 2 million points, and what it then returns need not be a script at all: the
// limit must keep it below.
TEST(SequenceDiff, TheMostPointsAreStillAScript) {
  const Sequence left(1200, 1);
  for (const std::size_t size : {1200, 600, 1}) {
    const Sequence right(size, 2);
    const auto diff = sequence_diff(left, right);
    check(left, right, diff);
    EXPECT_EQ(diff.steps.size(), left.size() + right.size());
  }
}

// Functions are as long as an enemy wants. Of quadratic work on these, 10^10 steps, this test would
// run into its time limit.
TEST(SequenceDiff, LongOnesTakeLinearTime) {
  constexpr std::size_t kLong = 20'000;  // 400 million pairs, were all of them compared
  std::mt19937 random(7);
  const Sequence ones(kLong, 1);
  const Sequence twos(kLong, 2);
  const auto noise = random_sequence(random, kLong, 50);
  const auto other_noise = random_sequence(random, kLong, 50);
  for (const auto& [left, right] : {std::pair(ones, twos), std::pair(noise, other_noise)}) {
    const auto diff = sequence_diff(left, right);
    check(left, right, diff);
    EXPECT_TRUE(diff.windowed);
  }
}

TEST(SequenceDiff, WhatIsEqualNeedsNoWindow) {
  Sequence left(100'000, 1);
  Sequence right = left;
  left[50'000] = 2;
  right.insert(right.begin() + 50'000, 700, 3);
  const auto diff = sequence_diff(left, right);
  check(left, right, diff);
  EXPECT_FALSE(diff.windowed);
  EXPECT_EQ(std::ranges::count(diff.steps, Step::both), std::ssize(left) - 1);
}

TEST(SequenceDiff, AShortOneFindsItsPlacesInALongOne) {
  Sequence right(5000, 1);
  right[1500] = 2;
  right[4000] = 3;
  const Sequence left = {4, 2, 3, 4};
  const auto diff = sequence_diff(left, right);
  check(left, right, diff);
  EXPECT_FALSE(diff.windowed);
  EXPECT_EQ(std::ranges::count(diff.steps, Step::both), 2);
}

// What one side has more than the other moves the windows apart, and they must meet again.
TEST(SequenceDiff, AnInsertionInALongOneLosesNothingElse) {
  std::mt19937 random(7);
  const auto left = random_sequence(random, 20'000, 1000);
  Sequence right = left;
  right.insert(right.begin() + 5000, 300, -1);
  right[0] = right.back() = -2;
  const auto diff = sequence_diff(left, right);
  check(left, right, diff);
  EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(diff.steps, Step::both)), left.size() - 2);
  EXPECT_TRUE(diff.windowed);
}

}  // namespace
}  // namespace tracetoll
