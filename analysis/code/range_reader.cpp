#include "range_reader.hpp"

#include <dwarf.h>

#include "byte_cursor.hpp"
#include "elf_records.hpp"

namespace tracetoll {

RangeReader::RangeReader(const DwarfData& data)
    : ranges_(data.section(".debug_ranges")), rnglists_(data.section(".debug_rnglists")) {}

std::vector<CodeRange> RangeReader::of(Dwarf_Die* die) {
  std::vector<CodeRange> result;
  if (bytes_left_ <= 0) return result;
  bytes_left_ -= 16;
  if (dwarf_hasattr(die, DW_AT_ranges) != 0) {
    const auto offset = list_offset(die);
    Dwarf_Half version = 0;
    std::uint8_t address_size = 0;
    // Without the fifth argument, or libdw would look for a .dwo file.
    const int status = dwarf_cu_info(die->cu, &version, nullptr, nullptr, nullptr, nullptr,
                                     &address_size, nullptr);
    if (status != 0 || address_size != 8) return result;
    const bool recent = version >= 5;
    const auto& section = recent ? rnglists_ : ranges_;
    if (!offset || *offset >= section.size()) return result;
    const auto list = section.subspan(*offset);
    bytes_left_ -=
        static_cast<std::int64_t>(recent ? range_list_bytes(list) : old_range_list_bytes(list));
    if (bytes_left_ <= 0) return result;
  }
  Dwarf_Addr base = 0;
  Dwarf_Addr begin = 0;
  Dwarf_Addr end = 0;
  for (ptrdiff_t next = 0; (next = dwarf_ranges(die, next, &base, &begin, &end)) > 0;) {
    if (begin != 0 && begin < end) result.push_back({begin, end});
  }
  return result;
}

std::optional<std::uint64_t> RangeReader::list_offset(Dwarf_Die* die) const {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  if (dwarf_attr(die, DW_AT_ranges, &attribute) == nullptr) return {};
  if (dwarf_formudata(&attribute, &value) != 0) return {};
  if (dwarf_whatform(&attribute) != DW_FORM_rnglistx) return value;
  // An index into a table of offsets, which count from the table.
  Dwarf_Die unit;
  Dwarf_Word base = 12;  // after the first header
  std::uint8_t offset_size = 0;
  if (dwarf_diecu(die, &unit, nullptr, &offset_size) == nullptr || offset_size != 4) return {};
  if (dwarf_attr(&unit, DW_AT_rnglists_base, &attribute) != nullptr &&
      dwarf_formudata(&attribute, &base) != 0) {
    return {};
  }
  if (base > rnglists_.size() || value >= (rnglists_.size() - base) / 4) return {};
  return base + record_at<std::uint32_t>(rnglists_.subspan(base), value);
}

std::uint64_t old_range_list_bytes(std::span<const std::uint8_t> list) {
  ByteCursor at(list);
  while (!at.broken()) {
    const std::uint64_t begin = at.number(8);
    const std::uint64_t end = at.number(8);
    if (begin == 0 && end == 0) break;
  }
  return list.size() - at.left();
}

std::uint64_t range_list_bytes(std::span<const std::uint8_t> list) {
  ByteCursor at(list);
  while (!at.broken()) {
    switch (at.number(1)) {
      case DW_RLE_base_addressx:
        at.uleb();
        break;
      case DW_RLE_startx_endx:
      case DW_RLE_startx_length:
      case DW_RLE_offset_pair:
        at.uleb();
        at.uleb();
        break;
      case DW_RLE_base_address:
        at.number(8);
        break;
      case DW_RLE_start_end:
        at.number(8);
        at.number(8);
        break;
      case DW_RLE_start_length:
        at.number(8);
        at.uleb();
        break;
      default:  // DW_RLE_end_of_list, or what libdw refuses
        return list.size() - at.left();
    }
  }
  return list.size() - at.left();
}

}  // namespace tracetoll
