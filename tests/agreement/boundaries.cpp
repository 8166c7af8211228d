// Prints every instruction of an ELF file's executable sections, one a line: address and length in
// hexadecimal and decimal; after them its direct target, or "unknown" for bytes that start none.
// With -q it decodes them the same and prints how many there are. For lengths.py.
#include <fmt/core.h>

#include <exception>
#include <string_view>

#include "disassembly.hpp"
#include "elf_file.hpp"

int main(int argc, char** argv) try {
  const bool quiet = argc == 3 && std::string_view(argv[1]) == "-q";
  if (argc != 2 && !quiet) {
    fmt::print(stderr, "usage: boundaries [-q] ELF\n");
    return 2;
  }
  const tracetoll::ElfFile file(argv[argc - 1], "");
  std::size_t count = 0;
  const tracetoll::Disassembler disassembler(file.machine());
  for (const tracetoll::Section& section : file.sections()) {
    if (!section.executable || section.bytes.empty()) continue;
    disassembler.for_each(section.bytes, section.address, [&](const tracetoll::Instruction& found) {
      count++;
      if (quiet) return;
      fmt::print("{:x} {}", found.address, found.size);
      if (found.target) fmt::print(" {:x}", *found.target);
      fmt::print("{}\n", found.unknown ? " unknown" : "");
    });
  }
  if (quiet) fmt::print("{}\n", count);
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 2;
}
