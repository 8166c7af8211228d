// Machine code decoded by Capstone.
//
// decode() accounts for every byte: a byte that starts no instruction becomes an `unknown` of one
// byte (arm64: four, or what is left), so the sizes always add up to what was asked for. What
// Capstone 4.0.2 decodes wrong is put right in disassemble_x86.cpp, what it does not know in
// x86_unlisted.cpp; of arm64 it gives the names alone. tests/agreement/lengths.py compares with
// objdump.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "instruction.hpp"

namespace tracetoll {

class Disassembler {
 public:
  explicit Disassembler(Machine machine = Machine::x86_64);
  ~Disassembler();
  Disassembler(const Disassembler&) = delete;
  Disassembler& operator=(const Disassembler&) = delete;

  Machine machine() const;

  // All bytes, in order: the sizes of the result sum to bytes.size().
  std::vector<Instruction> decode(std::span<const std::uint8_t> bytes, std::uint64_t address) const;

  // The same one after another, for a whole section: a vector of a 20 MB one would take 1 GB.
  void for_each(std::span<const std::uint8_t> bytes, std::uint64_t address,
                const std::function<void(Instruction)>& visit) const;

  // The instruction as text in AT&T syntax ("mov 0x8(%rdi),%eax"; arm64: "ldr w0, [x0, #8]"),
  // direct targets as "0x401020", what is addressed by rip after it ("mov 0x4(%rip),%eax #
  // 0x40100a"); "(bad)" for bytes that start none. Decodes it again: for those shown. Negative
  // numbers are signed, unlike objdump's.
  std::string text(std::span<const std::uint8_t> bytes, std::uint64_t address) const;

 private:
  struct Handle;
  std::unique_ptr<Handle> handle_;
};

}  // namespace tracetoll
