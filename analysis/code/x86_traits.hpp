// What an x86 instruction does to its operands and to the registers that it does not name, by its
// Capstone number.
//
// Capstone 4.0.2 has such data itself, and it is wrong too often to build on: stores that are moves
// (movups, movdqa, vmovdqu, fstp, stmxcsr) are marked as reads, cmpxchg too, `test` of memory and
// an immediate as a write, and many SSE and AVX instructions say nothing of their destination.
#pragma once

#include "instruction.hpp"

namespace tracetoll {

struct X86Traits {
  // The first operand in Intel's order; all others are read, and the second may be written too.
  bool reads_first = true;
  bool writes_first = true;
  bool writes_second = false;    // xchg, xadd, mulx
  bool merges_register = false;  // movhps and its like: keeps a half of a register, not of memory
  bool touches_memory = true;    // false: lea, prefetch, clflush
  bool conditional_move = false;
  bool packed = false;        // see Instruction::vector
  bool ignores_same = false;  // of one register twice, the result does not depend on it
  bool string = false;        // movs, stos, lods, scas, cmps, ins, outs: may repeat
  RegisterSet read = 0;       // without being named
  RegisterSet written = 0;
};

const X86Traits& x86_traits(unsigned capstone_number);

}  // namespace tracetoll
