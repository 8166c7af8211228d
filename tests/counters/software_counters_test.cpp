#include "software_counters.hpp"

#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "fake_kernel.hpp"

namespace tracetoll {
namespace {

using testing::FakeKernel;

// exclude_kernel makes context-switches 0 for ever, and no error says so.
TEST(SoftwareCounters, AreNeverOpenedWithoutTheKernel) {
  FakeKernel kernel;
  SoftwareCounters counters(kernel);
  ASSERT_EQ(kernel.opened.size(), kSoftwareEvents.size());
  for (const perf_event_attr& attributes : kernel.opened) {
    EXPECT_EQ(attributes.type, static_cast<std::uint32_t>(PERF_TYPE_SOFTWARE));
    EXPECT_FALSE(attributes.exclude_kernel || attributes.exclude_user);
  }
  EXPECT_EQ(counters.availability().at("context-switches").source, "perf_event");
}

TEST(SoftwareCounters, ComeFromTheThreadsUsageWherePerfIsForbidden) {
  FakeKernel kernel;
  kernel.refuse = [](const auto&, std::size_t) { return EACCES; };
  SoftwareCounters counters(kernel);
  EXPECT_EQ(counters.availability().at("task-clock").source, "clock_gettime");
  EXPECT_EQ(counters.availability().at("context-switches").source, "getrusage");
  EXPECT_EQ(counters.availability().at("cpu-migrations").source, "sched_getcpu");
  EXPECT_EQ(counters.availability().at("page-faults").source, "getrusage");
  std::map<std::string, double> counted;
  std::string lost;
  counters.begin();
  counters.end(counted, lost);
  EXPECT_EQ(counted.size(), kSoftwareEvents.size());
  EXPECT_EQ(lost, "");
}

TEST(SoftwareCounters, UsageIsSubtracted) {
  const auto counted = usage_between({1000, 5, 70, 1}, {3500, 7, 71, 0});
  EXPECT_EQ(counted, (std::map<std::string, double>{{"task-clock", 2500},
                                                    {"context-switches", 2},
                                                    {"cpu-migrations", 1},
                                                    {"page-faults", 1}}));
  EXPECT_EQ(usage_between({0, 0, 0, 3}, {0, 0, 0, 3}).at("cpu-migrations"), 0);
}

// The two sources must mean the same by the same names: what is done on purpose is counted by both.
class SourceTest : public ::testing::TestWithParam<bool> {};

TEST_P(SourceTest, CountsFaultsSwitchesAndTime) {
  constexpr std::size_t kPages = 64;
  FakeKernel forbidding;
  forbidding.refuse = [](const auto&, std::size_t) { return EPERM; };
  SoftwareCounters counters(GetParam() ? perf_kernel() : forbidding);
  if (GetParam() && counters.availability().at("page-faults").source != "perf_event")
    GTEST_SKIP() << "perf may not count the kernel here";
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  void* memory =
      ::mmap(nullptr, kPages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  ::madvise(memory, kPages * page, MADV_NOHUGEPAGE);
  std::map<std::string, double> counted;
  std::string lost;
  counters.begin();
  for (std::size_t i = 0; i < kPages; ++i)
    const_cast<volatile char*>(static_cast<char*>(memory))[i * page] = 1;
  ::usleep(1);
  counters.end(counted, lost);
  ::munmap(memory, kPages * page);
  EXPECT_EQ(lost, "");
  EXPECT_GE(counted.at("page-faults"), kPages);
  EXPECT_GE(counted.at("context-switches"), 1);
  EXPECT_GT(counted.at("task-clock"), 0);
}

INSTANTIATE_TEST_SUITE_P(Both, SourceTest, ::testing::Bool(),
                         [](const auto& info) { return info.param ? "Perf" : "Usage"; });

}  // namespace
}  // namespace tracetoll
