// The simulated system calls.
#include "host/descriptors.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <string>
#include <vector>

#include "host/report.hpp"

namespace tracetoll::host::test {
namespace {

class DescriptorsTest : public testing::Test {
 protected:
  ~DescriptorsTest() override {
    EXPECT_EQ(describe(host_->validator), "");
    EXPECT_EQ(host_->validator.task.depth, 0U);
    EXPECT_TRUE(host_->validator.task.interrupts);
    destroy_host(host_);
  }

  int open(const char* path = kSimulatedPath) {
    return TT_VARIANT::sys_open(*host_, path, O_RDONLY, 0);
  }
  int close(int fd) { return TT_VARIANT::sys_close(*host_, static_cast<std::uint32_t>(fd)); }
  int select(int end, std::vector<std::uint64_t>* in, std::vector<std::uint64_t>* out,
             Timeout timeout = {0, 0}) {
    return TT_VARIANT::sys_select(*host_, end, in ? in->data() : nullptr,
                                  out ? out->data() : nullptr, nullptr, &timeout);
  }
  std::uint64_t pushes() const { return host_->validator.statistics.pushes; }

  // Opens `count` files and returns the set of their descriptors.
  std::vector<std::uint64_t> open_many(int count) {
    std::vector<std::uint64_t> set(static_cast<std::size_t>(count) / 64 + 1);
    for (int i = 0; i < count; ++i) {
      const int fd = open();
      EXPECT_EQ(fd, i);
      set[static_cast<std::size_t>(fd) / 64] |= bit_of(static_cast<std::uint32_t>(fd));
    }
    return set;
  }

