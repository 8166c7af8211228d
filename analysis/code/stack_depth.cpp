#include "stack_depth.hpp"

#include <algorithm>
#include <deque>

namespace tracetoll {

namespace {

constexpr std::int64_t kSlot = 8;  // of x86-64's leave

// How deep the stack pointer is, as far as is known, and whether that still counts from the entry.
struct State {
  std::int64_t depth = 0;
  bool known = true;

  bool operator==(const State&) const = default;
};

class Walk {
 public:
  Walk(Machine machine, std::span<const Instruction> code, const BasicBlocks& blocks)
      : registers_(registers(machine)), code_(code), blocks_(blocks) {
    result_.before.resize(code.size());
  }

  StackDepth run() {
    entered_.resize(blocks_.blocks.size());
    if (blocks_.entry) open_.push_back({*blocks_.entry, {}, true});
    flood();
    if (const auto depth = depth_of_calls()) {
      for (const std::size_t b : blocks_.unseen) {
        if (!entered_[b]) open_.push_back({b, {*depth, true}, false});
      }
      flood();
    }
    return std::move(result_);
  }

 private:
  struct Step {
    std::size_t block;
    State state;
    bool sure;
  };

  void flood() {
    while (!open_.empty()) {
      const Step step = open_.front();
      open_.pop_front();
      auto& state = entered_[step.block];
      if (!state) {
        state = step.state;
        follow(step);
      } else if (step.sure && *state != step.state) {
        result_.variable = true;
      }
    }
  }

  // That of all of them, if there is one.
  std::optional<std::int64_t> depth_of_calls() const {
    std::optional<std::int64_t> result;
    for (std::size_t i = 0; i < code_.size(); i++) {
      if (code_[i].flow != Flow::call || !result_.before[i]) continue;
      if (result && result != result_.before[i]) return std::nullopt;
      result = result_.before[i];
    }
    return result;
  }

  // What is reached by a doubtful way alone leads on by doubtful ones.
  void follow(const Step& step) {
    State state = step.state;
    const CodeBlock& block = blocks_.blocks[step.block];
    for (std::size_t i = block.begin; i < block.end; i++) {
      if (state.known) result_.before[i] = state.depth;
      pass(code_[i], state);
      result_.deepest = std::max(result_.deepest, state.depth);
    }
    for (const std::size_t to : block.successors) {
      const bool sure = step.sure && !block.after_call && !block.unknown;
      if (sure) {
        open_.push_front({to, state, sure});
      } else {
        open_.push_back({to, state, sure});
      }
    }
  }

  void pass(const Instruction& instruction, State& state) {
    if (instruction.frame_pointer) {
      frame_ = state;
      if (!instruction.source) frame_->depth -= instruction.displacement;
      if (state.known) result_.frame_pointer = frame_->depth;
    }
    if (instruction.stack_drop != 0) {
      state.depth += instruction.stack_drop;
      return;
    }
    if ((instruction.written & bit(registers_.stack)) == 0 || instruction.flow != Flow::next) {
      return;
    }
    if (frame_ && instruction.mnemonic == "leave") {
      state = {frame_->depth - kSlot, frame_->known};
    } else if (frame_ && from_frame(instruction)) {
      state = *frame_;
      if (!instruction.source) state.depth -= instruction.displacement;
    } else {
      state.known = false;
      result_.variable = true;
    }
  }

  // mov %rbp,%rsp; lea -40(%rbp),%rsp
  bool from_frame(const Instruction& instruction) const {
    if (instruction.destination != registers_.stack || instruction.reads_memory) return false;
    return instruction.source == registers_.frame ||
           (instruction.base == registers_.frame && !instruction.indexed);
  }

  const Registers& registers_;
  std::span<const Instruction> code_;
  const BasicBlocks& blocks_;
  std::deque<Step> open_;
  std::vector<std::optional<State>> entered_;
  std::optional<State> frame_;  // where the frame pointer points
  StackDepth result_;
};

}  // namespace

StackDepth stack_depth(Machine machine, std::span<const Instruction> code,
                       const BasicBlocks& blocks) {
  return Walk(machine, code, blocks).run();
}

}  // namespace tracetoll
