#include "unwind_ranges.hpp"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>

namespace tracetoll {

namespace {

using Bytes = std::span<const std::uint8_t>;

// Reads a value of a pointer encoding's low four bits, and moves past it.
std::optional<std::uint64_t> take_value(Bytes& bytes, std::uint8_t encoding) {
  const auto take = [&](auto value) -> std::optional<std::uint64_t> {
    if (bytes.size() < sizeof value) return {};
    std::memcpy(&value, bytes.data(), sizeof value);
    bytes = bytes.subspan(sizeof value);
    return static_cast<std::uint64_t>(value);
  };
  switch (encoding & 0xf) {
    case DW_EH_PE_absptr:
    case DW_EH_PE_udata8:
    case DW_EH_PE_sdata8:
      return take(std::uint64_t{});
    case DW_EH_PE_udata4:
      return take(std::uint32_t{});
    case DW_EH_PE_sdata4:
      return take(std::int32_t{});
    case DW_EH_PE_udata2:
      return take(std::uint16_t{});
    case DW_EH_PE_sdata2:
      return take(std::int16_t{});
    default:
      return {};  // LEB128: no compiler writes code addresses so
  }
}

// How a common information entry says that addresses are written; nothing if we cannot know.
std::optional<std::uint8_t> pointer_encoding(const Dwarf_CIE& entry) {
  std::string_view augmentation = entry.augmentation == nullptr ? "" : entry.augmentation;
  if (augmentation.empty()) return DW_EH_PE_absptr;
  if (!augmentation.starts_with('z')) return {};
  Bytes data(entry.augmentation_data, entry.augmentation_data_size);
  for (const char letter : augmentation.substr(1)) {
    if (letter == 'S' || letter == 'B' || letter == 'G') continue;  // without data
    if (data.empty()) return {};
    const std::uint8_t encoding = data[0];
    data = data.subspan(1);
    if (letter == 'R') return encoding;
    if (letter == 'P') {
      if (!take_value(data, encoding)) return {};
    } else if (letter != 'L') {
      return {};
    }
  }
  return DW_EH_PE_absptr;
}

std::optional<CodeRange> range_of(const Dwarf_FDE& entry, std::uint8_t encoding,
                                  const Section& section) {
  Bytes bytes(entry.start, static_cast<std::size_t>(entry.end - entry.start));
  const std::uint8_t base = encoding & 0x70;
  if ((encoding & DW_EH_PE_indirect) != 0) return {};
  if (base != DW_EH_PE_absptr && base != DW_EH_PE_pcrel) return {};
  const std::uint64_t place =
      section.address + static_cast<std::uint64_t>(bytes.data() - section.bytes.data());
  const auto begin = take_value(bytes, encoding);
  const auto size = take_value(bytes, encoding);
  if (!begin || !size) return {};
  const std::uint64_t first = *begin + (base == DW_EH_PE_pcrel ? place : 0);
  if (*size == 0 || first + *size < first) return {};
  return CodeRange{first, first + *size};
}

void read_frames(const ElfFile& file, const Section& section, std::vector<CodeRange>& ranges) {
  // libdw reads of the identification class and byte order alone: both were checked.
  unsigned char identification[EI_NIDENT] = {ELFMAG0,    ELFMAG1,     ELFMAG2,   ELFMAG3,
                                             ELFCLASS64, ELFDATA2LSB, EV_CURRENT};
  Elf_Data data{};
  data.d_buf = const_cast<std::uint8_t*>(section.bytes.data());  // only read
  data.d_size = section.bytes.size();
  data.d_type = ELF_T_BYTE;
  data.d_version = EV_CURRENT;
  std::map<Dwarf_Off, std::optional<std::uint8_t>> encodings;  // of each CIE
  Dwarf_Off next = 0;
  for (Dwarf_Off offset = 0;; offset = next) {
    Dwarf_CFI_Entry entry;
    const int status = dwarf_next_cfi(identification, &data, true, offset, &next, &entry);
    if (status > 0) return;
    if (status < 0 || next <= offset) {
      file.fail(fmt::format("broken {} at offset {}", section.name, offset));
    }
    if (dwarf_cfi_cie_p(&entry)) {
      encodings.emplace(offset, pointer_encoding(entry.cie));
      continue;
    }
    const auto encoding = encodings.find(entry.fde.CIE_pointer);  // a CIE stands before its FDEs
    if (encoding == encodings.end() || !encoding->second) continue;
    if (const auto range = range_of(entry.fde, *encoding->second, section)) {
      ranges.push_back(*range);
    }
  }
}

}  // namespace

std::vector<CodeRange> unwind_ranges(const ElfFile& file) {
  std::vector<CodeRange> ranges;
  for (const Section& section : file.sections()) {
    if (section.name == ".eh_frame" && !section.bytes.empty()) read_frames(file, section, ranges);
  }
  std::ranges::sort(ranges, [](const CodeRange& a, const CodeRange& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
  });
  ranges.erase(std::unique(ranges.begin(), ranges.end()), ranges.end());
  return ranges;
}

}  // namespace tracetoll
