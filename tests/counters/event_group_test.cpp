#include "event_group.hpp"

#include <dirent.h>

#include <cerrno>

#include "fake_kernel.hpp"

namespace tracetoll {
namespace {

using testing::FakeKernel;

Event event(std::uint64_t config, bool kernel = false) {
  Event result;
  result.type = PERF_TYPE_HARDWARE;
  result.config = config;
  result.kernel = kernel;
  return result;
}

const std::vector<Event> kTwo = {event(PERF_COUNT_HW_INSTRUCTIONS),
                                 event(PERF_COUNT_HW_BRANCH_INSTRUCTIONS, true)};

int open_descriptors() {
  DIR* folder = ::opendir("/proc/self/fd");
  int count = 0;
  while (::readdir(folder) != nullptr) ++count;
  ::closedir(folder);
  return count;
}

// Pinned and disabled are the leader's alone: a disabled sibling would never count.
TEST(EventGroup, TheLeaderIsPinnedAndDisabledAndTheModesAreEachEventsOwn) {
  FakeKernel kernel;
  ASSERT_TRUE(EventGroup::open(kernel, kTwo).group);
  ASSERT_EQ(kernel.opened.size(), 2U);
  EXPECT_TRUE(kernel.opened[0].pinned && kernel.opened[0].disabled);
  EXPECT_FALSE(kernel.opened[1].pinned || kernel.opened[1].disabled);
  EXPECT_TRUE(kernel.opened[0].exclude_kernel);
  EXPECT_FALSE(kernel.opened[1].exclude_kernel);
  EXPECT_FALSE(kernel.opened[0].exclude_user || kernel.opened[1].exclude_user);
  EXPECT_EQ(kernel.opened[0].size, sizeof(perf_event_attr));
}

TEST(EventGroup, CountsWhatRunsWhileItIsEnabled) {
  FakeKernel kernel;
  const auto group = EventGroup::open(kernel, kTwo).group;
  kernel.ran(kKnownLoops[0], 1000);
  ASSERT_EQ(group->enable(), "");
  const CounterReading before = group->read();
  kernel.ran(kKnownLoops[0], 10);
  EXPECT_EQ(count_between({"instructions", "branches"}, before, group->read()).counts,
            (std::vector<double>{20, 10}));
  EXPECT_EQ(group->disable(), "");
  EXPECT_STREQ(group->way(), "read");
}

// The events before the refused one must not stay open: they would count on, and hold counters.
TEST(EventGroup, ARefusedEventLeavesNothingOpen) {
  FakeKernel kernel;
  const int before = open_descriptors();
  kernel.refuse = [](const auto&, std::size_t place) { return place == 2 ? EINVAL : 0; };
  const auto opened = EventGroup::open(kernel, kTwo);
  EXPECT_FALSE(opened.group);
  EXPECT_EQ(opened.error, EINVAL);
  EXPECT_EQ(opened.refused, 1U);
  EXPECT_EQ(opened.reason, "the PMU cannot hold these 2 events in one group (EINVAL)");
  EXPECT_EQ(open_descriptors(), before);
}

TEST(EventGroup, ClosesWithTheObject) {
  FakeKernel kernel;
  const int before = open_descriptors();
  {
    const auto group = EventGroup::open(kernel, kTwo).group;
    EXPECT_EQ(open_descriptors(), before + 2);
  }
  EXPECT_EQ(open_descriptors(), before);
}

TEST(EventGroup, ReadingsSayHowTheyFailed) {
  FakeKernel kernel;
  const auto group = EventGroup::open(kernel, kTwo).group;
  kernel.read_result = [](int read) -> std::ptrdiff_t { return read == 1 ? 0 : -ENODEV; };
  EXPECT_TRUE(group->read().lost_place);
  EXPECT_EQ(group->read().error, ENODEV);
}

// Where a page is there, but the group's second event is off its counter, the first one's value
// and the second one's would be of different moments and ways: the kernel reads both.
class PagedKernel : public FakeKernel {
 public:
  perf_event_mmap_page pages[2] = {};
  int mapped = 0;

  PagedKernel() {
    for (std::uint32_t i = 0; i < 2; ++i) {
      pages[i].cap_user_rdpmc = 1;
      pages[i].cap_user_time = 1;
      pages[i].index = i + 1;
      pages[i].pmc_width = 48;
      pages[i].time_mult = 1;
    }
  }
  const perf_event_mmap_page* map(int) override { return &pages[mapped++]; }
  void unmap(const perf_event_mmap_page*) override { --mapped; }
  bool has_rdpmc() const override { return true; }
  std::uint64_t rdpmc(std::uint32_t counter) const override { return 100 + counter; }
  std::uint64_t rdtsc() const override { return 5; }
};

TEST(EventGroup, ReadsByRdpmcWhereAllEventsCanBe) {
  PagedKernel kernel;
  {
    const auto group = EventGroup::open(kernel, kTwo).group;
    const CounterReading reading = group->read();
    EXPECT_EQ(reading.values[0], 100U);
    EXPECT_EQ(reading.values[1], 101U);
    EXPECT_EQ(reading.enabled_ns, 5U);
    EXPECT_STREQ(group->way(), "rdpmc");
    EXPECT_EQ(kernel.reads, 0);
  }
  EXPECT_EQ(kernel.mapped, 0);
}

TEST(EventGroup, OneEventOffItsCounterMakesTheKernelReadAll) {
  PagedKernel kernel;
  kernel.pages[1].index = 0;
  const auto group = EventGroup::open(kernel, kTwo).group;
  EXPECT_EQ(group->read().values[0], 0U);
  EXPECT_STREQ(group->way(), "read");
  EXPECT_EQ(kernel.reads, 1);
}

TEST(EventGroup, RdpmcCanBeForgone) {
  PagedKernel kernel;
  const auto group = EventGroup::open(kernel, kTwo).group;
  group->without_rdpmc();
  EXPECT_EQ(kernel.mapped, 0);
  group->read();
  EXPECT_STREQ(group->way(), "read");
}

}  // namespace
}  // namespace tracetoll
