// What lies at one site: its bytes, what of them runs while it is dormant, how they can be patched.
#pragma once

#include <span>
#include <vector>

#include "guard_flow.hpp"
#include "inspection.hpp"

namespace tracetoll {

// One of our own sites, which the reader of its record has described already. `code` is its
// function, decoded.
InspectedSite own_site(Machine machine, const Site& site, std::span<const Instruction> code);

// A site of another kind. `own` is the code at its address: all of its bytes, or one instruction
// where the record does not say how many; empty: not known. `guard` is where it leaves the hot
// path, null where it has no guard, and then `flow` is not used.
InspectedSite foreign_site(Machine machine, FoundSite found, std::span<const Instruction> own,
                           const GuardFlow* flow, const Exit* guard);

// What of its own code runs because of the site while it is dormant. Not the NOPs before its
// function's entry, nor the endbr64 among them (-fpatchable-function-entry=N,M); not what the first
// instruction jumps over, and not the function's own return (XRay's sleds).
std::vector<Instruction> dormant_code(const FoundSite& site, std::span<const Instruction> own);

// The instructions that start in [begin, end); at least the one at `begin`, if one starts there.
std::span<const Instruction> code_between(std::span<const Instruction> code, std::uint64_t begin,
                                          std::uint64_t end);

}  // namespace tracetoll
