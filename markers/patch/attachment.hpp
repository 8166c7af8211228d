// What a stub's data points to while a probe is attached, and the routines of stub_common.S.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "shared.hpp"
#include "stubs.hpp"

namespace tracetoll::patch {

struct Attachment {
  const void* entry;   // what stub_common.S calls: code that loads the arguments, or the probe
  tt_function probe;   // where that code goes on
  const char* text;    // second argument
  std::uint64_t room;  // bytes on the stack for arguments, a multiple of 16
  bool saves_vectors;
};

// A stub's data; its code is TT_STUBS_BYTES before.
struct Stub {
  const void* next;
  Shared<const void*> common;
  Shared<Attachment*> attachment;
  tt_marker* marker;
};

}  // namespace tracetoll::patch

extern "C" {
__attribute__((visibility("hidden"))) void tt_stub_common();
__attribute__((visibility("hidden"))) void tt_stub_saves();
__attribute__((visibility("hidden"))) void tt_stub_saves_vectors();
__attribute__((visibility("hidden"))) void tt_stub_returns();
}
