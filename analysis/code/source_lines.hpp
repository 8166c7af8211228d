// Source lines of code, from DWARF 2 to 5, compressed or not, of the file itself or its separate
// debug file. What the data does not say, or says in a way that was made to cost time or memory,
// is absent; nothing here throws once it is made.
//
// Line tables are decoded a unit at a time, when first asked for; ask in order of address.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "elf_file.hpp"

namespace tracetoll {

struct SourceLine {
  std::string file;  // as the compiler was given it, with the folder it was started in
  int line = 0;      // from 1

  bool operator==(const SourceLine&) const = default;
};

class SourceLines {
 public:
  // Keeps a reference to the file. Throws InputError if relocations of the debug data are broken.
  explicit SourceLines(const ElfFile& file);
  ~SourceLines();
  SourceLines(SourceLines&&) noexcept;
  SourceLines& operator=(SourceLines&&) noexcept;

  // Why there are none at all: "no debug data"; empty if there are.
  const std::string& absent() const;

  std::optional<SourceLine> at(std::uint64_t address);
  // The functions that are inlined there, innermost first; the one that has the address is not
  // among them. "ns::f(int)"; "f" where the data has the plain name alone: GCC's local functions.
  std::vector<std::string> inlined(std::uint64_t address);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tracetoll
