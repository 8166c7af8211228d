#include "known_addresses.hpp"

#include <algorithm>

namespace tracetoll {

namespace {

// From a register to a marker: the offset within a page of an arm64 load or add, and that of g++'s
// section anchors, which cover 4096 bytes there.
constexpr std::uint64_t kReach = 8192;

bool computes_address(const Instruction& instruction) {
  return instruction.destination && !instruction.reads_memory && !instruction.indexed;
}

}  // namespace

KnownAddresses::KnownAddresses(std::span<const Instruction> code,
                               const std::set<std::uint64_t>& addresses, std::size_t entry,
                               const std::vector<std::size_t>& orphans,
                               const Successors& successors, Machine machine,
                               const std::set<std::uint64_t>& preserving)
    : code_(code),
      call_clobbered_(registers(machine).clobbered),
      preserving_(preserving),
      width_(machine == Machine::x86_64 ? 16 : 32),
      addresses_(addresses.begin(), addresses.end()) {
  const bool held = std::ranges::any_of(code, [&](const Instruction& instruction) {
    return computes_address(instruction) && instruction.data_address &&
           near(*instruction.data_address);
  });
  if (!held) return;
  // The last is no instruction: what is known before any indirect jump, and so at all its targets.
  const std::size_t anywhere = code.size();
  before_.resize((code.size() + 1) * width_);
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
    for (const std::size_t to : orphans) flow_into(to, before(anywhere));
  }
}

bool KnownAddresses::near(std::uint64_t address) const {
  const auto above = std::ranges::lower_bound(addresses_, address);
  return (above != addresses_.end() && *above - address < kReach) ||
         (above != addresses_.begin() && address - *(above - 1) < kReach);
}

// Addresses far from all markers are unknown: so a loop that adds to one ends.
std::uint32_t KnownAddresses::interned(std::uint64_t address) {
  if (!near(address)) return 0;
  const auto [found, fresh] =
      position_.emplace(address, static_cast<std::uint32_t>(values_.size() + 1));
  if (fresh) values_.push_back(address);
  return found->second;
}

// What an instruction leaves in its destination: lea and adrp; mov; lea and add of a known one.
std::uint32_t KnownAddresses::result_of(const Instruction& instruction, const State& before) {
  if (!computes_address(instruction)) return 0;
  if (instruction.data_address) return interned(*instruction.data_address);
  if (instruction.source) return before[static_cast<std::size_t>(*instruction.source)];
  if (!instruction.base) return 0;
  const std::uint32_t known = before[static_cast<std::size_t>(*instruction.base)];
  if (known == 0) return 0;
  return interned(values_[known - 1] + static_cast<std::uint64_t>(instruction.displacement));
}

KnownAddresses::State KnownAddresses::before(std::size_t i) const {
  State state{};
  std::copy_n(before_.begin() + static_cast<std::ptrdiff_t>(i * width_), width_, state.begin());
  return state;
}

KnownAddresses::State KnownAddresses::after(std::size_t i) {
  State state = before(i);
  const Instruction& instruction = code_[i];
  const std::uint32_t result = result_of(instruction, state);
  const bool clobbers = instruction.flow == Flow::call &&
                        !(instruction.target && preserving_.contains(*instruction.target));
  const RegisterSet written = instruction.written | (clobbers ? call_clobbered_ : 0);
  for (std::size_t r = 0; r < state.size(); r++) {
    if ((written >> r & 1) != 0) state[r] = 0;
  }
  if (instruction.destination) state[static_cast<std::size_t>(*instruction.destination)] = result;
  return state;
}

// True if what is known before instruction i became less, or i is reached for the first time.
bool KnownAddresses::merge(std::size_t i, const State& incoming) {
  const auto known = std::span(before_).subspan(i * width_, width_);
  if (!reached_[i]) {
    reached_[i] = true;
    std::copy_n(incoming.begin(), width_, known.begin());
    return true;
  }
  bool changed = false;
  for (std::size_t r = 0; r < width_; r++) {
    if (known[r] == 0 || known[r] == incoming[r]) continue;
    known[r] = 0;
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
  const std::uint32_t known = before_[i * width_ + static_cast<std::size_t>(*instruction.base)];
  if (known == 0) return std::nullopt;
  return values_[known - 1] + static_cast<std::uint64_t>(instruction.displacement);
}

}  // namespace tracetoll
