// Where a variable is at one address of the code.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "entry.hpp"
#include "missing.hpp"
#include "word.hpp"

namespace tracetoll::patch {

struct Location {
  enum class Kind {
    memory,   // at the address `word`
    value,    // nowhere: `word` is its value, in a register or computed
    bytes,    // nowhere: `bytes` are its value
    pointer,  // it is a pointer to `target` + `offset`, which itself is nowhere in memory
    pieces,   // in several of the above
    nowhere,  // `missing` says why
  };
  struct Piece;

  Kind kind = Kind::nowhere;
  Word word;
  std::vector<std::uint8_t> bytes;
  Dwarf_Die target{};
  std::int64_t offset = 0;
  std::vector<Piece> pieces;
  Missing missing;
};

struct Location::Piece {
  Location location;
  std::int64_t size = 0;  // bytes
};

Location in_memory(Word address);
Location of_value(Word value);

// `size` bytes of it from `offset` on; 0: all the rest. Throws Missing where a stub could not
// follow.
Location part_of(const Location& location, std::int64_t offset, std::int64_t size);

// What DWARF's expressions need of the place where they are evaluated.
struct Place {
  std::uint64_t address = 0;          // of the instruction, as the file has it
  std::int64_t bias = 0;              // what loading added to the file's addresses
  Dwarf_CFI* frames = nullptr;        // .eh_frame, nullptr for none
  Dwarf_CFI* debug_frames = nullptr;  // .debug_frame, nullptr for none
  Dwarf_Die function{};               // the entry that has the code, not one that is inlined there
};

// Of a variable or parameter: its DW_AT_location there, or its DW_AT_const_value.
Location location_of(Dwarf_Die& variable, const Place& place);

// DW_AT_const_value, of the entry or of where it was declared.
std::optional<Location> constant_of(Dwarf_Die& entry);

}  // namespace tracetoll::patch
