// The ready-made probes. Compiled for general registers alone, which is what they ask a stub to
// save; also called with any arguments by variants that call their probe themselves.
#include "patch.h"
#include "raw_syscall.hpp"
#include "ring.hpp"
#include "thread_record.hpp"

namespace tracetoll::patch {
namespace {

void nothing(tt_marker*, const char*, ...) {}

void hits(tt_marker* marker, const char*, ...) {
  marker->hits++;
}

Ring* ring_of(ThreadRecord& record) {
  Ring* ring = record.ring.load();
  if (ring != nullptr) return ring;
  ring = static_cast<Ring*>(map_zeros(sizeof(Ring)));
  record.ring.store(ring);
  return ring;
}

void timestamp(tt_marker* marker, const char*, ...) {
  const unsigned long ticks = __builtin_ia32_rdtsc();
  ThreadRecord* record = own_record();
  Ring* ring = record != nullptr ? ring_of(*record) : nullptr;
  if (ring == nullptr) return missed_without_record.add(1);
  const unsigned long written = ring->written.value;
  if (written - ring->read.load() == TT_RING_EVENTS) return ring->dropped.increment();
  ring->entries[written % TT_RING_EVENTS] = {ticks, marker, record->tid.value};
  ring->written.store(written + 1);
}

tt_function as_probe(void (*probe)(tt_marker*, const char*, ...)) {
  return reinterpret_cast<tt_function>(probe);
}

}  // namespace
}  // namespace tracetoll::patch

extern "C" {
// Not TT_NO_ARGUMENTS: it is there to measure what any probe costs.
const struct tt_probe tt_nothing = {tracetoll::patch::as_probe(tracetoll::patch::nothing),
                                    TT_SAVES_INTEGERS, 0};
const struct tt_probe tt_hits = {tracetoll::patch::as_probe(tracetoll::patch::hits),
                                 TT_SAVES_INTEGERS, TT_NO_ARGUMENTS};
const struct tt_probe tt_timestamp = {tracetoll::patch::as_probe(tracetoll::patch::timestamp),
                                      TT_SAVES_INTEGERS, TT_NO_ARGUMENTS};
}
