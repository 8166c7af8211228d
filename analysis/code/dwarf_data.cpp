#include "dwarf_data.hpp"

#include <dwarf.h>
#include <elf.h>
#include <fmt/format.h>
#include <gelf.h>
#include <libelf.h>

#include <algorithm>

#include "elf_records.hpp"

namespace tracetoll {

namespace {

// Unpacked, debug data is three to six times as large; zlib can do 1000 times.
constexpr std::uint64_t kMostUnpacked = std::uint64_t{1} << 30;
constexpr std::uint64_t kLargestRatio = 64;
constexpr std::uint64_t kSmall = 1 << 20;  // of which nobody cares

bool is_debug(std::string_view name) {
  return name.starts_with(".debug_") || name.starts_with(".zdebug_");
}

// Why unpacking its sections would be unwise; empty if it is fine.
std::string unpacking_refused(const ElfFile& file) {
  std::uint64_t packed = 0;
  std::uint64_t unpacked = 0;
  for (const Section& section : file.sections()) {
    if (!is_debug(section.name)) continue;
    std::uint64_t size = 0;
    if ((section.flags & SHF_COMPRESSED) != 0) {
      if (section.bytes.size() < sizeof(Elf64_Chdr)) return "a compressed section is cut off";
      size = record_at<Elf64_Chdr>(section.bytes, 0).ch_size;
    } else if (section.name.starts_with(".zdebug_")) {  // "ZLIB", then the size, big-endian
      if (section.bytes.size() < 12) return "a compressed section is cut off";
      for (const std::uint8_t byte : section.bytes.subspan(4, 8)) size = size << 8 | byte;
    } else {
      continue;
    }
    packed += section.bytes.size();
    if (size > kMostUnpacked || (unpacked += size) > kMostUnpacked) return "larger than 1 GiB";
  }
  if (unpacked > kSmall && unpacked / kLargestRatio > packed) {
    return fmt::format("{} bytes unpack to {}", packed, unpacked);
  }
  return {};
}

bool has_debug_data(const ElfFile& file) {
  return std::ranges::any_of(file.sections(), [](const Section& section) {
    return (section.name == ".debug_info" || section.name == ".zdebug_info") &&
           !section.bytes.empty();
  });
}

bool in_other_file(unsigned form) {
  return form == DW_FORM_GNU_strp_alt || form == DW_FORM_GNU_ref_alt || form == DW_FORM_strp_sup ||
         form == DW_FORM_ref_sup4 || form == DW_FORM_ref_sup8 || form == DW_FORM_ref_sig8;
}

}  // namespace

DwarfData::DwarfData(const ElfFile& file) {
  file_ = has_debug_data(file) ? &file : file.debug_file();
  if (file_ == nullptr || !has_debug_data(*file_)) {
    absent_ = "no debug data";
    return;
  }
  if (file_->section(".gnu_debugaltlink") != nullptr) {
    absent_ = "part of the debug data lies in a file that dwz made of several";
    return;
  }
  if (const std::string reason = unpacking_refused(*file_); !reason.empty()) {
    absent_ = "the debug data is not unpacked: " + reason;
    return;
  }
  renew();
  if (!dwarf_) {
    absent_ = std::string("broken debug data: ") + dwarf_errmsg(-1);
  } else if (file_->relocatable()) {
    relocate();
  }
}

void DwarfData::renew() {
  dwarf_.reset();
  dwarf_.reset(dwarf_begin_elf(file_->handle(), DWARF_C_READ, nullptr));
}

// libdw has unpacked the sections; what it reads from now on is what elf_getdata() gives.
void DwarfData::relocate() {
  for (const Section& relocations : file_->sections()) {
    if (relocations.type != SHT_RELA || relocations.info >= file_->sections().size()) continue;
    const Section& target = file_->sections()[relocations.info];
    if (target.loaded || !is_debug(target.name)) continue;
    const Elf_Data* data = elf_getdata(elf_getscn(file_->handle(), relocations.info), nullptr);
    if (data == nullptr || data->d_buf == nullptr) continue;
    file_->relocate(relocations, {static_cast<std::uint8_t*>(data->d_buf), data->d_size});
  }
}

std::span<const std::uint8_t> DwarfData::section(std::string_view name) const {
  if (!dwarf_) return {};
  for (std::size_t i = 0; i < file_->sections().size(); i++) {
    const Section& section = file_->sections()[i];
    const bool old = section.name.starts_with(".z") && section.name.substr(2) == name.substr(1);
    if (section.name != name && !old) continue;
    const Elf_Data* data = elf_getdata(elf_getscn(file_->handle(), i), nullptr);
    if (data == nullptr || data->d_buf == nullptr) return {};
    return {static_cast<const std::uint8_t*>(data->d_buf), data->d_size};
  }
  return {};
}

const char* text_of(Dwarf_Die* die, unsigned attribute) {
  Dwarf_Attribute found;
  if (dwarf_attr(die, attribute, &found) == nullptr) return nullptr;
  return in_other_file(dwarf_whatform(&found)) ? nullptr : dwarf_formstring(&found);
}

bool follow(Dwarf_Die* die, unsigned attribute, Dwarf_Die* result) {
  Dwarf_Attribute found;
  if (dwarf_attr(die, attribute, &found) == nullptr) return false;
  if (in_other_file(dwarf_whatform(&found))) return false;
  return dwarf_formref_die(&found, result) != nullptr;
}

}  // namespace tracetoll
