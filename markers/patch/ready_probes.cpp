// The ready-made probes. Compiled for general registers alone, which is what they ask a stub to
// save; also called with any arguments by variants that call their probe themselves.
#include "patch.h"
#include "raw_syscall.hpp"
#include "ring.hpp"
#include "thread_record.hpp"

namespace tracetoll::patch {
namespace {

Ring* ring_of(ThreadRecord& record) {
  Ring* ring = record.ring.load();
  if (ring != nullptr) return ring;
  ring = static_cast<Ring*>(map_zeros(sizeof(Ring)));
  record.ring.store(ring);
  return ring;
}

}  // namespace
}  // namespace tracetoll::patch

using namespace tracetoll::patch;

// In C, so that what patch.h declares is there before any constructor runs (ready_probes.c).
extern "C" {

void tt_call_nothing(tt_marker*, const char*, ...) {}

void tt_call_hits(tt_marker* marker, const char*, ...) {
  marker->hits++;
}

void tt_call_timestamp(tt_marker* marker, const char*, ...) {
  const unsigned long ticks = __builtin_ia32_rdtsc();
  ThreadRecord* record = own_record();
  Ring* ring = record != nullptr ? ring_of(*record) : nullptr;
  if (ring == nullptr) return missed_without_record.add(1);
  const unsigned long written = ring->written.value;
  if (written - ring->read.load() == TT_RING_EVENTS) return ring->dropped.increment();
  ring->entries[written % TT_RING_EVENTS] = {ticks, marker, record->tid.value};
  ring->written.store(written + 1);
}
}
