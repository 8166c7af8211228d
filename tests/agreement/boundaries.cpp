// Prints every instruction of an ELF file's executable sections, one a line: address and length in
// hexadecimal and decimal; after them its direct target, or "unknown" for bytes that start none.
// For lengths.py.
#include <fmt/core.h>

#include <exception>

#include "disassembly.hpp"
#include "elf_file.hpp"

int main(int argc, char** argv) try {
  if (argc != 2) {
    fmt::print(stderr, "usage: boundaries ELF\n");
    return 2;
  }
  const tracetoll::ElfFile file(argv[1]);
  const tracetoll::Disassembler disassembler(file.machine());
  for (const tracetoll::Section& section : file.sections()) {
    if (!section.executable || section.bytes.empty()) continue;
    disassembler.for_each(section.bytes, section.address, [](const tracetoll::Instruction& found) {
      fmt::print("{:x} {}", found.address, found.size);
      if (found.target) fmt::print(" {:x}", *found.target);
      fmt::print("{}\n", found.unknown ? " unknown" : "");
    });
  }
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 2;
}
