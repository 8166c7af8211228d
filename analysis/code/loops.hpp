// The natural loops of a function: their nesting, and whether the compiler unrolled them.
//
// Found as Havlak does ("Nesting of reducible and irreducible loops", TOPLAS 19(4), 1997): one walk
// in depth gives an order and the back edges; then, from the innermost head out, what leads to a
// head's back edges is merged into it. A region that is entered at two places has no head and is
// left out. So is the loop that a jump table seems to make where its only way round is the hub of
// basic_blocks.hpp. Time is nearly linear, and bounded for code that was made to tangle it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "basic_blocks.hpp"
#include "instruction.hpp"

namespace tracetoll {

// The blocks from which control comes back to the head.
struct Loop {
  std::uint64_t head = 0;  // its first instruction
  int bytes = 0;           // of its blocks, inner loops among them
  int instructions = 0;
  int depth = 1;   // 1: in no other loop
  int unroll = 1;  // see unroll_of()
  int vector_instructions = 0;
};

// Which loop each block lies in, as the head's block; `depth` 0: in none.
struct LoopNest {
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  struct Nested {
    std::size_t head = kNone;   // of the innermost loop around it; of a head: its own
    std::size_t outer = kNone;  // of a head: the head of the next loop around
    int depth = 0;
  };
  std::vector<Nested> of_block;
  std::vector<std::size_t> heads;  // outer ones first
  std::size_t work = 0;            // edges looked at, for tests of the work
};
LoopNest loop_nest(const BasicBlocks& blocks);

// How often the body of a loop stands in it. That is how often its most repeated memory access does
// (same mnemonic, direction, base, index and scale; other displacements), of those whose address the loop
// steps without loading it: not the fields of a list's node, not spills. Without any it is how
// often the sequence of mnemonics repeats, of at least four instructions, less up to three at the
// end that step and test. `body` is by address, inner loops left out.
int unroll_of(Machine machine, std::span<const Instruction* const> body);

// By head. Padding is left out of the figures.
std::vector<Loop> loops(Machine machine, std::span<const Instruction> code,
                        const BasicBlocks& blocks);

}  // namespace tracetoll
