// Which stores to the stack save a register for the caller, and which loads restore one.
//
// A callee-saved register that holds a value of the function's own may be stored to the stack too:
// that is a spill. A save is a store of one that still holds what the caller left in it, on every
// known way from the entry; a restore is a load of one that nothing reads or writes again before
// the function is left.
#pragma once

#include <span>
#include <vector>

#include "basic_blocks.hpp"
#include "instruction.hpp"

namespace tracetoll {

struct RegisterSaves {
  std::vector<RegisterSet> saved;     // by each instruction
  std::vector<RegisterSet> restored;  // likewise
  int at_entry = 0;         // registers saved on every known way from the entry to a return
  bool early_exit = false;  // some are saved, and a known way to a return saves none
};

// A function that never returns (an endless loop, or all ways end in calls of exit) saves none on a
// way to a return: at_entry is 0 then.
RegisterSaves register_saves(Machine machine, std::span<const Instruction> code,
                             const BasicBlocks& blocks);

}  // namespace tracetoll
