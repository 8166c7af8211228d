// An instruction's facts in one line, for tables that say what it should be:
// "x29 x30 sp > sp; store 16 sp-64; save x29 x30; drop 64" is stp x29, x30, [sp, #-64]!
#pragma once

#include <fmt/core.h>

#include <string>

#include "instruction.hpp"

namespace tracetoll {

inline std::string register_name(Machine machine, int reg) {
  constexpr const char* kX86[] = {"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi"};
  if (reg >= kFirstVector) return fmt::format("v{}", reg - kFirstVector);
  if (machine == Machine::arm64) return reg == 31 ? "sp" : fmt::format("x{}", reg);
  return reg < 8 ? kX86[reg] : fmt::format("r{}", reg);
}

inline std::string register_names(Machine machine, RegisterSet set) {
  std::string result;
  for (int reg = 0; reg < 64; reg++) {
    if ((set >> reg & 1) == 0) continue;
    result += (result.empty() ? "" : " ") + register_name(machine, reg);
  }
  return result;
}

inline std::string described(Machine machine, const Instruction& i) {
  const auto name = [&](int reg) { return register_name(machine, reg); };
  const auto names = [&](RegisterSet set) { return register_names(machine, set); };
  std::string result = i.read == 0 ? ">" : names(i.read) + " >";
  if (i.written != 0) result += " " + names(i.written);
  if (i.flow != Flow::next) {
    constexpr const char* kFlows[] = {"next", "conditional", "jump", "call", "ret", "stop"};
    result += fmt::format("; {}", kFlows[static_cast<int>(i.flow)]);
  }
  if (i.target) result += fmt::format("; target {:x}", *i.target);
  if (i.reads_memory) result += fmt::format("; load {}", i.memory_bytes);
  if (i.writes_memory) result += fmt::format("; store {}", i.memory_bytes);
  if (i.data_address) result += fmt::format("; address {:x}", *i.data_address);
  if (i.base) result += fmt::format("; {}{:+}", name(*i.base), i.displacement);
  if (i.indexed) result += " indexed";
  if (i.destination) result += "; to " + name(*i.destination);
  if (i.source) result += "; from " + name(*i.source);
  if (i.tested) result += "; tests " + name(*i.tested);
  if (i.pushed) result += "; pushes " + name(*i.pushed);
  if (i.saved != 0) result += "; saves " + names(i.saved);
  if (i.restored != 0) result += "; restores " + names(i.restored);
  if (i.stack_drop != 0) result += fmt::format("; drop {}", i.stack_drop);
  if (i.frame_pointer) result += "; frame";
  if (i.conditional_move) result += "; conditional move";
  if (i.vector) result += "; vector";
  if (i.nop) result += "; nop";
  if (i.unknown) result += "; unknown";
  return result;
}

}  // namespace tracetoll
