#include "function_shape.hpp"

#include <algorithm>
#include <bit>

#include "register_saves.hpp"
#include "stack_depth.hpp"

namespace tracetoll {

namespace {

class Temperature {
 public:
  Temperature(const Function& function, std::span<const Instruction> code,
              const BasicBlocks& blocks, const std::set<std::uint64_t>& guarded,
              std::span<const CodeRange> cold)
      : code_(code), blocks_(blocks), cold_(blocks.blocks.size(), true) {
    flood(guarded);
    if (function.is_cold_part()) std::fill(cold_.begin(), cold_.end(), true);
    if (!function.parts.empty()) {
      for (const CodeRange& part : std::span(function.parts).subspan(1)) place(part);
    }
    for (const CodeRange& range : cold) place(range);
    for (std::size_t b = blocks.blocks.size(); b-- > 0;) {
      if (blocks.blocks[b].padding) cold_[b] = of_padding(b);
    }
  }

  bool cold(std::size_t block) const { return cold_[block]; }

 private:
  void flood(const std::set<std::uint64_t>& guarded) {
    const auto is_guarded = [&](std::size_t b) {
      const CodeBlock& block = blocks_.blocks[b];
      return block.begin < block.end && guarded.contains(code_[block.begin].address);
    };
    std::vector<std::size_t> open = blocks_.unseen;
    if (blocks_.entry) open.push_back(*blocks_.entry);
    while (!open.empty()) {
      const std::size_t b = open.back();
      open.pop_back();
      if (!cold_[b] || is_guarded(b)) continue;
      cold_[b] = false;
      const auto& successors = blocks_.blocks[b].successors;
      open.insert(open.end(), successors.begin(), successors.end());
    }
  }

  void place(const CodeRange& range) {
    const auto first = std::ranges::lower_bound(code_, range.begin, {}, &Instruction::address);
    for (auto at = first; at != code_.end() && range.contains(at->address); ++at) {
      cold_[blocks_.block_of[static_cast<std::size_t>(at - code_.begin())]] = true;
    }
  }

  // As the block that it aligns, or as the last one of the part.
  bool of_padding(std::size_t b) const {
    const CodeBlock& block = blocks_.blocks[b];
    if (block.end < code_.size() && code_[block.end - 1].end() == code_[block.end].address) {
      return cold_[b + 1];
    }
    return b > 0 && cold_[b - 1];
  }

  std::span<const Instruction> code_;
  const BasicBlocks& blocks_;
  std::vector<bool> cold_;
};

// The figures of instructions given by address.
class Count {
 public:
  explicit Count(Machine machine, std::span<const Instruction> code)
      : stack_(registers(machine).stack),
        frame_(std::ranges::any_of(code, &Instruction::frame_pointer)
                   ? std::optional(registers(machine).frame)
                   : std::nullopt) {}

  void pad(const Instruction& instruction) { figures_.padding_bytes += instruction.size; }

  void add(const Instruction& instruction, RegisterSet saved, RegisterSet restored, bool tail) {
    figures_.bytes += instruction.size;
    figures_.instructions++;
    figures_.saves += std::popcount(saved);
    figures_.calls += instruction.flow == Flow::call ? 1 : 0;
    figures_.tail_calls += tail ? 1 : 0;
    figures_.conditional_branches += instruction.flow == Flow::conditional ? 1 : 0;
    figures_.conditional_moves += instruction.conditional_move ? 1 : 0;
    figures_.vector_instructions += instruction.vector ? 1 : 0;
    figures_.nop_bytes += instruction.nop ? instruction.size : 0;
    if (saved == 0 && restored == 0 && instruction.base &&
        (instruction.base == stack_ || instruction.base == frame_)) {
      figures_.stack_loads += instruction.reads_memory ? 1 : 0;
      figures_.stack_stores += instruction.writes_memory ? 1 : 0;
    }
    const std::uint64_t first = instruction.address / kCacheLine;
    const std::uint64_t last = (instruction.end() - 1) / kCacheLine;
    for (std::uint64_t line = first; line <= last; line++) {
      figures_.cache_lines += line_ != line ? 1 : 0;
      line_ = line;
    }
  }

  const CodeFigures& figures() const { return figures_; }

 private:
  int stack_;
  std::optional<int> frame_;
  std::optional<std::uint64_t> line_;
  CodeFigures figures_;
};

}  // namespace

FunctionShape function_shape(Machine machine, const Function& function,
                             std::span<const Instruction> code,
                             const std::set<std::uint64_t>& guarded,
                             std::span<const CodeRange> sled, std::span<const HiddenJump> hidden,
                             std::span<const CodeRange> cold) {
  FunctionShape shape;
  const BasicBlocks blocks = basic_blocks(code, function.parts, sled, hidden);
  const Temperature temperature(function, code, blocks, guarded, cold);
  const RegisterSaves saves = register_saves(machine, code, blocks);
  Count hot(machine, code), total(machine, code);
  for (std::size_t i = 0; i < code.size(); i++) {
    const CodeBlock& block = blocks.blocks[blocks.block_of[i]];
    const bool is_cold = temperature.cold(blocks.block_of[i]);
    const bool tail = block.tail_call && i + 1 == block.end;
    const auto count = [&](Count& sum) {
      if (blocks.padding[i]) {
        sum.pad(code[i]);
      } else {
        sum.add(code[i], saves.saved[i], saves.restored[i], tail);
      }
    };
    count(total);
    if (!is_cold) count(hot);
    if (code[i].target && (tail || code[i].flow == Flow::call)) {
      shape.callees.push_back({code[i].address, *code[i].target, tail, is_cold});
    }
  }
  shape.hot = hot.figures();
  shape.total = total.figures();
  const StackDepth depth = stack_depth(machine, code, blocks);
  shape.frame_bytes = depth.deepest;
  shape.variable_frame = depth.variable;
  shape.entry_saves = saves.at_entry;
  shape.early_exit = saves.early_exit;
  shape.loops = loops(machine, code, blocks);
  return shape;
}

}  // namespace tracetoll
