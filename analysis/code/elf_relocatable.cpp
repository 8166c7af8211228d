// Relocatable files: addresses for what has none, and their relocations.
//
// From the first address on, each symbol of .symtab has 16 bytes: an undefined one is there, and
// eight bytes on is what would be the slot of the global offset table for any symbol. The file has
// nothing at either. They come before the sections, near to the code, because an arm64 call
// reaches 128 MiB. Then the loaded sections, in the file's order, then common symbols.
#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "elf_file.hpp"
#include "elf_records.hpp"
#include "relocations.hpp"

namespace tracetoll {

namespace {

constexpr std::uint64_t kFirst = 0x10000;
constexpr std::uint64_t kPage = 0x1000;
constexpr std::uint64_t kEnd = std::uint64_t{1} << 47;

std::uint64_t symbol_place(std::size_t index) {
  return kFirst + 16 * index;
}
std::uint64_t slot_place(std::size_t index) {
  return symbol_place(index) + 8;
}

}  // namespace

void ElfFile::lay_out() {
  const Section* table = symbol_table(SHT_SYMTAB);
  const std::size_t count = table == nullptr ? 0 : table->bytes.size() / sizeof(Elf64_Sym);
  std::uint64_t next = (symbol_place(count) + kPage - 1) / kPage * kPage;
  const auto place = [&](std::uint64_t size, std::uint64_t alignment, const std::string& what) {
    alignment = std::max<std::uint64_t>(alignment, 1);
    if (!std::has_single_bit(alignment) || alignment > kEnd || size > kEnd) {
      fail(fmt::format("{} has size {} and alignment {}", what, size, alignment));
    }
    const std::uint64_t result = (next + alignment - 1) / alignment * alignment;
    next = result + size;
    if (next > kEnd) fail("its sections do not fit into an address space");
    return result;
  };
  for (std::size_t i = 0; i < sections_.size(); i++) {
    Section& section = sections_[i];
    section.address = 0;
    if (!section.loaded) continue;
    section.address = place(section.size, section.alignment, fmt::format("section {}", i));
  }
  if (table == nullptr) return;
  const auto extended =
      std::ranges::find(sections_, std::uint32_t{SHT_SYMTAB_SHNDX}, &Section::type);
  symbol_addresses_.reserve(count);
  for (std::size_t i = 0; i < count; i++) {
    const auto symbol = record_at<Elf64_Sym>(table->bytes, i);
    std::size_t home = symbol.st_shndx;
    if (home == SHN_XINDEX) {
      const bool there = extended != sections_.end() && i < extended->bytes.size() / 4;
      home = there ? record_at<std::uint32_t>(extended->bytes, i)
                   : std::numeric_limits<std::size_t>::max();
    } else if (home >= SHN_LORESERVE && home != SHN_ABS && home != SHN_COMMON) {
      home = std::numeric_limits<std::size_t>::max();
    }
    if (symbol.st_shndx == SHN_UNDEF) {
      symbol_addresses_.push_back(symbol_place(i));
    } else if (symbol.st_shndx == SHN_ABS) {
      symbol_addresses_.push_back(symbol.st_value);
    } else if (symbol.st_shndx == SHN_COMMON) {
      const std::string what = fmt::format("symbol {}", i);
      symbol_addresses_.push_back(place(symbol.st_size, symbol.st_value, what));
    } else if (home < sections_.size()) {
      symbol_addresses_.push_back(sections_[home].address + symbol.st_value);
    } else {
      fail(fmt::format("symbol {} lies in section {}, which it does not have", i, symbol.st_shndx));
    }
  }
}

void ElfFile::relocate(const Section& relocations, std::span<std::uint8_t> bytes) const {
  const Section& target = sections_.at(relocations.info);
  const std::size_t count = relocations.bytes.size() / sizeof(Elf64_Rela);
  for (std::size_t i = 0; i < count; i++) {
    const auto entry = record_at<Elf64_Rela>(relocations.bytes, i);
    const std::size_t symbol = ELF64_R_SYM(entry.r_info);
    const auto refuse = [&](const char* what) {
      fail(fmt::format("relocation {} of {}: {}", i, target.name, what));
    };
    if (symbol != 0 && symbol >= symbol_addresses_.size()) refuse("it has no such symbol");
    if (entry.r_offset > bytes.size()) refuse("outside the section");
    const Relocation relocation{
        static_cast<std::uint32_t>(ELF64_R_TYPE(entry.r_info)), target.address + entry.r_offset,
        symbol == 0 ? 0 : symbol_addresses_[symbol], slot_place(symbol), entry.r_addend};
    if (!apply(machine_, relocation, bytes.subspan(entry.r_offset))) {
      refuse("outside the section");
    }
  }
}

void ElfFile::relocate_loaded() {
  for (const Section& relocations : sections_) {
    if (relocations.type != SHT_RELA || relocations.info == 0) continue;
    if (relocations.info >= sections_.size()) {
      fail(fmt::format("{} is for section {}, which it does not have", relocations.name,
                       relocations.info));
    }
    const Section& target = sections_[relocations.info];
    if (!target.loaded || target.bytes.empty()) continue;
    relocate(relocations, writable(target, target.address));
  }
}

}  // namespace tracetoll
