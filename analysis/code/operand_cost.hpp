// What a function does only for the operands of a site: the loads, moves and stores that a USDT
// note's "8@%rax -4@20(%rsp)" had the compiler put there.
//
// A register's definition counts if the value is read by nothing but the site, and so on for what
// that was computed from. So this is what a compiler that knew that the site is off could leave
// out, as far as can be shown: a value that is needed anyway costs nothing, and a definition that
// lies beyond a join of ways or the search's bound is not counted, nor is a comparison that only
// serves a setcc. The figures are a lower bound, but for calls.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "basic_blocks.hpp"
#include "instruction.hpp"
#include "liveness.hpp"
#include "stack_depth.hpp"

namespace tracetoll {

// Constants need no place. Memory that is no stack slot needs the registers of its address.
struct Place {
  enum class Kind { in_register, slot };

  Kind kind = Kind::in_register;
  int reg = 0;                    // RegisterSet's number; of a slot: stack or frame pointer
  std::int64_t displacement = 0;  // of a slot
  int bytes = 8;                  // likewise
};

struct OperandCost {
  int loads = 0;
  int moves = 0;   // of a register or an immediate
  int stores = 0;  // to slots
  int others = 0;  // lea, add, shl ...
  int calls = 0;   // whose result nothing but the site reads; they may have effects besides
  std::vector<std::uint64_t> addresses;  // of all of them, ascending

  bool operator==(const OperandCost&) const = default;
};

class OperandCosts {
 public:
  // Keeps references to all but `machine`.
  OperandCosts(Machine machine, std::span<const Instruction> code, const BasicBlocks& blocks,
               const Liveness& liveness);

  // Stores to a slot count if nothing in the function loads from it, and if no address of the stack
  // at or below it is taken: an object there might reach over it. None count in a function whose
  // frame varies. A site that is no instruction of the function costs nothing.
  // What the site's NOP itself reads is not held against it. Instructions at `passed_over` are not
  // counted: those that do not run while the site is dormant.
  OperandCost at(std::uint64_t site, std::span<const Place> operands,
                 const std::set<std::uint64_t>& passed_over = {}) const;

 private:
  struct Access {
    std::size_t instruction;
    std::int64_t begin;  // from the stack pointer at the entry, upward
    std::int64_t end;
  };

  void find_accesses();
  std::optional<int> taken_through(const Instruction& instruction) const;
  std::optional<std::int64_t> slot_of(std::size_t i, int reg, std::int64_t displacement) const;
  std::vector<std::size_t> stores_to(std::size_t site, const Place& place) const;
  void trace(std::size_t from, RegisterSet wanted, RegisterSet live,
             std::set<std::size_t>& found) const;

  Machine machine_;
  std::span<const Instruction> code_;
  const BasicBlocks& blocks_;
  const Liveness& liveness_;
  RegisterEffects effects_;
  StackDepth depth_;
  bool slots_known_ = true;
  std::int64_t lowest_taken_ = INT64_MAX;  // address of the stack
  std::vector<Access> loads_;              // by begin
  std::vector<Access> stores_;             // likewise
};

}  // namespace tracetoll
