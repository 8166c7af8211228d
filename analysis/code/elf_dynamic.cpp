// What the dynamic linker does to a linked file: relocations, and the stubs of its PLT.
//
// Only SHT_RELA has to be applied. The addends of .relr.dyn stand at their places, and base 0 adds
// nothing to them.
#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "elf_file.hpp"
#include "elf_records.hpp"
#include "plt_stubs.hpp"
#include "relocations.hpp"

namespace tracetoll {

namespace {

struct Types {
  std::uint32_t relative, absolute, slot, jump_slot;
};

Types types_of(Machine machine) {
  if (machine == Machine::x86_64) {
    return {R_X86_64_RELATIVE, R_X86_64_64, R_X86_64_GLOB_DAT, R_X86_64_JUMP_SLOT};
  }
  return {R_AARCH64_RELATIVE, R_AARCH64_ABS64, R_AARCH64_GLOB_DAT, R_AARCH64_JUMP_SLOT};
}

}  // namespace

void ElfFile::relocate_dynamic() {
  const Types types = types_of(machine_);
  for (const Section& relocations : sections_) {
    if (relocations.type != SHT_RELA || !relocations.loaded || relocations.bytes.empty()) continue;
    const Section& symbols = linked(relocations);
    const std::size_t count = relocations.bytes.size() / sizeof(Elf64_Rela);
    for (std::size_t i = 0; i < count; i++) {
      const auto entry = record_at<Elf64_Rela>(relocations.bytes, i);
      const auto type = static_cast<std::uint32_t>(ELF64_R_TYPE(entry.r_info));
      const bool relative = type == types.relative;
      if (!relative && type != types.absolute && type != types.slot) continue;
      std::uint64_t value = 0;
      if (!relative) {
        const std::size_t index = ELF64_R_SYM(entry.r_info);
        if (index >= symbols.bytes.size() / sizeof(Elf64_Sym)) {
          fail(fmt::format("relocation {} of {}: it has no such symbol", i, relocations.name));
        }
        const auto symbol = record_at<Elf64_Sym>(symbols.bytes, index);
        if (symbol.st_shndx == SHN_UNDEF) continue;
        value = symbol.st_value;
      }
      // A debug file has the relocations and not the bytes.
      const Section* target = section_at(entry.r_offset, sizeof value);
      if (target == nullptr) continue;
      value += static_cast<std::uint64_t>(entry.r_addend);
      std::memcpy(writable(*target, entry.r_offset).data(), &value, sizeof value);
    }
  }
}

// A stub is known by the slot that it jumps through: its relocation names the function.
void ElfFile::name_stubs() {
  const Types types = types_of(machine_);
  std::map<std::uint64_t, std::string_view> slots;
  for (const Section& relocations : sections_) {
    if (relocations.type != SHT_RELA || !relocations.loaded || relocations.bytes.empty()) continue;
    const Section& symbols = linked(relocations);
    if (symbols.type != SHT_DYNSYM) continue;
    const Section& names = linked(symbols);
    const std::size_t count = relocations.bytes.size() / sizeof(Elf64_Rela);
    for (std::size_t i = 0; i < count; i++) {
      const auto entry = record_at<Elf64_Rela>(relocations.bytes, i);
      const auto type = static_cast<std::uint32_t>(ELF64_R_TYPE(entry.r_info));
      const std::size_t index = ELF64_R_SYM(entry.r_info);
      if (type != types.jump_slot && type != types.slot) continue;
      if (index >= symbols.bytes.size() / sizeof(Elf64_Sym)) continue;
      const auto symbol = record_at<Elf64_Sym>(symbols.bytes, index);
      slots.emplace(entry.r_offset, name_at(names.bytes, symbol.st_name));
    }
  }
  if (slots.empty()) return;
  for (const auto& [slot, name] : slots) {
    if (!name.empty()) external_names_.emplace_back(slot, std::string(name) + "@got");
  }
  for (const Section& section : sections_) {
    if (!section.executable || !section.name.starts_with(".plt")) continue;
    for (const PltStub& stub : plt_stubs(machine_, section.bytes, section.address)) {
      const auto found = slots.find(stub.slot);
      if (found == slots.end()) continue;
      external_names_.emplace_back(stub.address, std::string(found->second) + "@plt");
    }
  }
}

}  // namespace tracetoll
