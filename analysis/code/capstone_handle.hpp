// What the decoders of both machines share: Capstone's handle, and the step over one instruction.
#pragma once

#include <capstone/capstone.h>

#include <cstdint>
#include <span>

#include "instruction.hpp"

namespace tracetoll {

using CodeBytes = std::span<const std::uint8_t>;

// Throws std::runtime_error if the library was built without the machine.
class Capstone {
 public:
  enum class For { facts, text };  // text: in AT&T syntax
  Capstone(Machine machine, For use);
  ~Capstone();
  Capstone(const Capstone&) = delete;
  Capstone& operator=(const Capstone&) = delete;

  // The instruction at the start, valid until the next call; nullptr if Capstone knows none there.
  const cs_insn* decode(CodeBytes bytes, std::uint64_t address) const;

 private:
  csh handle_ = 0;
  cs_insn* scratch_ = nullptr;
};

// The instruction at the start of `bytes`, which are not empty.
Instruction next_x86(const Capstone& capstone, CodeBytes bytes, std::uint64_t address);
Instruction next_arm64(const Capstone& capstone, CodeBytes bytes, std::uint64_t address);

// Likewise of what Capstone does not know: by hand, or an unknown.
Instruction unlisted_x86(CodeBytes bytes, std::uint64_t address);

// How many 66 prefixes stand before a near branch, which the processor ignores and Capstone not.
std::size_t ignored_prefixes(CodeBytes bytes);

Instruction unknown_instruction(std::uint64_t address, int size);

}  // namespace tracetoll
