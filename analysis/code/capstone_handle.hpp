// What disassembly.cpp and the two architectures share of Capstone.
#pragma once

#include <capstone/capstone.h>

#include <cstdint>
#include <span>

#include "instruction.hpp"

namespace tracetoll {

using CodeBytes = std::span<const std::uint8_t>;

// The instruction at the start of `bytes`, which are not empty. `scratch` is overwritten.
Instruction next_x86(csh capstone, cs_insn* scratch, CodeBytes bytes, std::uint64_t address);
Instruction next_arm64(csh capstone, cs_insn* scratch, CodeBytes bytes, std::uint64_t address);

// Likewise of what Capstone does not know: by hand, or an unknown.
Instruction unlisted_x86(CodeBytes bytes, std::uint64_t address);

Instruction unknown_instruction(std::uint64_t address, int size);

}  // namespace tracetoll
