#include "liveness.hpp"

#include <algorithm>
#include <string_view>

namespace tracetoll {

namespace {

constexpr RegisterSet kAll = ~RegisterSet{0};

// The kernel reads arguments that the instruction does not name.
bool enters_kernel(std::string_view mnemonic) {
  constexpr std::string_view kNames[] = {"syscall", "sysenter", "int", "svc", "hvc", "smc"};
  return std::ranges::find(kNames, mnemonic) != std::end(kNames);
}

}  // namespace

RegisterEffects::RegisterEffects(Machine machine)
    : convention_(registers(machine)),
      passed_(convention_.arguments & ~(machine == Machine::x86_64 ? bit(0) : 0)) {}

RegisterSet RegisterEffects::needs(const Instruction& instruction) const {
  if (instruction.unknown || enters_kernel(instruction.mnemonic)) return kAll;
  RegisterSet result = instruction.read | instruction.kept;
  if (instruction.flow == Flow::call) result |= passed_ | bit(convention_.stack);
  if (instruction.flow == Flow::ret) {
    result |= convention_.results | convention_.callee_saved | bit(convention_.stack);
  }
  return result;
}

RegisterSet RegisterEffects::ends(const Instruction& instruction) const {
  const RegisterSet written = instruction.written & ~instruction.kept;
  return instruction.flow == Flow::call ? written | convention_.clobbered : written;
}

Liveness::Liveness(Machine machine, std::span<const Instruction> code, const BasicBlocks& blocks)
    : effects_(machine), code_(code), before_(blocks.blocks.size()), after_(code.size()) {
  std::vector<std::size_t> open;  // last in, first out: the function's end comes first
  std::vector<bool> waiting(before_.size(), true);
  std::vector<bool> lands(before_.size(), false);
  std::vector<std::size_t> callers;
  for (const std::size_t b : blocks.unseen) lands[b] = true;
  for (std::size_t b = 0; b < before_.size(); b++) {
    open.push_back(b);
    const CodeBlock& block = blocks.blocks[b];
    const auto first = code.begin() + static_cast<std::ptrdiff_t>(block.begin);
    const auto last = code.begin() + static_cast<std::ptrdiff_t>(block.end);
    const auto calls = [](const Instruction& i) { return i.flow == Flow::call; };
    if (std::any_of(first, last, calls)) callers.push_back(b);
  }
  const auto look_again = [&](std::size_t b) {
    if (!waiting[b]) open.push_back(b);
    waiting[b] = true;
  };
  while (!open.empty()) {
    const std::size_t b = open.back();
    open.pop_back();
    waiting[b] = false;
    visits_++;
    const RegisterSet before = through(blocks.blocks[b]);
    if (before == before_[b]) continue;
    before_[b] = before;
    std::ranges::for_each(blocks.blocks[b].predecessors, look_again);
    const RegisterSet landing = landing_ | (before & effects_.convention().callee_saved);
    if (!lands[b] || landing == landing_) continue;
    landing_ = landing;
    std::ranges::for_each(callers, look_again);
  }
}

RegisterSet Liveness::at_end(const CodeBlock& block) const {
  if (block.unknown) return kAll;
  const Registers& convention = effects_.convention();
  RegisterSet result = 0;
  if (block.tail_call) {
    result = effects_.passed() | convention.callee_saved | bit(convention.stack);
  }
  for (const std::size_t to : block.successors) result |= before_[to];
  return result;
}

// A pass of a block fills in after_ too: the last pass is the right one.
RegisterSet Liveness::through(const CodeBlock& block) {
  RegisterSet live = at_end(block);
  for (std::size_t i = block.end; i-- > block.begin;) {
    if (code_[i].flow == Flow::call) live |= landing_;
    after_[i] = live;
    live = effects_.before(code_[i], live);
  }
  return live;
}

}  // namespace tracetoll
