// An ELF file: its sections, its symbols, and the bytes that lie at an address once it is loaded.
//
// The file is hostile until shown otherwise. The constructor reads it whole, so that nobody can
// shorten it under us, and checks every header against the size; all later access is bounded by
// sections. Anything wrong throws InputError with the file's name and what is wrong.
//
// Bytes are those of the program as loaded, at base 0: relocations that need no other file are
// applied. A relocatable file has no addresses of its own: its loaded sections are laid out one
// after another, and its relocations applied likewise; undefined symbols are at addresses where
// the file has nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "instruction.hpp"

namespace tracetoll {

struct Section {
  std::string_view name;
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  bool loaded = false;                  // SHF_ALLOC
  bool executable = false;              // SHF_EXECINSTR
  std::span<const std::uint8_t> bytes;  // empty for .bss and its like
};

struct Symbol {
  std::string_view name;  // as it stands in the file, mangled
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  bool function = false;
  bool global = false;  // or weak: one a program
  int unit = 0;         // which STT_FILE it follows, from 1; tells local symbols of one name apart
};

class ElfFile {
 public:
  // Opens an x86-64 or arm64 ELF file, linked or not.
  explicit ElfFile(const std::string& path);

  const std::string& path() const { return path_; }
  Machine machine() const { return machine_; }
  bool relocatable() const { return relocatable_; }  // .o: addresses are ours

  std::span<const Section> sections() const { return sections_; }
  std::span<const Symbol> symbols() const { return symbols_; }
  const Section* section(std::string_view name) const;  // the first of that name, or nullptr
  // A table of records: every section of that name (a .o has one a COMDAT group), or what lies
  // between the symbols __start_NAME and __stop_NAME, as linker scripts leave it.
  std::vector<Section> tables(std::string_view name) const;
  bool executable(std::uint64_t address, std::uint64_t size) const;

  // The bytes at an address. Throws InputError where the file has none.
  std::span<const std::uint8_t> bytes(std::uint64_t address, std::uint64_t size) const;
  // The NUL-terminated text at an address, at most 255 bytes of it. Throws likewise.
  std::string text(std::uint64_t address) const;

  [[noreturn]] void fail(const std::string& what) const;

 private:
  void read_sections();
  void read_symbols();
  const Section* loaded_section(std::uint64_t address, std::uint64_t size) const;
  std::string_view name_at(std::span<const std::uint8_t> table, std::uint64_t offset);

  std::string path_;
  std::vector<std::uint8_t> image_;
  Machine machine_ = Machine::x86_64;
  bool relocatable_ = false;
  std::vector<Section> sections_;
  std::vector<Symbol> symbols_;
  std::uint64_t name_bytes_ = 0;
};

// The C++ name of a symbol, or the symbol as it stands if it has none.
std::string demangled(std::string_view symbol);

}  // namespace tracetoll
