// Changing instructions of the running program.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "site.hpp"

namespace tracetoll::patch {

using Bytes = std::span<const std::uint8_t>;

// Other bytes for the `size` at `address`.
struct TextEdit {
  std::uintptr_t address = 0;
  std::uint8_t size = 0;
  std::array<std::uint8_t, 5> from{};
  std::array<std::uint8_t, 5> to{};
};

// What the machine has to say (text_x86_64.cpp, text_arm64.cpp).
// ------------------------------------

// The edit that makes a dormant site of kind TT_BY_STUB, TT_BY_JUMP or TT_BY_IMMEDIATE an enabled
// one. `jump_to` is where it then goes; an immediate goes nowhere. Throws PatchError when the
// record does not describe such code, or the jump does not reach.
TextEdit enabling_edit(const Site& site, std::uintptr_t jump_to);

// Makes the edits while other threads run through them: each of those executes the old instruction
// or the new, as a whole. `edits` are in order of their addresses, do not overlap, and the memory
// holds their `from`. Throws PatchError; then all are as they were.
void edit_text(std::span<const TextEdit> edits);

// Where edit_text() may ever change a NOP, in ascending order: what the trap handler knows as ours.
void set_trap_addresses(std::vector<std::uintptr_t> addresses);

}  // namespace tracetoll::patch
