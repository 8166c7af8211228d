// The debug information of a file: its own, or that of its separate debug file.
#pragma once

#include <elfutils/libdw.h>

#include <memory>
#include <string>

#include "unique_fd.hpp"

namespace tracetoll::patch {

class DebugData {
 public:
  // Throws PatchError when the file cannot be read. What has no debug information has no dwarf().
  //
  // A debug file is looked for at ROOT/.build-id/xx/rest.debug, and by the name in .gnu_debuglink
  // beside the file, in .debug/ below that, and in ROOT + the file's folder; what has another build
  // ID, or where there is none another checksum, is passed over.
  DebugData(const std::string& path, const std::string& root);

  Elf* code() const { return code_.elf.get(); }
  Dwarf* dwarf() const { return dwarf_.get(); }
  // Why there is none: what was looked for, and what was passed over.
  const std::string& absent() const { return absent_; }

 private:
  struct EndElf {
    void operator()(Elf* elf) const { elf_end(elf); }
  };
  struct EndDwarf {
    void operator()(Dwarf* dwarf) const { dwarf_end(dwarf); }
  };
  struct File {
    UniqueFd descriptor;
    std::unique_ptr<Elf, EndElf> elf;
  };

  static File open(const std::string& path);
  bool use(File& file);
  bool use_debug_file(const std::string& path, const unsigned* checksum);

  File code_;
  File debug_;
  std::unique_ptr<Dwarf, EndDwarf> dwarf_;
  std::string absent_;
};

}  // namespace tracetoll::patch
