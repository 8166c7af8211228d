// What libdw would need for the line table of one unit: it joins the path of every file with its
// folder, so that a folder of one megabyte and a hundred thousand files would be 100 GB.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace tracetoll {

struct LineSections {
  std::span<const std::uint8_t> lines;         // .debug_line
  std::span<const std::uint8_t> strings;       // .debug_str
  std::span<const std::uint8_t> line_strings;  // .debug_line_str
};

struct LineCost {
  std::uint64_t program_bytes = 0;
  std::uint64_t path_bytes = 0;  // at most, of all paths together
};

// Of the table at an offset of .debug_line; nothing if it is broken or in a form that no compiler
// writes. `folder_bytes` is the length of DW_AT_comp_dir.
std::optional<LineCost> line_cost(const LineSections& sections, std::uint64_t offset,
                                  std::uint64_t folder_bytes);

}  // namespace tracetoll
