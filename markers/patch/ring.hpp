// Events of the threads that have had a record, one after the other. One thread writes, one reads.
#pragma once

#include "patch.h"
#include "shared.hpp"

namespace tracetoll::patch {

struct RingEntry {
  unsigned long ticks;
  tt_marker* marker;
  int tid;
};

struct Ring {
  alignas(64) Shared<unsigned long> written;  // counts on for ever, as does `read`
  Shared<unsigned long> dropped;
  alignas(64) Shared<unsigned long> read;
  alignas(64) RingEntry entries[TT_RING_EVENTS];
};
static_assert((TT_RING_EVENTS & (TT_RING_EVENTS - 1)) == 0);

}  // namespace tracetoll::patch
