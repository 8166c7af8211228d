// The basic blocks of one function, and where control goes from each.
//
// A function is what its symbols say: all of its parts, cold ones among them. A jump out of them is
// a tail call. What the code alone does not show is said, not guessed: an indirect jump leads to
// the `hub`, an empty block, and from there to every block that nothing known leads to (cases of a
// jump table; landing pads, where there are any). So edges stay as many as instructions, however
// many jumps and cases there are.
//
// Padding is NOPs that no site emits and that only align. Either nothing leads to them, or control
// falls through them into a jump's target. The latter are told from other NOPs by their size: an
// assembler emits fewer bytes than the alignment it reaches, and compilers align to 8 at least.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "code_range.hpp"
#include "instruction.hpp"

namespace tracetoll {

struct CodeBlock {
  std::size_t begin = 0;  // its instructions: [begin, end); none in the hub
  std::size_t end = 0;
  std::vector<std::size_t> successors;  // blocks, each once
  std::vector<std::size_t> predecessors;
  bool padding = false;     // NOPs that nothing leads to
  bool leaves = false;      // may return to the caller: ret, or a tail call
  bool tail_call = false;   // ends in a jump out of the function
  bool unknown = false;     // may go on in a way that its successors do not tell
  bool after_call = false;  // falls through after a call, which may not return
};

// A way that the code does not show: a static key, NOP while off, jumps when on.
struct HiddenJump {
  std::uint64_t from = 0;  // the instruction
  std::uint64_t to = 0;
};

struct BasicBlocks {
  std::vector<CodeBlock> blocks;      // by address, then the hub
  std::vector<std::size_t> block_of;  // of each instruction
  std::vector<bool> padding;          // each instruction: is it padding, passed or not
  std::optional<std::size_t> entry;   // none without code
  std::vector<std::size_t> unseen;    // blocks that nothing known leads to, padding left out
  std::optional<std::size_t> hub;     // where indirect jumps lead
};

// `code` is all of the function's parts, decoded, by address; `parts` are those, the one with the
// entry first. `sled` are the ranges that sites emit, whose NOPs are never padding.
//
// A call returns unless nothing but NOPs follow it in its part. Where alignment follows it, the
// block behind that counts as unseen too if no jump names it: compilers align what is jumped to.
// A jump into the middle of an instruction leads to that instruction, and is `unknown`. An indirect
// jump through memory without an index (jmp *8(%rax), jmp *puts@GOT(%rip)) is a tail call, and so
// is every indirect one in a function without unseen blocks.
BasicBlocks basic_blocks(std::span<const Instruction> code, std::span<const CodeRange> parts,
                         std::span<const CodeRange> sled = {},
                         std::span<const HiddenJump> hidden = {});

}  // namespace tracetoll
