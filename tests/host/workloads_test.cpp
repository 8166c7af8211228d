// The registered workloads, through the registry's own section.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "host/descriptors.hpp"
#include "host/host.hpp"
#include "host/prepare.hpp"
#include "host/registry.hpp"
#include "host/report.hpp"

namespace tracetoll::host::test {
namespace {

int count_descriptors() {
  int count = 0;
  for (int fd = 0; fd < 20000; ++fd) count += fcntl(fd, F_GETFD) >= 0;
  return count;
}

class WorkloadsTest : public testing::Test {
 protected:
  ~WorkloadsTest() override { destroy_host(host_); }

  // Empty when three operations did their work.
  std::string run(const WorkloadEntry& entry, const WorkloadParameters& parameters = {}) {
    const std::string reason = entry.prepare(*host_, parameters);
    if (!reason.empty()) return reason;
    for (int i = 0; i < 3; ++i) {
      if (!entry.run(*host_)) return "run failed; " + describe(host_->validator);
    }
    return "";
  }

  Host* host_ = make_host(7);
};

// Runs the check in a child, whose limits and descriptors it may change.
void expect_in_child(const std::function<bool()>& check) {
  EXPECT_EXIT(
      {
        const bool passed = check();
        std::_Exit(passed ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

TEST_F(WorkloadsTest, EveryEntryDoesItsWork) {
  EXPECT_GE(entries().size(), 4U);
  for (const WorkloadEntry& entry : entries()) {
    EXPECT_EQ(run(entry), "") << entry.name << " " << entry.variant << entry.axis;
  }
}

TEST_F(WorkloadsTest, SelectOverAnyNumber) {
  for (int descriptors : {1, 64, 500, 2000}) {
    for (const char* name : {"select_500", "select_500.pure"}) {
      EXPECT_EQ(run(find_workload(name), {descriptors, false}), "") << name;
      EXPECT_EQ(host_->select.polled, static_cast<std::uint32_t>(descriptors));
    }
  }
}

TEST_F(WorkloadsTest, LmbenchModePollsOnlyWhatIsBelowItsCount) {
  EXPECT_EQ(run(find_workload("select_500"), {500, true}), "");
  EXPECT_EQ(host_->select.nfds, 500U);
  EXPECT_LT(host_->select.polled, 500U);
  std::uint32_t below = 0;
  for (std::uint32_t fd = 0; fd < 500; ++fd) {
    below += (host_->select.bits[fd / 64] & bit_of(fd)) != 0;
  }
  EXPECT_EQ(host_->select.polled, below);
}

TEST_F(WorkloadsTest, LmbenchModeThatPollsNothingIsRefused) {
  EXPECT_EQ(find_workload("select_500").prepare(*host_, {1, true}),
            "select over 1 descriptors in lmbench mode polls none of them: all are numbered 1 or "
            "higher");
}

TEST_F(WorkloadsTest, InheritedDescriptorsDoNotChangeTheCount) {
  for (int inherited : {0, 5, 50}) {
    expect_in_child([&] {
      for (int fd = 0; fd < 20000; ++fd) close(fd);
      for (int i = 0; i < inherited; ++i) eventfd(0, 0);
      const bool passed = run(find_workload("select_500")).empty() && host_->select.polled == 500 &&
                          host_->select.nfds == static_cast<std::uint32_t>(500 + inherited);
      return passed && run(find_workload("select_500"), {500, true}).empty() &&
             host_->select.polled == static_cast<std::uint32_t>(499 - inherited);
    });
  }
}

TEST_F(WorkloadsTest, AWrongCountIsAFailure) {
  EXPECT_EQ(run(find_workload("select_500")), "");
  --host_->select.polled;
  EXPECT_FALSE(find_workload("select_500.pure").run(*host_));
  EXPECT_FALSE(find_workload("select_500").run(*host_));
}

TEST_F(WorkloadsTest, ADescriptorClosedBehindItsBackIsAFailureOfTheRealForm) {
  EXPECT_EQ(run(find_workload("select_500")), "");
  const int last = static_cast<int>(host_->select.nfds) - 1;
  close(last);
  EXPECT_TRUE(find_workload("select_500.pure").run(*host_));
  EXPECT_FALSE(find_workload("select_500").run(*host_));
  EXPECT_EQ(fcntl(2, F_DUPFD, last), last);  // for release()
}

TEST_F(WorkloadsTest, AViolationIsAFailure) {
  EXPECT_EQ(run(find_workload("open_close.pure")), "");
  host_->validator.report.kind = Violation::circular;
  EXPECT_FALSE(find_workload("open_close.pure").run(*host_));
}

TEST_F(WorkloadsTest, ALockLeftHeldIsAFailure) {
  EXPECT_EQ(run(find_workload("open_close.pure")), "");
  host_->validator.task.depth = 1;
  EXPECT_FALSE(find_workload("open_close.pure").run(*host_));
}

TEST_F(WorkloadsTest, SelectBeforePrepareIsAFailure) {
  EXPECT_FALSE(find_workload("select_500.pure").run(*host_));
}

TEST_F(WorkloadsTest, PreparingAgainLeaksNothing) {
  const int before = count_descriptors();
  EXPECT_EQ(run(find_workload("select_500"), {100, false}), "");
  EXPECT_EQ(run(find_workload("select_500"), {10, false}), "");
  EXPECT_EQ(count_descriptors(), before + 10);
  EXPECT_EQ(run(find_workload("select_500"), {50, true}), "");
  EXPECT_EQ(count_descriptors(), before + 51);
  EXPECT_EQ(run(find_workload("open_close")), "");
  release(*host_);
  EXPECT_EQ(count_descriptors(), before);
  EXPECT_EQ(host_->files.mount.count, 1U);
}

TEST_F(WorkloadsTest, NumbersThatCannotBe) {
  EXPECT_EQ(find_workload("select_500").prepare(*host_, {0, false}),
            "select needs at least 1 descriptor");
  EXPECT_EQ(find_workload("select_500").prepare(*host_, {-5, false}),
            "select needs at least 1 descriptor");
  EXPECT_EQ(find_workload("select_500").prepare(*host_, {1 << 20, false}),
            "select over 1048576 descriptors: at most 65535 fit");
}

TEST_F(WorkloadsTest, HardLimitIsNamed) {
  expect_in_child([&] {
    const rlimit limit{1024, 4096};
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0) return false;
    const int before = count_descriptors();
    return find_workload("select_500").prepare(*host_, {5000, false}) ==
               "select over 5000 descriptors needs 5064 open files; the hard limit is 4096: raise "
               "it as root with `prlimit --pid $$ --nofile=1024:1024`" &&
           count_descriptors() == before;
  });
}

TEST_F(WorkloadsTest, SoftLimitIsRaised) {
  expect_in_child([&] {
    const rlimit limit{256, 4096};
    return setrlimit(RLIMIT_NOFILE, &limit) == 0 &&
           run(find_workload("select_500"), {2000, false}).empty();
  });
}

TEST_F(WorkloadsTest, ValidatorOffPushesNothing) {
  for (const char* name : {"open_close.pure", "select_500.pure"}) {
    EXPECT_EQ(run(find_workload(name, "none", "+validator=off")), "");
  }
  EXPECT_EQ(host_->validator.statistics.pushes, 0U);
  EXPECT_EQ(host_->validator.class_count, 0U);
}

// The same operations by the code of two variants leave the same bytes.
TEST_F(WorkloadsTest, VariantsLeaveTheSameState) {
  const auto state_after = [&](const char* variant) {
    reset_host(*host_);
    for (const char* name : {"open_close.pure", "select_500.pure", "open_close.pure"}) {
      EXPECT_EQ(run(find_workload(name, variant)), "") << name << " " << variant;
    }
    std::vector<unsigned char> bytes(sizeof(Host));
    std::memcpy(bytes.data(), host_, sizeof(Host));
    return bytes;
  };
  const auto none = state_after("none");
  EXPECT_TRUE(none == state_after("counting"));
  EXPECT_TRUE(none == state_after("call"));
}

TEST_F(WorkloadsTest, VariantsTakeTurnsOnOneHost) {
  for (int i = 0; i < 20; ++i) {
    for (const char* variant : {"none", "counting", "call"}) {
      EXPECT_EQ(run(find_workload("select_500.pure", variant)), "");
      EXPECT_EQ(run(find_workload("open_close.pure", variant)), "");
    }
  }
}

TEST_F(WorkloadsTest, ResetIsAsNew) {
  const std::vector<unsigned char> fresh(reinterpret_cast<unsigned char*>(host_),
                                         reinterpret_cast<unsigned char*>(host_ + 1));
  EXPECT_EQ(run(find_workload("select_500")), "");
  reset_host(*host_);
  EXPECT_EQ(std::memcmp(fresh.data(), host_, sizeof(Host)), 0);
}

TEST(Placement, IsAFunctionOfTheSeed) {
  Host* one = make_host(1);
  Host* again = make_host(1);
  Host* two = make_host(2);
  EXPECT_EQ(one->placement.offset, again->placement.offset);
  EXPECT_NE(one->placement.offset, two->placement.offset);
  EXPECT_EQ(two->placement.offset % 64, 0U);
  for (Host* host : {one, again, two}) destroy_host(host);
}

}  // namespace
}  // namespace tracetoll::host::test
