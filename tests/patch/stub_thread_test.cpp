// Threads that come and go, and what is freed while they are in probes.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "stub_marked.hpp"
#include "stub_site.hpp"
#include "thread_record.hpp"

namespace tracetoll::patch {
namespace {

std::atomic<unsigned long> calls{0};
void count(tt_marker*, const char*, int, int) {
  calls.fetch_add(1, std::memory_order_relaxed);
}

std::size_t records() {
  std::size_t all = 0;
  for_each_record([&all](const ThreadRecord&) { ++all; });
  return all;
}

TEST(StubThreads, ThatAreDeadLeaveTheirRecordsToOthers) {
  const SwitchedSite site("leaf", probe_of(count, TT_SAVES_VECTORS));
  calls = 0;
  const auto run_threads = [](int threads) {
    for (int i = 0; i < threads; ++i) std::thread([] { marked_leaf(1); }).join();
  };
  run_threads(500);
  const std::size_t before = records();
  run_threads(2000);
  EXPECT_EQ(calls, 2500u);
  EXPECT_EQ(records(), before);
}

TEST(StubThreads, ManyAtOnceHaveARecordEach) {
  const SwitchedSite site("leaf", probe_of(count, TT_SAVES_VECTORS));
  calls = 0;
  constexpr int kThreads = 200;
  std::atomic<int> ready{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([&ready] {
      marked_leaf(1);
      ++ready;
      while (ready < kThreads) std::this_thread::yield();
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(calls, static_cast<unsigned long>(kThreads));
  EXPECT_GE(records(), static_cast<std::size_t>(kThreads));
}

// A probe that waits until it is let go.
struct Gate {
  std::mutex mutex;
  std::condition_variable changed;
  int inside = 0;
  bool open = false;

  void wait() {
    std::unique_lock lock(mutex);
    ++inside;
    changed.notify_all();
    changed.wait(lock, [this] { return open; });
  }
  void wait_for_threads(int count) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return inside == count; });
  }
  void let_go() {
    const std::lock_guard lock(mutex);
    open = true;
    changed.notify_all();
  }
};
Gate* gate = nullptr;
void wait_at_gate(tt_marker*, const char*, int, int) {
  gate->wait();
}

class StubGrace : public testing::Test {
 protected:
  StubGrace() {
    EXPECT_EQ(free_attachments(), 0u);
    gate = &gate_;
  }
  void enter() {
    threads_.emplace_back([] { marked_leaf(1); });
    gate_.wait_for_threads(static_cast<int>(threads_.size()));
  }
  void leave() {
    gate_.let_go();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

  Gate gate_;
  std::vector<std::thread> threads_;
};

TEST_F(StubGrace, WhatIsDetachedIsKeptUntilEveryThreadHasLeft) {
  const SwitchedSite site("leaf", probe_of(wait_at_gate, TT_SAVES_VECTORS));
  enter();
  enter();
  detach(site.stub());
  EXPECT_EQ(free_attachments(), 1u);
  EXPECT_EQ(free_attachments(), 1u);
  leave();
  EXPECT_EQ(free_attachments(), 0u);
}

TEST_F(StubGrace, WhoComesAfterwardsCallsNothingAndIsNotWaitedFor) {
  const SwitchedSite site("leaf", probe_of(wait_at_gate, TT_SAVES_VECTORS));
  enter();
  detach(site.stub());
  EXPECT_EQ(marked_leaf(2), 7);
  EXPECT_EQ(free_attachments(), 1u);
  attach(site.stub(), probe_of(count, TT_SAVES_VECTORS), site.marker(), {});
  calls = 0;
  EXPECT_EQ(marked_leaf(2), 7);
  EXPECT_EQ(calls, 1u);
  leave();
  EXPECT_EQ(free_attachments(), 0u);
}

TEST_F(StubGrace, AThreadThatIsDeadIsNotWaitedFor) {
  const SwitchedSite site("leaf", probe_of(wait_at_gate, TT_SAVES_VECTORS));
  enter();
  detach(site.stub());
  EXPECT_EQ(free_attachments(), 1u);
  // As if the thread had ended in its probe, by a system call: its number is of no thread.
  for_each_record([](ThreadRecord& record) {
    if (record.frame.load() != 0 && record.tid.load() != getpid()) record.tid.store(0x3fffffff);
  });
  EXPECT_EQ(free_attachments(), 0u);
  // That was a lie, and what it called is freed: only its code goes on.
  leave();
}

TEST(StubThreads, OfTheParentAreNotWaitedForInAChild) {
  const SwitchedSite site("leaf", probe_of(wait_at_gate, TT_SAVES_VECTORS));
  Gate own;
  gate = &own;
  std::thread thread([] { marked_leaf(1); });
  own.wait_for_threads(1);
  const pid_t child = fork();
  if (child == 0) {
    detach(site.stub());
    const bool freed = free_attachments() == 0;
    attach(site.stub(), probe_of(count, TT_SAVES_VECTORS), site.marker(), {});
    calls = 0;
    marked_leaf(1);
    _exit(freed && calls == 1 ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  own.let_go();
  thread.join();
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

// Attaching and detaching while threads run through.
TEST(StubThreads, CallEitherProbeOrNothingWhileProbesComeAndGo) {
  static std::atomic<unsigned long> wrong{0};
  static std::atomic<unsigned long> called{0};
  called = wrong = 0;
  struct Probe {
    static void with_arguments(tt_marker* marker, const char*, int value, int tripled) {
      if (marker == nullptr || tripled != value * 3) ++wrong;
      ++called;
    }
  };
  const SwitchedSite site("leaf", probe_of(Probe::with_arguments, TT_SAVES_INTEGERS));
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i)
    threads.emplace_back([&stop] {
      for (int value = 0; !stop; value = (value + 1) & 0xffff)
        if (marked_leaf(value) != value * 3 + 1) ++wrong;
    });
  std::size_t most = 0;
  for (int i = 0; i < 2000; ++i) {
    detach(site.stub());
    attach(site.stub(),
           probe_of(Probe::with_arguments, i % 2 == 0 ? TT_SAVES_VECTORS : TT_SAVES_INTEGERS),
           site.marker(), site.arguments());
    most = std::max(most, free_attachments());
  }
  stop = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0u);
  EXPECT_GT(called, 0u);
  EXPECT_EQ(free_attachments(), 0u);
  EXPECT_LT(most, 2000u) << "some were freed on the way";
}

}  // namespace
}  // namespace tracetoll::patch
