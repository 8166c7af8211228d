#include "block_counters.hpp"

#include <cerrno>

#include "fake_kernel.hpp"

namespace tracetoll {
namespace {

using testing::FakeKernel;
using testing::is_hardware;

using Groups = std::vector<std::vector<std::string>>;

const Groups kOne = {{"instructions", "branches"}};
const Groups kTwo = {{"instructions", "branches"}, {"cycles", "branch-misses"}};

// Without the software events, which have a group of their own.
BlockCounts block(BlockCounters& counters, FakeKernel& kernel, int round) {
  counters.begin(round);
  kernel.ran(kKnownLoops[0], 100);
  BlockCounts counts = counters.end();
  for (const char* name : kSoftwareEvents) {
    EXPECT_TRUE(counts.counters.contains(name)) << name;
    counts.counters.erase(name);
  }
  return counts;
}

TEST(BlockCounters, CountTheBlockAlone) {
  FakeKernel kernel;
  BlockCounters counters(kernel, kOne, kernel.runner());
  for (int round = 0; round < 3; ++round) {
    const BlockCounts counts = block(counters, kernel, round);
    EXPECT_EQ(counts.counters,
              (std::map<std::string, double>{{"instructions", 200}, {"branches", 100}}));
    EXPECT_EQ(counts.lost, "");
    kernel.ran(kKnownLoops[0], 5);
  }
}

// More events than counters: each is counted in its rounds, and never scaled.
TEST(BlockCounters, SeveralGroupsTakeTurnsByTheGlobalRound) {
  FakeKernel kernel;
  BlockCounters counters(kernel, kTwo, kernel.runner());
  for (const int round : {7, 8, 9, 1'000'000}) {
    const BlockCounts counts = block(counters, kernel, round);
    EXPECT_EQ(counts.counters.contains("branches"), round % 2 == 0) << round;
    EXPECT_EQ(counts.counters.contains("cycles"), round % 2 == 1) << round;
    EXPECT_EQ(counts.counters.size(), 2U);
    EXPECT_EQ(counts.lost, "");
  }
  EXPECT_EQ(group_of_round(std::int64_t{1} << 40, 3), 1U);
}

// The cost of counting: one group stays on, several go on and off.
TEST(BlockCounters, ABlockCostsAtMostOneEnableAndOneDisableAndTwoReadingsAGroup) {
  for (const Groups& groups : {kOne, kTwo}) {
    FakeKernel kernel;
    BlockCounters counters(kernel, groups, kernel.runner());
    block(counters, kernel, 0);
    const int enables = kernel.enables, disables = kernel.disables, reads = kernel.reads;
    block(counters, kernel, 1);
    EXPECT_EQ(kernel.enables - enables, groups.size() == 1 ? 0 : 1);
    EXPECT_EQ(kernel.disables - disables, groups.size() == 1 ? 0 : 1);
    EXPECT_EQ(kernel.reads - reads, 4);
  }
}

TEST(BlockCounters, AnEnableThatFailsLaterLosesItsBlockAlone) {
  FakeKernel kernel;
  BlockCounters counters(kernel, kTwo, kernel.runner());
  const int before = kernel.enables;
  kernel.enable_result = [&](int enable) { return enable == before + 2 ? -EBUSY : 0; };
  EXPECT_EQ(block(counters, kernel, 0).counters.size(), 2U);
  const BlockCounts lost = block(counters, kernel, 1);
  EXPECT_TRUE(lost.counters.empty());
  EXPECT_EQ(lost.lost, "the group cannot be enabled (Device or resource busy)");
  EXPECT_EQ(block(counters, kernel, 3).counters.size(), 2U);
}

// A pinned group that the kernel gave up stays in error until it is enabled anew.
TEST(BlockCounters, AGroupThatLostItsPlaceIsEnabledAnew) {
  FakeKernel kernel;
  BlockCounters counters(kernel, kOne, kernel.runner());
  const int software_and_own = kernel.reads + 2;
  kernel.read_result = [&](int read) -> std::ptrdiff_t {
    return read == software_and_own + 1 ? 0 : 1;
  };
  const int enables = kernel.enables;
  const BlockCounts lost = block(counters, kernel, 0);
  EXPECT_TRUE(lost.counters.empty());
  EXPECT_NE(lost.lost.find("lost its place"), std::string::npos);
  EXPECT_EQ(block(counters, kernel, 1).counters.size(), 2U);
  EXPECT_EQ(kernel.enables, enables + 2);
}

// A CPU that goes offline under the group.
TEST(BlockCounters, AReadingThatFailsLosesItsBlockAndTheRunGoesOn) {
  FakeKernel kernel;
  BlockCounters counters(kernel, kOne, kernel.runner());
  kernel.read_result = [](int) -> std::ptrdiff_t { return -ENODEV; };
  counters.begin(0);
  const BlockCounts lost = counters.end();
  EXPECT_TRUE(lost.counters.empty());
  EXPECT_NE(lost.lost.find("cannot be read (No such device)"), std::string::npos) << lost.lost;
  kernel.read_result = [](int) -> std::ptrdiff_t { return 1; };
  EXPECT_EQ(block(counters, kernel, 1).counters.size(), 2U);
}

TEST(BlockCounters, AMultiplexedBlockHasNoFigures) {
  FakeKernel kernel;
  BlockCounters counters(kernel, kOne, kernel.runner());
  kernel.share = 1.0 / 3;
  counters.begin(0);
  const BlockCounts lost = counters.end();
  EXPECT_TRUE(lost.counters.empty());
  EXPECT_NE(lost.lost.find("2 events were on the PMU 33.3 % of the time"), std::string::npos);
}

// Planned in the survey's process, refused in this one.
TEST(BlockCounters, AGroupThatCannotBeOpenedHereSaysSoInEachOfItsBlocks) {
  FakeKernel kernel;
  kernel.refuse = [](const perf_event_attr& attributes, std::size_t) {
    return is_hardware(attributes, PERF_COUNT_HW_CPU_CYCLES) ? EMFILE : 0;
  };
  BlockCounters counters(kernel, {{"cycles"}, {"instructions"}}, kernel.runner());
  EXPECT_EQ(block(counters, kernel, 0).lost,
            "cycles: no file descriptor is left (EMFILE): raise 'ulimit -n'");
  EXPECT_EQ(block(counters, kernel, 1).counters.size(), 1U);
}

TEST(BlockCounters, WithoutGroupsOnlyTheSoftwareEventsAreCounted) {
  FakeKernel kernel;
  BlockCounters counters(kernel, {}, kernel.runner());
  const BlockCounts counts = block(counters, kernel, 0);
  EXPECT_TRUE(counts.counters.empty());
  EXPECT_EQ(counts.lost, "");
}

}  // namespace
}  // namespace tracetoll
