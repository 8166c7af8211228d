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
//
// Symbols are those of .symtab, of the separate debug file if the file is stripped and the debug
// file is there (debug_file.hpp), else those that the dynamic linker needs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "demangled.hpp"
#include "instruction.hpp"

struct Elf;

namespace tracetoll {

struct Section {
  std::string_view name;
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  bool loaded = false;                  // SHF_ALLOC
  bool executable = false;              // SHF_EXECINSTR
  std::span<const std::uint8_t> bytes;  // empty for .bss and its like

  // As they stand in the file's section header.
  std::uint32_t type = 0;
  std::uint32_t link = 0;
  std::uint32_t info = 0;
  std::uint64_t flags = 0;
  std::uint64_t offset = 0;
  std::uint64_t alignment = 0;
};

struct Symbol {
  std::string_view name;  // as it stands in the file, mangled
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  bool function = false;
  bool global = false;     // or weak: one a program
  int unit = 0;            // which STT_FILE it follows, from 1; tells local ones of one name apart
  bool undefined = false;  // of a relocatable file: another file has it; the address is ours
};

class ElfFile {
 public:
  // Opens an x86-64 or arm64 ELF file, linked or not. `debug_root` is where debug files of
  // installed programs lie; none are looked for if it is empty.
  explicit ElfFile(const std::string& path, const std::string& debug_root = "/usr/lib/debug");
  // Of bytes that were read from there.
  ElfFile(const std::string& path, std::vector<std::uint8_t> bytes, const std::string& debug_root);
  ElfFile(ElfFile&&) = default;
  ElfFile& operator=(ElfFile&&) = default;
  ElfFile(const ElfFile&) = delete;
  ElfFile& operator=(const ElfFile&) = delete;

  const std::string& path() const { return path_; }
  Machine machine() const { return machine_; }
  bool relocatable() const { return relocatable_; }  // .o: addresses are ours

  std::span<const Section> sections() const { return sections_; }
  std::span<const Symbol> symbols() const { return symbols_; }
  const Section* section(std::string_view name) const;  // the first of that name, or nullptr
  // A table of records: every section of that name (a .o has one a COMDAT group), or what lies
  // between the symbols __start_NAME and __stop_NAME, as linker scripts leave it (the kernel's
  // are without the underscores of the name: __start_mcount_loc).
  std::vector<Section> tables(std::string_view name) const;
  bool executable(std::uint64_t address, std::uint64_t size) const;
  // The loaded section that has bytes there, or nullptr.
  const Section* section_at(std::uint64_t address, std::uint64_t size) const;

  // The bytes at an address. Throws InputError where the file has none.
  std::span<const std::uint8_t> bytes(std::uint64_t address, std::uint64_t size) const;
  // The NUL-terminated text at an address, at most 255 bytes of it. Throws likewise.
  std::string text(std::uint64_t address) const;
  // What another file has: "malloc@plt" for a stub of the PLT, "malloc" for an undefined symbol of
  // a relocatable file; "malloc@got" for the slot of the global offset table that leads there.
  // Empty for any other address.
  std::string_view external_name(std::uint64_t address) const;

  // The separate debug file, if this one lacks symbols or debug data and it was found.
  const ElfFile* debug_file() const { return debug_file_.get(); }
  // What was found but not used, one line each: a debug file of another build.
  std::span<const std::string> notes() const { return notes_; }

  std::uint64_t file_size() const { return image_.size(); }
  // libelf's view of the same bytes, for libdw, which unpacks compressed sections in it.
  Elf* handle() const { return handle_.get(); }
  // Applies the relocations of section `relocations` to a copy of the section that they are for.
  void relocate(const Section& relocations, std::span<std::uint8_t> bytes) const;

  [[noreturn]] void fail(const std::string& what) const;

 private:
  void check_kind();
  void read_sections();
  void lay_out();           // elf_relocatable.cpp
  void relocate_loaded();   // elf_relocatable.cpp
  void relocate_dynamic();  // elf_dynamic.cpp
  void name_stubs();        // elf_dynamic.cpp
  void index_sections();
  const Section* symbol_table(std::uint32_t type) const;
  void read_symbols();
  std::uint64_t symbol_address(const Section& table, std::size_t index) const;
  std::string_view name_at(std::span<const std::uint8_t> table, std::uint64_t offset);
  const Section& linked(const Section& section) const;
  std::span<std::uint8_t> writable(const Section& section, std::uint64_t address);

  std::string path_;
  std::vector<std::uint8_t> image_;
  struct EndElf {
    void operator()(Elf* elf) const;
  };
  std::unique_ptr<Elf, EndElf> handle_;
  Machine machine_ = Machine::x86_64;
  bool relocatable_ = false;
  std::vector<Section> sections_;
  std::vector<std::size_t> by_address_;  // loaded sections with bytes, sorted
  std::vector<Symbol> symbols_;
  // In relocatable files: of each symbol of .symtab.
  std::vector<std::uint64_t> symbol_addresses_;
  std::vector<std::pair<std::uint64_t, std::string>> external_names_;  // sorted
  std::unique_ptr<ElfFile> debug_file_;
  std::vector<std::string> notes_;
  std::uint64_t name_bytes_ = 0;
};

}  // namespace tracetoll
