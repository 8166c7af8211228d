// The debug data of an ELF file, or of its separate debug file, as libdw reads it.
//
// libdw believes what it reads: this is where data that was made to take memory or to lead to other
// files is refused. Nothing here or beyond opens another file: no .dwo, no dwz file, no network.
#pragma once

#include <elfutils/libdw.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "elf_file.hpp"

namespace tracetoll {

class DwarfData {
 public:
  // Keeps a reference to the file.
  explicit DwarfData(const ElfFile& file);

  Dwarf* get() const { return dwarf_.get(); }            // nullptr: there is none
  const std::string& absent() const { return absent_; }  // why there is none
  // An unpacked section of it; empty if it has none of that name.
  std::span<const std::uint8_t> section(std::string_view name) const;
  // libdw keeps all that it has decoded: this drops it. DIEs and lines from before are gone.
  void renew();

 private:
  void relocate();

  struct End {
    void operator()(Dwarf* dwarf) const { dwarf_end(dwarf); }
  };
  const ElfFile* file_ = nullptr;
  std::unique_ptr<Dwarf, End> dwarf_;
  std::string absent_;
};

// The text of an attribute, unless it lies in another file; nullptr for none.
const char* text_of(Dwarf_Die* die, unsigned attribute);
// The entry of the same file that an attribute leads to.
bool follow(Dwarf_Die* die, unsigned attribute, Dwarf_Die* result);

}  // namespace tracetoll
