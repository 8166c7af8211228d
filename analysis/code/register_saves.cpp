#include "register_saves.hpp"

#include <algorithm>
#include <bit>

namespace tracetoll {

namespace {

class Walk {
 public:
  Walk(Machine machine, std::span<const Instruction> code, const BasicBlocks& blocks)
      : convention_(registers(machine)),
        callee_saved_(convention_.callee_saved),
        code_(code),
        blocks_(blocks.blocks),
        entry_(blocks.entry),
        frame_(std::ranges::any_of(code, &Instruction::frame_pointer)) {
    result_.saved.resize(code.size());
    result_.restored.resize(code.size());
  }

  RegisterSaves run() {
    find_restores();
    find_saves();
    find_exits();
    return std::move(result_);
  }

 private:
  RegisterSet changed(const Instruction& instruction) const {
    return instruction.written | (instruction.flow == Flow::call ? convention_.clobbered : 0);
  }

  // mov %rbx,-8(%rbp): clang does so where the stack is aligned at run time
  bool through_frame(const Instruction& instruction) const {
    return frame_ && instruction.base == convention_.frame && !instruction.indexed &&
           instruction.memory_bytes == 8;
  }

  RegisterSet stored(const Instruction& instruction) const {
    const bool other = through_frame(instruction) && instruction.writes_memory;
    return instruction.saved |
           (other && instruction.source ? bit(*instruction.source) & callee_saved_ : 0);
  }

  RegisterSet loaded(const Instruction& instruction) const {
    const bool other = through_frame(instruction) && instruction.reads_memory;
    return instruction.restored |
           (other && instruction.destination ? bit(*instruction.destination) & callee_saved_ : 0);
  }

  // Those that go from here to the caller as they are. Backward; what flows together must agree.
  void find_restores() {
    std::vector<RegisterSet> before(blocks_.size(), callee_saved_);
    std::vector<bool> waiting(blocks_.size(), true);
    std::vector<std::size_t> open;
    for (std::size_t b = 0; b < blocks_.size(); b++) open.push_back(b);
    while (!open.empty()) {
      const std::size_t b = open.back();
      open.pop_back();
      waiting[b] = false;
      const CodeBlock& block = blocks_[b];
      RegisterSet kept = block.unknown ? 0 : callee_saved_;
      // Not those of the hub, which has as many as there are blocks: each would look at all.
      if (kept != 0) {
        for (const std::size_t to : block.successors) kept &= before[to];
      }
      for (std::size_t i = block.end; i-- > block.begin;) {
        result_.restored[i] = loaded(code_[i]) & kept;
        if (code_[i].flow == Flow::ret) continue;
        kept &= ~(code_[i].read | changed(code_[i]));
      }
      if (kept == before[b]) continue;
      before[b] = kept;
      for (const std::size_t from : block.predecessors) {
        if (!waiting[from]) open.push_back(from);
        waiting[from] = true;
      }
    }
  }

  // Those that hold what the caller left. Forward; along with it those that were saved.
  void find_saves() {
    if (!entry_) return;
    own_.assign(blocks_.size(), callee_saved_);
    saved_.assign(blocks_.size(), callee_saved_);
    reached_.assign(blocks_.size(), false);
    std::vector<bool> waiting(blocks_.size(), false);
    std::vector<std::size_t> open = {*entry_};
    saved_[*entry_] = 0;
    reached_[*entry_] = waiting[*entry_] = true;
    while (!open.empty()) {
      const std::size_t b = open.back();
      open.pop_back();
      waiting[b] = false;
      const auto [own, saved] = through(b);
      for (const std::size_t to : blocks_[b].successors) {
        const RegisterSet own_there = own_[to] & own;
        const RegisterSet saved_there = saved_[to] & saved;
        if (reached_[to] && own_there == own_[to] && saved_there == saved_[to]) continue;
        own_[to] = own_there;
        saved_[to] = saved_there;
        reached_[to] = true;
        if (!waiting[to]) open.push_back(to);
        waiting[to] = true;
      }
    }
  }

  std::pair<RegisterSet, RegisterSet> through(std::size_t b) {
    RegisterSet own = own_[b], saved = saved_[b];
    for (std::size_t i = blocks_[b].begin; i < blocks_[b].end; i++) {
      result_.saved[i] = stored(code_[i]) & own;
      saved |= result_.saved[i];
      own = (own & ~changed(code_[i])) | result_.restored[i];
    }
    return {own, saved};
  }

  void find_exits() {
    if (!entry_) return;
    const auto saves = [](RegisterSet set) { return set != 0; };
    if (std::ranges::none_of(result_.saved, saves)) return;
    RegisterSet everywhere = callee_saved_;
    bool returns = false;
    for (std::size_t b = 0; b < blocks_.size(); b++) {
      if (!reached_[b] || !blocks_[b].leaves) continue;
      returns = true;
      everywhere &= through(b).second;
    }
    result_.at_entry = returns ? std::popcount(everywhere) : 0;
    result_.early_exit = leaves_without_saves();
  }

  bool leaves_without_saves() const {
    std::vector<bool> seen(blocks_.size(), false);
    std::vector<std::size_t> open = {*entry_};
    while (!open.empty()) {
      const std::size_t b = open.back();
      open.pop_back();
      if (seen[b]) continue;
      seen[b] = true;
      const CodeBlock& block = blocks_[b];
      const auto first = result_.saved.begin();
      if (std::any_of(first + static_cast<std::ptrdiff_t>(block.begin),
                      first + static_cast<std::ptrdiff_t>(block.end),
                      [](RegisterSet set) { return set != 0; })) {
        continue;
      }
      if (block.leaves) return true;
      open.insert(open.end(), block.successors.begin(), block.successors.end());
    }
    return false;
  }

  const Registers& convention_;
  RegisterSet callee_saved_;
  std::span<const Instruction> code_;
  const std::vector<CodeBlock>& blocks_;
  std::optional<std::size_t> entry_;
  bool frame_;
  std::vector<RegisterSet> own_;
  std::vector<RegisterSet> saved_;
  std::vector<bool> reached_;
  RegisterSaves result_;
};

}  // namespace

RegisterSaves register_saves(Machine machine, std::span<const Instruction> code,
                             const BasicBlocks& blocks) {
  return Walk(machine, code, blocks).run();
}

}  // namespace tracetoll
