// From decoded instructions to what a listing aligns: texts without addresses, keys, roles.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "instruction.hpp"
#include "listing.hpp"

namespace tracetoll {

struct ListingSource {
  Machine machine = Machine::x86_64;
  std::span<const Instruction> code;                    // one function, by address
  std::function<std::string(const Instruction&)> text;  // as Disassembler::text() gives it
  std::function<std::string(std::uint64_t)> symbol;     // "tt_probe", "table+8"; empty: none
  const std::set<std::uint64_t>* guarded = nullptr;     // addresses that sites guard
  const std::set<std::uint64_t>* of_sites = nullptr;    // addresses of guards, NOPs, calls of sites
  const std::set<std::uint64_t>* for_operands = nullptr;  // of what is there for their operands
};

std::vector<ListedInstruction> listed(const ListingSource& source);

// The mnemonic and the kind of each operand: "mov m,r" of "mov 0x8(%rdi),%eax", "ldr r,m" of
// "ldr x0, [sp, #8]". r a general register, v a vector one, i a number, m memory, t a target.
std::string key_of(std::string_view text);

}  // namespace tracetoll
