// Can a site be switched by one write, while other threads run through it?
//
// Two things must hold: all its bytes are one instruction (a thread may be preempted between two,
// and would come back into the middle of the new one), and a CPU that fetches while they are
// written sees all of them or none. The second holds on every x86-64 for a write inside an aligned
// word of 8 bytes; inside a cache line it is promised by Intel (SDM vol. 3A, 9.1.1) and not by AMD
// (APM vol. 2, 7.3.2). arm64 allows B, BL, NOP, BRK and their like to be replaced while they run, a
// word at a time (Arm ARM, B2.2.5). Elsewhere one goes through a breakpoint: int3 first, then the
// tail, then the first byte.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "instruction.hpp"

namespace tracetoll {

enum class Patchable {
  one_write,           // everywhere
  one_write_on_intel,  // within a line, but over an 8-byte boundary
  breakpoint,          // one instruction, but in two cache lines
  no,                  // several instructions: a thread may sit between them
  flag,                // a guard reads memory: no code is changed
  unknown,
};

struct Patching {
  Patchable how = Patchable::unknown;
  std::string why;  // a few words, e.g. "5 instructions"
};

const char* name_of(Patchable how);  // as in JSON: "one_write_on_intel"

// `code` is what lies at the site, at least one instruction. Where the first jumps over all the
// rest or returns before it (XRay's sleds), no thread is ever in the rest: it is put in place
// first, and a write of the first two bytes switches the site.
Patching judge_patching(Machine machine, std::span<const Instruction> code);

bool straddles(std::uint64_t address, std::uint64_t size, std::uint64_t boundary);

}  // namespace tracetoll
