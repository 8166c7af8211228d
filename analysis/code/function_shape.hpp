// The shape of one function: what the compiler made of it, on the path that its dormant sites take
// and in total.
//
// A block is cold if it lies in a cold part (fn.cold, .text.unlikely), or if only the body of a
// dormant site's guard leads to it; all else is hot. Bytes and cache lines are those of whole
// blocks, padding between them left out.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "function_table.hpp"
#include "instruction.hpp"

namespace tracetoll {

inline constexpr int kCacheLine = 64;

struct CodeFigures {
  int bytes = 0;
  int cache_lines = 0;  // of 64 bytes, that its bytes touch
  int instructions = 0;
  int saves = 0;         // callee-saved registers pushed or stored, each time one is
  int stack_loads = 0;   // reads through the stack or frame pointer; saves and restores left out
  int stack_stores = 0;  // writes likewise
  int calls = 0;
  int tail_calls = 0;  // jumps out of the function
  int conditional_branches = 0;
  int conditional_moves = 0;
  int vector_instructions = 0;
  int nop_bytes = 0;      // that control passes: sleds and patch sites
  int padding_bytes = 0;  // NOPs that nothing falls or jumps into, or that align a loop or a block

  bool operator==(const CodeFigures&) const = default;
};

// A natural loop: the blocks from which control comes back to its head.
struct Loop {
  std::uint64_t head = 0;  // its first instruction
  int bytes = 0;           // of its blocks, inner loops among them
  int instructions = 0;
  int depth = 1;   // 1: in no other loop
  int unroll = 1;  // how often its most repeated memory access stands in it, at other displacements
  int vector_instructions = 0;
};

struct Callee {
  std::uint64_t site = 0;  // the call
  std::uint64_t target = 0;
  bool tail = false;
  bool cold = false;
};

struct FunctionShape {
  CodeFigures hot;
  CodeFigures total;
  std::int64_t frame_bytes = 0;  // deepest known drop of the stack pointer, pushes among it
  bool variable_frame = false;   // alloca, or a stack that is aligned at run time
  int entry_saves = 0;           // registers saved on every path from the entry to a return
  bool early_exit = false;       // there are saves, and a path to a return without any
  std::vector<Loop> loops;       // by head
  std::vector<Callee> callees;   // direct ones, by site
};

// `code` is all of the function's parts, decoded, by address. `guarded` are the addresses of the
// instructions that only the bodies of its dormant sites reach (Site::body_instructions of all its
// sites), `sled` the ranges that sites emit: NOPs there are never padding.
FunctionShape function_shape(Machine machine, const Function& function,
                             std::span<const Instruction> code,
                             const std::set<std::uint64_t>& guarded,
                             std::span<const CodeRange> sled);

}  // namespace tracetoll
