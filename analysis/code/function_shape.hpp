// The shape of one function: what the compiler made of it, on the path that its dormant sites take
// and in total.
//
// A block is cold if it lies in a cold part (fn.cold, .text.unlikely), or if only the body of a
// dormant site's guard leads to it; all else is hot. Blocks that nothing known leads to (cases of a
// jump table, landing pads) are hot. Padding is counted by itself and is in no other figure, so
// that bytes and padding sum to the function's size, and code that merely lies elsewhere has the
// same figures; it belongs to the block that it aligns.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "basic_blocks.hpp"
#include "function_table.hpp"
#include "instruction.hpp"
#include "loops.hpp"

namespace tracetoll {

inline constexpr int kCacheLine = 64;

struct CodeFigures {
  int bytes = 0;
  int cache_lines = 0;  // of 64 bytes, that its bytes touch
  int instructions = 0;
  int saves = 0;         // callee-saved registers saved for the caller (register_saves.hpp), each
                         // time one is; one with a value of the function's own is a stack store
  int stack_loads = 0;   // reads through the stack or frame pointer; saves and restores left out
  int stack_stores = 0;  // writes likewise
  int calls = 0;
  int tail_calls = 0;  // jumps out of the function, conditional ones too
  int conditional_branches = 0;
  int conditional_moves = 0;
  int vector_instructions = 0;
  int nop_bytes = 0;      // of the bytes: NOPs that are no padding, such as sleds and patch sites
  int padding_bytes = 0;  // NOPs that only align, passed or not (basic_blocks.hpp)

  bool operator==(const CodeFigures&) const = default;
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
  bool variable_frame = false;   // alloca, a stack aligned at run time, a loop of drops
  int entry_saves = 0;           // registers saved on every path from the entry to a return; 0 if
                                 // it never returns
  bool early_exit = false;       // there are saves, and a path to a return without any
  std::vector<Loop> loops;       // by head
  std::vector<Callee> callees;   // direct ones, by site
};

// `code` is all of the function's parts, decoded, by address. `guarded` are the addresses of the
// instructions that only the bodies of its dormant sites reach (Site::body_instructions of all its
// sites), `sled` the ranges that sites emit: NOPs there are never padding. `hidden` are the jumps
// of static keys, `cold` ranges that are cold beyond the function's second and later parts.
FunctionShape function_shape(Machine machine, const Function& function,
                             std::span<const Instruction> code,
                             const std::set<std::uint64_t>& guarded,
                             std::span<const CodeRange> sled,
                             std::span<const HiddenJump> hidden = {},
                             std::span<const CodeRange> cold = {});

}  // namespace tracetoll
