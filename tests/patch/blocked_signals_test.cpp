#include "blocked_signals.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <csignal>
#include <thread>

namespace tracetoll::patch {
namespace {

TEST(BlockedSignals, TheMaskIsReadFromItsLine) {
  const std::string status =
      "Name:\tworker\nSigPnd:\tffff\nSigBlk:\t0000000000000010\nSigIgn:\t0\n";
  EXPECT_TRUE(status_blocks(status, 5));
  EXPECT_FALSE(status_blocks(status, 4));
  EXPECT_FALSE(status_blocks(status, 6));
}

TEST(BlockedSignals, ATextWithoutAMaskBlocksNothing) {
  EXPECT_FALSE(status_blocks("", 5));
  EXPECT_FALSE(status_blocks("Name:\tSigBlk:\tffff\n", 5));
  EXPECT_FALSE(status_blocks("SigBlk:\t", 5));
}

TEST(BlockedSignals, TheCallersOwnMaskDoesNotCount) {
  sigset_t set, before;
  sigemptyset(&set);
  sigaddset(&set, SIGTRAP);
  ::pthread_sigmask(SIG_BLOCK, &set, &before);
  EXPECT_EQ(other_thread_that_blocks(SIGTRAP), std::nullopt);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

TEST(BlockedSignals, AnotherThreadIsNamed) {
  std::atomic<int> ready = 0, end = 0;
  std::thread thread([&] {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTRAP);
    ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
    ::pthread_setname_np(::pthread_self(), "blocking");
    ready = 1;
    while (end == 0) std::this_thread::yield();
  });
  while (ready == 0) std::this_thread::yield();
  const auto found = other_thread_that_blocks(SIGTRAP);
  ASSERT_TRUE(found.has_value());
  EXPECT_NE(found->find("(blocking)"), std::string::npos) << *found;
  EXPECT_EQ(other_thread_that_blocks(SIGUSR2), std::nullopt);
  end = 1;
  thread.join();
}

}  // namespace
}  // namespace tracetoll::patch
