// Functions made by hand, an instruction a byte: the instruction at position i is at kStart + i, as
// long as nobody says otherwise, and jumps name positions.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "basic_blocks.hpp"
#include "instruction.hpp"

namespace tracetoll::listing {

inline constexpr std::uint64_t kStart = 0x1000;
inline constexpr int kRax = 0, kRcx = 1, kRdx = 2, kRbx = 3, kRsi = 6, kRdi = 7, kR12 = 12;

inline Instruction op(std::string mnemonic, RegisterSet read = 0, RegisterSet written = 0) {
  Instruction result;
  result.size = 1;
  result.mnemonic = std::move(mnemonic);
  result.read = read;
  result.written = written;
  return result;
}

inline Instruction move(int from, int to) {
  Instruction result = op("mov", bit(from), bit(to));
  result.source = from;
  result.destination = to;
  return result;
}

inline Instruction load(int base, std::int64_t displacement, int to) {
  Instruction result = op("mov", bit(base), bit(to));
  result.base = base;
  result.displacement = displacement;
  result.destination = to;
  result.memory_bytes = 8;
  result.reads_memory = true;
  if (base == kRsp) result.restored = bit(to) & registers(Machine::x86_64).callee_saved;
  return result;
}

inline Instruction store(int from, int base, std::int64_t displacement) {
  Instruction result = op("mov", bit(base) | bit(from));
  result.base = base;
  result.displacement = displacement;
  result.source = from;
  result.memory_bytes = 8;
  result.writes_memory = true;
  if (base == kRsp) result.saved = bit(from) & registers(Machine::x86_64).callee_saved;
  return result;
}

inline Instruction flow(std::string mnemonic, Flow to) {
  Instruction result = op(std::move(mnemonic));
  result.flow = to;
  return result;
}

inline Instruction to(Instruction from, std::uint64_t position) {
  from.target = kStart + position;
  return from;
}
inline Instruction jump(std::uint64_t position) {
  return to(flow("jmp", Flow::jump), position);
}
inline Instruction branch(std::uint64_t position) {
  return to(flow("jne", Flow::conditional), position);
}
inline Instruction indirect(int reg) {
  Instruction result = flow("jmp", Flow::jump);
  result.read = bit(reg);
  return result;
}
inline Instruction call() {
  return to(flow("call", Flow::call), 0x10000);
}
inline Instruction ret() {
  return flow("ret", Flow::ret);
}

inline Instruction push(int reg) {
  Instruction result = op("push", bit(reg) | bit(kRsp), bit(kRsp));
  result.pushed = reg;
  result.saved = bit(reg) & registers(Machine::x86_64).callee_saved;
  result.stack_drop = 8;
  return result;
}
inline Instruction pop(int reg) {
  Instruction result = op("pop", bit(kRsp), bit(reg) | bit(kRsp));
  result.pop = true;
  result.restored = bit(reg) & registers(Machine::x86_64).callee_saved;
  result.stack_drop = -8;
  return result;
}
inline Instruction drop(std::int64_t bytes) {
  Instruction result = op("sub", bit(kRsp), bit(kRsp));
  result.stack_drop = bytes;
  return result;
}

inline Instruction nop(int size = 1) {
  Instruction result = op("nop");
  result.nop = true;
  result.size = size;
  return result;
}

// One after another from kStart.
inline std::vector<Instruction> listed(std::vector<Instruction> code) {
  std::uint64_t address = kStart;
  for (Instruction& instruction : code) {
    instruction.address = address;
    address = instruction.end();
  }
  return code;
}

inline std::vector<CodeRange> one_part(const std::vector<Instruction>& code) {
  if (code.empty()) return {};
  return {{code.front().address, code.back().end()}};
}
inline BasicBlocks blocks_of(const std::vector<Instruction>& code, std::vector<CodeRange> sled = {},
                             std::vector<HiddenJump> hidden = {}) {
  return basic_blocks(code, one_part(code), sled, hidden);
}

}  // namespace tracetoll::listing
