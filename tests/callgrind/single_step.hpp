// An independent count: one operation, instruction by instruction, on this CPU.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tracetoll::testing {

struct Steps {
  std::int64_t instructions = 0, loads = 0, stores = 0, conditional_branches = 0;
  bool operator==(const Steps&) const = default;
};

// Runs the layout executable's mode `count` outside Valgrind under ptrace, and steps through
// consecutive operations of `workload` in `variant`, after the same warm-up as under Callgrind:
// from the first instruction of the operation's function to its return. Loads, stores and branches
// are what our disassembler says of each instruction, by Callgrind's convention
// (convention_test.cpp). Throws std::runtime_error where ptrace is not allowed, or the program does
// something else.
std::vector<Steps> step_operations(const std::string& file, const std::string& workload,
                                   const std::string& variant);

}  // namespace tracetoll::testing
