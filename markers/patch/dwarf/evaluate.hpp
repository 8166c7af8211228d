// DWARF's expressions, evaluated as far as they can be before the program is there.
#pragma once

#include <elfutils/libdw.h>

#include <span>

#include "location.hpp"

namespace tracetoll::patch {

// A location description. `attribute` is where it stands; nullptr: it is of call frame information.
Location evaluate(std::span<const Dwarf_Op> operations, Dwarf_Attribute* attribute,
                  const Place& place, int depth = 0);

// DW_AT_frame_base of the function, and the address that the stack pointer had before the call.
// They throw Missing.
Word frame_base(const Place& place, int depth);
Word frame_address(const Place& place, int depth);

// What a register had when the function was entered, where the call frame information says: the
// registers that the caller wants back. Throws Missing (entry_value).
Word entry_register(int number, const Place& place, int depth);

}  // namespace tracetoll::patch
