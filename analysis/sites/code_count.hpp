// Some machine code, counted.
#pragma once

#include <span>
#include <string>

#include "instruction.hpp"

namespace tracetoll {

struct CodeCount {
  int bytes = 0;
  int instructions = 0;
  int nops = 0;
  int loads = 0;  // instructions that read data memory, pops left out
  int conditional_branches = 0;
  int calls = 0;        // tail calls among them
  int other_calls = 0;  // of them, direct calls of functions that are no probe
};

// `leaves`: the instruction is a jump out of its function, a tail call.
void add_to(const Instruction& instruction, bool leaves, CodeCount& count);

// Of code without tail calls.
CodeCount count_code(std::span<const Instruction> code);

// Mnemonics in order, repetitions counted: "mov test jne", "nop x 750".
std::string mnemonics_of(std::span<const Instruction> code);

}  // namespace tracetoll
