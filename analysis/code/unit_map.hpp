// Which compilation unit the code at an address is of. Made from the units' own ranges: clang
// writes no .debug_aranges.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "code_range.hpp"
#include "dwarf_data.hpp"
#include "range_reader.hpp"

namespace tracetoll {

class UnitMap {
 public:
  // Empty if the units were made to cost time.
  UnitMap(const DwarfData& data, RangeReader& ranges);

  // The offset of the unit's first entry in .debug_info.
  std::optional<Dwarf_Off> unit_at(std::uint64_t address) const;

 private:
  struct Range {
    CodeRange code;
    Dwarf_Off unit;
  };
  std::vector<Range> ranges_;  // by begin
};

}  // namespace tracetoll
