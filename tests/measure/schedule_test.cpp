#include "schedule.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace tracetoll {
namespace {

int rounds_of_a_cycle(int variants) {
  return variants % 2 == 0 ? variants : 2 * variants;
}

// A variant that is always timed first pays for what the block before the round left behind.
TEST(WilliamsOrder, EveryVariantStandsAtEveryPositionEquallyOften) {
  for (int variants = 1; variants <= 15; ++variants) {
    std::map<std::pair<int, int>, int> count;
    const int rounds = rounds_of_a_cycle(variants);
    for (int round = 0; round < rounds; ++round) {
      const std::vector<int> order = williams_order(variants, round, 7);
      for (int position = 0; position < variants; ++position)
        ++count[{order[static_cast<std::size_t>(position)], position}];
    }
    ASSERT_EQ(count.size(), static_cast<std::size_t>(variants * variants));
    for (const auto& [place, times] : count) EXPECT_EQ(times, rounds / variants);
  }
}

// A variant that always follows the same one always finds the same caches.
TEST(WilliamsOrder, EveryVariantFollowsEveryOtherEquallyOften) {
  for (int variants = 2; variants <= 15; ++variants) {
    std::map<std::pair<int, int>, int> count;
    const int rounds = rounds_of_a_cycle(variants);
    for (int round = 0; round < rounds; ++round) {
      const std::vector<int> order = williams_order(variants, round, 7);
      for (std::size_t i = 1; i < order.size(); ++i) ++count[{order[i - 1], order[i]}];
    }
    ASSERT_EQ(count.size(), static_cast<std::size_t>(variants * (variants - 1)));
    for (const auto& [pair, times] : count) EXPECT_EQ(times, rounds / variants);
  }
}

TEST(WilliamsOrder, EveryRoundIsAPermutation) {
  for (int round = 0; round < 200; ++round) {
    const std::vector<int> order = williams_order(9, round, 1);
    EXPECT_EQ(std::set<int>(order.begin(), order.end()).size(), 9U);
  }
}

// Without it a run could not be repeated from its seed.
TEST(WilliamsOrder, DependsOnItsArgumentsAlone) {
  EXPECT_EQ(williams_order(9, 5, 42), williams_order(9, 5, 42));
}

TEST(WilliamsOrder, CyclesAndSeedsDiffer) {
  std::set<std::vector<int>> seen;
  for (int cycle = 0; cycle < 20; ++cycle) seen.insert(williams_order(10, 10 * cycle, 1));
  EXPECT_GT(seen.size(), 15U);
  EXPECT_NE(williams_order(12, 0, 1), williams_order(12, 0, 2));
}

TEST(Shuffled, IsAPermutationThatDependsOnIndexAndSeed) {
  const std::vector<int> order = shuffled(100, 3, 4);
  EXPECT_EQ(std::set<int>(order.begin(), order.end()).size(), 100U);
  EXPECT_EQ(order, shuffled(100, 3, 4));
  EXPECT_NE(order, shuffled(100, 4, 4));
  EXPECT_NE(order, shuffled(100, 3, 5));
}

}  // namespace
}  // namespace tracetoll
