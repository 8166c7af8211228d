// How far the stack pointer is below where it was at the function's entry, at each instruction.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "basic_blocks.hpp"
#include "instruction.hpp"

namespace tracetoll {

struct StackDepth {
  // Before each instruction, in bytes; nothing where no known way leads from the entry, or where
  // the stack pointer was set from something unknown before.
  std::vector<std::optional<std::int64_t>> before;
  std::int64_t deepest = 0;  // of all drops that are known; what alloca adds is not
  bool variable = false;     // set from something unknown: alloca, alignment, a loop of drops
  // The same of what the frame pointer holds, once it is made to point into the stack.
  std::optional<std::int64_t> frame_pointer;
};

// Blocks are followed once: compilers make all ways to a block agree. Where two do not, the depth
// is variable; but a way through a call that may not return, or through a jump table, is taken only
// where no other way leads, and proves nothing.
StackDepth stack_depth(Machine machine, std::span<const Instruction> code,
                       const BasicBlocks& blocks);

}  // namespace tracetoll
