// What one relocation of an x86-64 or arm64 file does to the bytes at its place.
//
// Sources: System V ABI, AMD64 supplement 4.4.1; ELF for the Arm 64-bit architecture, 5.7. Types
// that belong to thread-local storage and those that no compiler emits are not here: their field
// stays as the file has it. A value that does not fit is cut to its field.
#pragma once

#include <cstdint>
#include <span>

#include "instruction.hpp"

namespace tracetoll {

struct Relocation {
  std::uint32_t type = 0;
  std::uint64_t place = 0;   // the address of the field
  std::uint64_t symbol = 0;  // the address of its symbol
  std::uint64_t slot = 0;    // the address of its symbol's slot in the global offset table
  std::int64_t addend = 0;
};

// `bytes` are those from the place to the end of its section. False if they are too few.
bool apply(Machine machine, const Relocation& relocation, std::span<std::uint8_t> bytes);

}  // namespace tracetoll
