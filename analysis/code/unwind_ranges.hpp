// The code that .eh_frame describes, one range a frame description entry: where functions begin and
// end in a file without symbols. A cold part has an entry of its own, and so has a whole PLT.
#pragma once

#include <vector>

#include "code_range.hpp"
#include "elf_file.hpp"

namespace tracetoll {

// By address, each once, none empty. Entries whose pointers need more than the file (relative to
// data, indirect) are left out. Throws InputError if the section is broken.
std::vector<CodeRange> unwind_ranges(const ElfFile& file);

}  // namespace tracetoll
