// What a stub's data is, and what it points to while a probe is attached.
#pragma once

#include <cstddef>
#include <cstdint>

#include "shared.hpp"
#include "stubs.hpp"

namespace tracetoll::patch {

struct Attachment {
  tt_function entry;   // what stub_common.S calls: code that loads the arguments, or the probe
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
