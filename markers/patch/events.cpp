// What probes left with their threads, read from outside of these.
#include <mutex>

#include "patch.h"
#include "ring.hpp"
#include "thread_record.hpp"

namespace tracetoll::patch {
namespace {

// A copy of each is handed on, and its place given back after it: a slow reader loses new events,
// not the one it looks at.
template <typename Visit>
unsigned long drain(Ring& ring, const Visit& visit) {
  const unsigned long begin = ring.read.load();
  const unsigned long end = ring.written.load();
  for (unsigned long i = begin; i != end; ++i) {
    const RingEntry entry = ring.entries[i % TT_RING_EVENTS];
    ring.read.store(i + 1);
    visit(entry);
  }
  return end - begin;
}

}  // namespace
}  // namespace tracetoll::patch

using namespace tracetoll::patch;

unsigned long tt_missed(void) {
  unsigned long missed = missed_without_record.load();
  for_each_record([&missed](const ThreadRecord& record) { missed += record.missed.load(); });
  return missed;
}

unsigned long tt_read_events(void (*visit)(const struct tt_event* event, int thread, void* data),
                             void* data) {
  static std::mutex one_reader;
  const std::lock_guard lock(one_reader);
  unsigned long events = 0;
  for_each_record([&](ThreadRecord& record) {
    Ring* ring = record.ring.load();
    if (ring == nullptr) return;
    events += drain(*ring, [&](const RingEntry& entry) {
      const tt_event event = {entry.ticks, entry.marker};
      visit(&event, entry.tid, data);
    });
  });
  return events;
}

unsigned long tt_dropped_events(void) {
  unsigned long dropped = 0;
  for_each_record([&dropped](const ThreadRecord& record) {
    if (const Ring* ring = record.ring.load()) dropped += ring->dropped.load();
  });
  return dropped;
}