  Host* host_ = make_host(1);
};

TEST_F(DescriptorsTest, OpenTakesTheDocumentedPairs) {
  open();
  EXPECT_EQ(pushes(), kOpenPairs);
}

TEST_F(DescriptorsTest, CloseTakesTheDocumentedPairs) {
  const int fd = open();
  const std::uint64_t before = pushes();
  EXPECT_EQ(close(fd), 0);
  EXPECT_EQ(pushes() - before, kClosePairs);
}

TEST_F(DescriptorsTest, SteadyStateRepeatsThePairsAndSearchesNothing) {
  close(open());
  const ValidatorStatistics before = host_->validator.statistics;
  for (int i = 0; i < 10; ++i) close(open());
  EXPECT_EQ(pushes() - before.pushes, 10 * (kOpenPairs + kClosePairs));
  EXPECT_EQ(host_->validator.statistics.searches, before.searches);
  EXPECT_EQ(host_->validator.statistics.redundant_irq, 0U);
}

TEST_F(DescriptorsTest, IrqHooksOfOneOpenAndClose) {
  const std::uint64_t before = host_->validator.task.irq_events;
  close(open());
  // set_root, pi_lock, call_rcu, the interrupt and its softirq; on and off each.
  EXPECT_EQ(host_->validator.task.irq_events - before, 2U * (5 + 1));
}

TEST_F(DescriptorsTest, SelectTakesFixedPairsAndOneADescriptor) {
  std::vector<std::uint64_t> set = open_many(7);
  const std::uint64_t before = pushes();
  EXPECT_EQ(select(7, &set, nullptr), 7);
  EXPECT_EQ(pushes() - before, kSelectFixedPairs + 7);
}

TEST_F(DescriptorsTest, SelectOverMoreThanTheStackHoldsAllocates) {
  std::vector<std::uint64_t> set = open_many(kSelectStackWords * 64 + 1);
  const std::uint64_t before = pushes();
  select(kSelectStackWords * 64, &set, nullptr);
  EXPECT_EQ(pushes() - before, kSelectFixedPairs + kSelectStackWords * 64);
  set = open_many(0);
  set.resize(kSelectStackWords + 1);
  const std::uint64_t without = pushes();
  select(kSelectStackWords * 64 + 1, &set, nullptr);
  EXPECT_EQ(pushes() - without, kSelectFixedPairs + 1);
}

TEST_F(DescriptorsTest, TableOfOneTaskNeedsNoRcuADescriptor) {
  std::vector<std::uint64_t> set = open_many(7);
  host_->files.table.count = 1;
  const std::uint64_t before = pushes();
  EXPECT_EQ(select(7, &set, nullptr), 7);
  EXPECT_EQ(pushes() - before, kSelectFixedPairs);
}

TEST_F(DescriptorsTest, LowestFreeNumberIsUsedAgain) {
  open_many(200);
  EXPECT_EQ(close(150), 0);
  EXPECT_EQ(close(3), 0);
  EXPECT_EQ(open(), 3);
  EXPECT_EQ(open(), 150);
  EXPECT_EQ(open(), 200);
}

// The search steps over 64 full words at once, and must not step over the one after them.
TEST_F(DescriptorsTest, SearchEndsRightAfterFullWords) {
  open_many(2 * 64 * 64);
  close(5);
  EXPECT_EQ(open(), 5);
  EXPECT_EQ(open(), 2 * 64 * 64);
}

TEST_F(DescriptorsTest, FullTable) {
  open_many(kMaxDescriptors);
  EXPECT_EQ(open(), -EMFILE);
  EXPECT_EQ(close(40000), 0);
  EXPECT_EQ(open(), 40000);
}

TEST_F(DescriptorsTest, CloseOfABadDescriptor) {
  EXPECT_EQ(close(0), -EBADF);
  EXPECT_EQ(TT_VARIANT::sys_close(*host_, kMaxDescriptors), -EBADF);
  EXPECT_EQ(TT_VARIANT::sys_close(*host_, ~0U), -EBADF);
  const int fd = open();
  close(fd);
  EXPECT_EQ(close(fd), -EBADF);
}

TEST_F(DescriptorsTest, OpenFailsAndLeavesNothing) {
  EXPECT_EQ(open("/srv/tracetoll/host/missing"), -ENOENT);
  EXPECT_EQ(open("/srv/tracetoll/host/file/below"), -ENOTDIR);
  EXPECT_EQ(open(""), -ENOENT);
  EXPECT_EQ(open("relative"), -ENOENT);
  EXPECT_EQ(open(("/" + std::string(40, 'x')).c_str()), -ENAMETOOLONG);
  EXPECT_EQ(open(("/" + std::string(400, '/')).c_str()), -ENAMETOOLONG);
  EXPECT_EQ(TT_VARIANT::sys_open(*host_, kSimulatedPath, O_RDWR, 0), -EACCES);
  EXPECT_EQ(open(), 0);
}

TEST_F(DescriptorsTest, ReferencesReturnToWhatTheyWere) {
  const Dentry& dentry = host_->files.dentries[host_->files.dentry_count - 1];
  const File* free = host_->files.free_files;
  close(open());
  EXPECT_EQ(dentry.count, 1U);
  EXPECT_EQ(host_->files.mount.count, 1U);
  EXPECT_EQ(host_->files.free_files, free);
}

TEST_F(DescriptorsTest, SelectReportsWhatIsReady) {
  std::vector<std::uint64_t> in = open_many(3);
  std::vector<std::uint64_t> out{0b001};
  host_->files.table.file[1]->events = 0;
  EXPECT_EQ(select(3, &in, &out), 3);
  EXPECT_EQ(in[0], 0b101U);
  EXPECT_EQ(out[0], 0b001U);
}

TEST_F(DescriptorsTest, SelectEndsBelowItsCount) {
  std::vector<std::uint64_t> in = open_many(3);
  EXPECT_EQ(select(2, &in, nullptr), 2);
  EXPECT_EQ(in[0], 0b11U);
}

TEST_F(DescriptorsTest, SelectOfABadDescriptor) {
  std::vector<std::uint64_t> in{0b1};
  EXPECT_EQ(select(1, &in, nullptr), -EBADF);
  EXPECT_EQ(select(0, &in, nullptr), 0);
  EXPECT_EQ(select(-1, &in, nullptr), -EINVAL);
  EXPECT_EQ(select(1, nullptr, nullptr, {1, 0}), -EINVAL);
}

}  // namespace
}  // namespace tracetoll::host::test
