#include "site_code.hpp"

#include <algorithm>
#include <bit>

namespace tracetoll {

namespace {

DormantCode described(const CodeCount& count, std::string mnemonics) {
  return {std::move(mnemonics),       count.bytes, count.instructions, count.loads,
          count.conditional_branches, count.calls};
}

void place(std::uint64_t bytes, InspectedSite& site) {
  const std::uint64_t address = site.found.address;
  site.alignment = std::min(1 << std::min(std::countr_zero(address), 6), kCacheLine);
  site.straddles_line = straddles(address, bytes, kCacheLine);
}

}  // namespace

std::span<const Instruction> code_between(std::span<const Instruction> code, std::uint64_t begin,
                                          std::uint64_t end) {
  const auto first = std::ranges::lower_bound(code, begin, {}, &Instruction::address);
  if (first == code.end() || first->address != begin) return {};
  auto last = std::ranges::lower_bound(code, std::max(begin + 1, end), {}, &Instruction::address);
  return code.subspan(static_cast<std::size_t>(first - code.begin()),
                      static_cast<std::size_t>(last - first));
}

InspectedSite own_site(Machine machine, const Site& site, std::span<const Instruction> code) {
  InspectedSite result;
  result.found.kind = SiteKind::tracetoll;
  result.found.provider = site.variant;
  result.found.name = site.name;
  result.found.address = site.hot_begin;
  result.found.size = static_cast<std::uint64_t>(site.hot.bytes);
  const bool other = site.kind == SwitchedBy::flag || site.kind == SwitchedBy::nothing;
  if (const std::uint64_t state = other ? site.target : site.marker) result.found.state = state;
  if (!site.problem.empty()) result.found.notes.push_back(site.problem);
  result.code = described(site.hot, site.hot_code);
  if (site.body) {
    result.body_bytes = site.body->bytes;
    result.found.target = site.body_begin;
  }
  const bool guarded = site.hot.conditional_branches > 0;
  const auto own = code_between(code, site.hot_begin, site.hot_begin + result.found.size);
  if (site.kind == SwitchedBy::immediate) {
    result.patching = {Patchable::one_write, "one byte, the guard's value"};
  } else if (guarded) {
    result.patching = {Patchable::flag, "a guard reads its marker"};
  } else if (site.hot.instructions == 0) {
    result.patching = {Patchable::no, "it has no bytes"};
  } else if (!own.empty()) {
    result.patching = judge_patching(machine, own);
  }
  place(guarded ? 1 : result.found.size, result);
  return result;
}

std::vector<Instruction> dormant_code(const FoundSite& site, std::span<const Instruction> own) {
  std::vector<Instruction> result;
  for (const Instruction& instruction : own) {
    if (instruction.flow == Flow::ret) break;
    if (instruction.address < site.function.value_or(0)) continue;
    if (site.kind == SiteKind::patchable && !instruction.nop) continue;
    result.push_back(instruction);
    if (instruction.flow == Flow::jump) break;
  }
  return result;
}

InspectedSite foreign_site(Machine machine, FoundSite found, std::span<const Instruction> own,
                           const GuardFlow* flow, const Exit* guard) {
  InspectedSite result;
  result.found = std::move(found);
  FoundSite& site = result.found;
  const bool by_flag = site.kind == SiteKind::lttng && guard != nullptr;
  if (by_flag) own = guard->instructions;
  if (!own.empty()) {
    const bool guarded = guard != nullptr && site.kind != SiteKind::jump_label;
    const auto runs = guarded ? guard->instructions : dormant_code(site, own);
    result.code = described(count_code(runs), runs.empty() ? "nothing" : mnemonics_of(runs));
    if (site.size == 0 || by_flag) site.size = static_cast<std::uint64_t>(count_code(own).bytes);
    std::vector<Instruction> patched(own.begin(), own.end());
    if (site.kind == SiteKind::patchable)
      std::erase_if(patched, [](const Instruction& instruction) { return !instruction.nop; });
    if (!patched.empty()) result.patching = judge_patching(machine, patched);
    if (by_flag) result.patching = {Patchable::flag, "a guard reads its state"};
  }
  if (guard != nullptr) {
    int bytes = 0;
    for (const Instruction* instruction : flow->body(*guard)) bytes += instruction->size;
    result.body_bytes = bytes;
    if (!site.target) site.target = guard->body;
  }
  place(by_flag ? 1 : site.size, result);
  return result;
}

}  // namespace tracetoll
