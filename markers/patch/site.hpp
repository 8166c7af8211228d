// One site of a loaded object: its record, and what was made of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "module_file.hpp"
#include "stubs.hpp"

namespace tracetoll::patch {

struct Site {
  std::uintptr_t code = 0;
  std::uintptr_t code_end = 0;
  std::uintptr_t target = 0;    // TT_BY_JUMP: the body; TT_BY_FLAG: the flag
  tt_marker* marker = nullptr;  // null in a variant without one
  const char* name = nullptr;
  const char* variant = nullptr;
  const char* operands = nullptr;  // operands.h; null where the record names none
  int kind = TT_NEVER;

  bool enabled = false;
  Stub* stub = nullptr;                                           // made when it was first enabled
  void (*dormant_probe)(tt_marker*, const char*, ...) = nullptr;  // the marker's, while enabled

  // "patch_call:lock_acquire at 0x5581e3a4", for messages.
  std::string text() const;
};

// The sites of the records at [begin, end). Throws PatchError at a record that points out of the
// object's segments, or to text where data belongs.
std::vector<Site> read_records(std::uintptr_t begin, std::uintptr_t end,
                               const std::vector<Segment>& segments);

}  // namespace tracetoll::patch
