// Which registers may still be read, at each point of a function.
//
// A register counts as live where that cannot be told: after a jump that leads nobody knows where,
// and at a call, which may read every register that can hold an argument. (But %al: the count of
// vector registers for a variadic function is set right before the call, and would keep alive what
// %rax held long before.) A call changes what the calling convention lets it change. Calls may
// throw: what landing pads read of the callee-saved registers is live after each call of a function
// that has blocks which nothing known leads to. At a return the results and the callee-saved
// registers are live, at a tail call the arguments. Flags are no registers here.
//
// Time is linear in the instructions: a block is looked at again only when a successor needs
// another register, of which there are 64.
#pragma once

#include <span>
#include <vector>

#include "basic_blocks.hpp"
#include "instruction.hpp"

namespace tracetoll {

// What an instruction does to a set of live registers, backward.
class RegisterEffects {
 public:
  explicit RegisterEffects(Machine machine);

  // Those that instruction needs, and those whose old value is gone after it.
  RegisterSet needs(const Instruction& instruction) const;
  RegisterSet ends(const Instruction& instruction) const;
  RegisterSet before(const Instruction& instruction, RegisterSet after) const {
    return (after & ~ends(instruction)) | needs(instruction);
  }
  const Registers& convention() const { return convention_; }
  RegisterSet passed() const { return passed_; }  // what a call or a tail call may read

 private:
  const Registers& convention_;
  RegisterSet passed_;
};

class Liveness {
 public:
  Liveness(Machine machine, std::span<const Instruction> code, const BasicBlocks& blocks);

  RegisterSet after(std::size_t instruction) const { return after_[instruction]; }
  // At the start of a block; everything in the hub.
  RegisterSet before_block(std::size_t block) const { return before_[block]; }
  // How often a block was looked at, for tests of the work.
  std::size_t visits() const { return visits_; }

 private:
  RegisterSet at_end(const CodeBlock& block) const;
  RegisterSet through(const CodeBlock& block);

  RegisterEffects effects_;
  std::span<const Instruction> code_;
  std::vector<RegisterSet> before_;
  std::vector<RegisterSet> after_;
  RegisterSet landing_ = 0;  // callee-saved registers that a landing pad may read
  std::size_t visits_ = 0;
};

}  // namespace tracetoll
