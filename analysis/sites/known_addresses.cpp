#include "known_addresses.hpp"

#include <algorithm>

namespace tracetoll {

namespace {

// What a call may change (System V ABI): rax rcx rdx rsi rdi r8 to r11.
constexpr std::uint32_t kCallClobbered = 0x7U | 0x3U << 6 | 0xfU << 8;

}  // namespace

KnownAddresses::KnownAddresses(std::span<const Instruction> code,
                               const std::set<std::uint64_t>& addresses, std::size_t entry,
                               const std::vector<std::size_t>& orphans,
                               const Successors& successors)
    : code_(code), addresses_(addresses.begin(), addresses.end()) {
  const bool held = std::ranges::any_of(code, [&](const Instruction& instruction) {
    return instruction.mnemonic == "lea" && instruction.data_address &&
           addresses.contains(*instruction.data_address);
  });
  if (!held) return;
  // The last is no instruction: what is known before any indirect jump, and so at all its targets.
  const std::size_t anywhere = code.size();
  before_.resize(code.size() + 1);
  reached_.resize(code.size() + 1, false);
  std::vector<std::size_t> open;
  const auto flow_into = [&](std::size_t i, const State& state) {
    if (merge(i, state)) open.push_back(i);
  };
  const auto indirect = [](const Instruction& instruction) {
    return instruction.flow == Flow::jump && !instruction.target;
  };
  if (entry < code.size()) flow_into(entry, {});
  if (std::ranges::none_of(code, indirect)) {
    for (const std::size_t i : orphans) flow_into(i, {});
  }
  while (!open.empty()) {
    const std::size_t i = open.back();
    open.pop_back();
    const State state = after(i);
    for (const std::size_t to : successors(i)) flow_into(to, state);
    if (!indirect(code[i]) || !merge(anywhere, state)) continue;
    for (const std::size_t to : orphans) flow_into(to, before_[anywhere]);
  }
}

KnownAddresses::State KnownAddresses::after(std::size_t i) const {
  State state = before_[i];
  const Instruction& instruction = code_[i];
  const std::uint32_t from = instruction.source ? state[*instruction.source] : 0;
  const RegisterSet written =
      instruction.written | (instruction.flow == Flow::call ? kCallClobbered : 0);
  for (std::size_t r = 0; r < state.size(); r++) {
    if ((written >> r & 1) != 0) state[r] = 0;
  }
  if (!instruction.destination) return state;
  if (instruction.source) state[*instruction.destination] = from;
  if (instruction.mnemonic == "lea" && instruction.data_address) {
    const auto found = std::ranges::lower_bound(addresses_, *instruction.data_address);
    if (found != addresses_.end() && *found == *instruction.data_address) {
      state[*instruction.destination] = static_cast<std::uint32_t>(found - addresses_.begin()) + 1;
    }
  }
  return state;
}

// True if what is known before instruction i became less, or i is reached for the first time.
bool KnownAddresses::merge(std::size_t i, const State& incoming) {
  if (!reached_[i]) {
    reached_[i] = true;
    before_[i] = incoming;
    return true;
  }
  bool changed = false;
  for (std::size_t r = 0; r < incoming.size(); r++) {
    if (before_[i][r] == 0 || before_[i][r] == incoming[r]) continue;
    before_[i][r] = 0;
    changed = true;
  }
  return changed;
}

std::optional<std::uint64_t> KnownAddresses::data_address(std::size_t i) const {
  const Instruction& instruction = code_[i];
  if (instruction.data_address) return instruction.data_address;
  if (before_.empty() || !reached_[i] || !instruction.base || instruction.indexed) {
    return std::nullopt;
  }
  const std::uint32_t known = before_[i][*instruction.base];
  if (known == 0) return std::nullopt;
  return addresses_[known - 1] + static_cast<std::uint64_t>(instruction.displacement);
}

}  // namespace tracetoll
