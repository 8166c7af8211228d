// Which compilers an ELF file says it was made by.
#pragma once

#include <string>

#include "elf_file.hpp"

namespace tracetoll {

// The texts that the linker collected in .comment, "GCC: (Debian 12.2.0) 12.2.0; ...", printable
// and at most 400 bytes; empty: the file does not say.
std::string compilers_of(const ElfFile& file);

}  // namespace tracetoll
