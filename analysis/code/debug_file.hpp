// The separate debug file of a stripped program, where distributions and objcopy leave it:
// ROOT/.build-id/xx/rest.debug, and by the name in .gnu_debuglink beside the program, in .debug/
// below that, and in ROOT + the program's folder. Never over the network.
//
// https://sourceware.org/gdb/current/onlinedocs/gdb.html/Separate-Debug-Files.html
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "elf_file.hpp"

namespace tracetoll {

// The build ID as hexadecimal text; empty if the file has none.
std::string build_id(const ElfFile& file);

// nullptr if there is none. One that is there and does not belong to this file (its checksum,
// build ID or machine differs, or it cannot be read) is passed over with a line in `notes`.
std::unique_ptr<ElfFile> find_debug_file(const ElfFile& file, const std::string& root,
                                         std::vector<std::string>& notes);

}  // namespace tracetoll
