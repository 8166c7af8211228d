// Where code reads certain 32-bit variables: the guards of tracepoints whose record names no code.
#pragma once

#include <cstdint>
#include <vector>

#include "elf_file.hpp"

namespace tracetoll {

struct StateRead {
  std::uint64_t state = 0;
  std::uint64_t address = 0;  // the instruction that reads it
  bool guessed = false;       // it lies in no function, so that its first byte is a guess
};

// By state, then address. `states` are the variables, `objects` what else a register may hold from
// which code reads them at a distance: the structures that they are in. x86-64 alone.
//
// A first pass over all executable bytes looks for a rip-relative displacement that leads to one of
// them, and is linear; only functions that hold one are decoded. A read through the global offset
// table, as of a variable of another file, is not found.
std::vector<StateRead> find_state_reads(const ElfFile& file,
                                        const std::vector<std::uint64_t>& states,
                                        const std::vector<std::uint64_t>& objects);

}  // namespace tracetoll
