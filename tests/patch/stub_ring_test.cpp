// The ready-made probes, and the events that tt_timestamp leaves.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <map>
#include <thread>
#include <vector>

#include "stub_marked.hpp"
#include "stub_site.hpp"

namespace tracetoll::patch {
namespace {

struct Read {
  std::map<int, std::vector<tt_event>> of_threads;
  unsigned long count = 0;
};

Read read_all() {
  Read read;
  read.count = tt_read_events(
      [](const tt_event* event, int thread, void* data) {
        static_cast<Read*>(data)->of_threads[thread].push_back(*event);
      },
      &read);
  return read;
}

class StubRing : public testing::Test {
 protected:
  StubRing() { read_all(); }
};

TEST_F(StubRing, HoldsAnEventAHitInOrder) {
  const SwitchedSite outer("outer", tt_timestamp);
  const SwitchedSite leaf("leaf", tt_timestamp);
  for (int i = 0; i < 100; ++i) marked_caller(i);
  const Read read = read_all();
  EXPECT_EQ(read.count, 200u);
  ASSERT_EQ(read.of_threads.count(gettid()), 1u);
  const std::vector<tt_event>& events = read.of_threads.at(gettid());
  ASSERT_EQ(events.size(), 200u);
  for (std::size_t i = 0; i < events.size(); ++i) {
    EXPECT_EQ(events[i].marker, i % 2 == 0 ? outer.marker() : leaf.marker());
    if (i > 0) {
      EXPECT_GE(events[i].ticks, events[i - 1].ticks);
    }
  }
  EXPECT_EQ(read_all().count, 0u) << "they are removed";
}

TEST_F(StubRing, DropsAndCountsWhatDoesNotFitAndKeepsTheFirst) {
  const SwitchedSite leaf("leaf", tt_timestamp);
  const unsigned long dropped = tt_dropped_events();
  for (int i = 0; i < TT_RING_EVENTS + 10; ++i) marked_leaf(i);
  EXPECT_EQ(tt_dropped_events() - dropped, 10u);
  EXPECT_EQ(read_all().count, static_cast<unsigned long>(TT_RING_EVENTS));
  marked_leaf(1);
  EXPECT_EQ(read_all().count, 1u) << "there is room again";
}

TEST_F(StubRing, OfADeadThreadIsReadWithItsNumberAndUsedAgain) {
  const SwitchedSite leaf("leaf", tt_timestamp);
  std::vector<int> tids;
  for (int i = 0; i < 300; ++i)
    std::thread([&tids] {
      tids.push_back(gettid());
      marked_leaf(1);
      marked_leaf(2);
    }).join();
  const Read read = read_all();
  EXPECT_EQ(read.count, 600u);
  for (const int tid : tids) EXPECT_GE(read.of_threads.at(tid).size(), 2u);
}

TEST_F(StubRing, LosesNothingToAReaderThatRunsBeside) {
  const SwitchedSite leaf("leaf", tt_timestamp);
  const unsigned long dropped = tt_dropped_events();
  constexpr unsigned long kHits = 200'000;
  std::atomic<bool> done{false};
  std::thread writer([&done] {
    for (unsigned long i = 0; i < kHits; ++i) marked_leaf(1);
    done = true;
  });
  unsigned long read = 0;
  unsigned long last = 0;
  bool in_order = true;
  struct Order {
    unsigned long* last;
    bool* in_order;
  } order{&last, &in_order};
  const auto drain = [&] {
    read += tt_read_events(
        [](const tt_event* event, int, void* data) {
          const Order& seen = *static_cast<Order*>(data);
          if (event->ticks < *seen.last) *seen.in_order = false;
          *seen.last = event->ticks;
        },
        &order);
  };
  while (!done) drain();
  writer.join();
  drain();
  EXPECT_TRUE(in_order);
  EXPECT_EQ(read + (tt_dropped_events() - dropped), kHits);
}

TEST_F(StubRing, OfAChildHasNoEventsOfItsParent) {
  const SwitchedSite leaf("leaf", tt_timestamp);
  marked_leaf(1);
  const pid_t child = fork();
  if (child == 0) {
    marked_leaf(1);
    _exit(read_all().count == 1 ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(read_all().count, 1u);
}

TEST(ReadyProbes, HitsAreCountedInTheMarker) {
  const SwitchedSite leaf("leaf", tt_hits);
  const unsigned before = leaf.marker()->hits;
  for (int i = 0; i < 17; ++i) marked_leaf(i);
  EXPECT_EQ(leaf.marker()->hits - before, 17u);
}

TEST(ReadyProbes, NothingDoesNothing) {
  const SwitchedSite leaf("leaf", tt_nothing);
  const unsigned before = leaf.marker()->hits;
  EXPECT_EQ(marked_leaf(5), 16);
  EXPECT_EQ(leaf.marker()->hits, before);
}

}  // namespace
}  // namespace tracetoll::patch
