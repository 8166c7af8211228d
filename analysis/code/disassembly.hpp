// Machine code decoded by Capstone.
//
// decode() accounts for every byte: a byte that starts no instruction becomes an `unknown` of one
// byte (arm64: four, or what is left), so the sizes always add up to what was asked for. What
// Capstone 4.0.2 decodes wrong is put right in disassembly.cpp, each case with its reason.
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

  // All bytes, in order: the sizes of the result sum to bytes.size().
  std::vector<Instruction> decode(std::span<const std::uint8_t> bytes, std::uint64_t address) const;

  // The same one after another, for a whole section: a vector of a 20 MB one would take 1 GB.
  void for_each(std::span<const std::uint8_t> bytes, std::uint64_t address,
                const std::function<void(Instruction)>& visit) const;

  // The instruction as text in AT&T syntax ("mov 0x8(%rdi),%eax"; arm64: "ldr w0, [x0, #8]"),
  // direct targets as "0x401020"; "(bad)" for bytes that start none. Decodes it again: for those
  // shown.
  std::string text(std::span<const std::uint8_t> bytes, std::uint64_t address) const;

 private:
  struct Handle;
  std::unique_ptr<Handle> handle_;
};

}  // namespace tracetoll
