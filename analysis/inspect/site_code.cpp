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

// What of a site's code control passes: not the NOPs before its function's entry
// (-fpatchable-function-entry=N,M), and not what the first instruction jumps over or returns before
// (XRay's sleds).
std::span<const Instruction> executed(std::span<const Instruction> own, std::uint64_t entry) {
  const auto first = std::ranges::lower_bound(own, entry, {}, &Instruction::address);
  if (first != own.end()) own = own.subspan(static_cast<std::size_t>(first - own.begin()));
  const bool leaves = own.front().flow == Flow::ret || own.front().flow == Flow::jump;
  return leaves ? own.first(1) : own;
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
  if (site.marker != 0) result.found.state = site.marker;
  if (!site.problem.empty()) result.found.notes.push_back(site.problem);
  result.code = described(site.hot, site.hot_code);
  if (site.body) {
    result.body_bytes = site.body->bytes;
    result.found.target = site.body_begin;
  }
  const bool guarded = site.hot.conditional_branches > 0;
  const auto own = code_between(code, site.hot_begin, site.hot_begin + result.found.size);
  if (guarded) {
    result.patching = {Patchable::flag, "a guard reads its marker"};
  } else if (site.hot.instructions == 0) {
    result.patching = {Patchable::no, "it has no bytes"};
  } else if (!own.empty()) {
    result.patching = judge_patching(machine, own);
  }
  place(guarded ? 1 : result.found.size, result);
  return result;
}

InspectedSite foreign_site(Machine machine, FoundSite found, std::span<const Instruction> own,
                           const GuardFlow* flow, const Exit* guard) {
  InspectedSite result;
  result.found = std::move(found);
  const bool by_flag = guard != nullptr && guard->instructions.size() > 1;
  if (by_flag) own = guard->instructions;
  if (!own.empty()) {
    const auto dormant = executed(own, result.found.function.value_or(0));
    result.code = described(count_code(dormant), mnemonics_of(dormant));
    if (result.found.size == 0 || by_flag)
      result.found.size = static_cast<std::uint64_t>(count_code(own).bytes);
    result.patching = by_flag ? Patching{Patchable::flag, "a guard reads its state"}
                              : judge_patching(machine, own);
  }
  if (guard != nullptr) {
    int bytes = 0;
    for (const Instruction* instruction : flow->body(*guard)) bytes += instruction->size;
    result.body_bytes = bytes;
    result.found.target = guard->body;
  }
  place(by_flag ? 1 : result.found.size, result);
  return result;
}

}  // namespace tracetoll
