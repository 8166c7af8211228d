// The code ranges of entries of the debug data.
//
// libdw passes over empty ranges in silence, and any number of entries may share a list of them:
// so a list's bytes are counted before libdw reads it, and after 1 GiB there are no more answers.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "code_range.hpp"
#include "dwarf_data.hpp"

namespace tracetoll {

class RangeReader {
 public:
  explicit RangeReader(const DwarfData& data);

  // None for what the linker threw away, which is left at 0.
  std::vector<CodeRange> of(Dwarf_Die* die);

 private:
  std::optional<std::uint64_t> list_offset(Dwarf_Die* die) const;

  std::span<const std::uint8_t> ranges_;    // .debug_ranges
  std::span<const std::uint8_t> rnglists_;  // .debug_rnglists
  std::int64_t bytes_left_ = std::int64_t{1} << 30;
};

// The bytes of the list that begins there, its end among them.
std::uint64_t old_range_list_bytes(std::span<const std::uint8_t> list);  // before DWARF 5
std::uint64_t range_list_bytes(std::span<const std::uint8_t> list);

}  // namespace tracetoll
