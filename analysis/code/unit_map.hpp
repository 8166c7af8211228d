// Which compilation unit the code at an address is of. Made from the units' own ranges: clang
// writes no .debug_aranges.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "code_range.hpp"

namespace tracetoll {

class UnitMap {
 public:
  // `abbreviation_bytes` is the size of .debug_abbrev. Empty if the units were made to cost time.
  UnitMap(Dwarf* dwarf, std::uint64_t abbreviation_bytes);

  // The offset of the unit's first entry in .debug_info.
  std::optional<Dwarf_Off> unit_at(std::uint64_t address) const;

 private:
  struct Range {
    CodeRange code;
    Dwarf_Off unit;
  };
  std::vector<Range> ranges_;  // by begin
};

// The code ranges of an entry, `most` at the most: two units, or two entries, may share a list.
std::vector<CodeRange> ranges_of(Dwarf_Die* die, std::size_t most);

}  // namespace tracetoll
