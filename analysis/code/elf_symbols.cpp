// The symbols of an ELF file.
#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "elf_file.hpp"
#include "elf_records.hpp"

namespace tracetoll {

const Section* ElfFile::symbol_table(std::uint32_t type) const {
  const auto found = std::ranges::find(sections_, type, &Section::type);
  return found == sections_.end() || found->bytes.empty() ? nullptr : &*found;
}

void ElfFile::read_symbols() {
  const Section* table = symbol_table(SHT_SYMTAB);
  if (table == nullptr && debug_file_ && debug_file_->symbol_table(SHT_SYMTAB) != nullptr) {
    symbols_ = debug_file_->symbols_;
    return;
  }
  // A relocatable file has no dynamic symbols; addresses are given to those of .symtab alone.
  if (table == nullptr && !relocatable_) table = symbol_table(SHT_DYNSYM);
  if (table == nullptr) return;
  const Section& names = linked(*table);
  const std::size_t count = table->bytes.size() / sizeof(Elf64_Sym);
  symbols_.reserve(count);
  int unit = 0;
  for (std::size_t i = 0; i < count; i++) {
    const auto symbol = record_at<Elf64_Sym>(table->bytes, i);
    const auto type = ELF64_ST_TYPE(symbol.st_info);
    const std::uint64_t address =
        relocatable_ ? symbol_addresses_[i] : static_cast<std::uint64_t>(symbol.st_value);
    if (type == STT_FILE) unit++;
    if (type == STT_FILE || type == STT_SECTION) continue;
    const bool undefined = symbol.st_shndx == SHN_UNDEF;
    if (undefined && (!relocatable_ || symbol.st_name == 0)) continue;
    const std::string_view name = name_at(names.bytes, symbol.st_name);
    symbols_.push_back({name, address, symbol.st_size, type == STT_FUNC || type == STT_GNU_IFUNC,
                        ELF64_ST_BIND(symbol.st_info) != STB_LOCAL, unit, undefined});
    if (!undefined) continue;
    external_names_.emplace_back(address, name);
    // Behind it lies its slot of the table that a linker would make (slot_place() of
    // elf_relocatable.cpp).
    external_names_.emplace_back(address + 8, std::string(name) + "@got");
  }
}

}  // namespace tracetoll
