// Two builds of a function side by side, instruction by instruction.
//
// Instructions are aligned by their keys (mnemonic and kinds of operands), so that another choice
// of registers, another displacement or another address does not tear the two apart. Branch targets
// are numbered by row: a label is the same on both sides exactly where its instructions are
// aligned.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tracetoll {

// What an instruction is for, as far as a mark in the margin tells it.
enum class Role : char { plain, guard, nop, operand, body, save, restore, spill };

struct ListedInstruction {
  std::uint64_t address = 0;
  std::string text;                     // "mov 8(%rdi),%eax"; without its target if it has one
  std::string key;                      // "mov m,r"
  std::optional<std::uint64_t> target;  // of a branch, the address of an instruction of this side
  Role role = Role::plain;
};

enum class Mark : char { same = ' ', changed = '~', before = '<', after = '>' };

struct ListingRow {
  Mark mark = Mark::same;
  const ListedInstruction* before = nullptr;  // nullptr: an instruction of the other side alone
  const ListedInstruction* after = nullptr;
  int label = 0;          // from 1, where a branch of either side leads here
  int before_target = 0;  // the label that the branch leads to
  int after_target = 0;
};

struct Listing {
  std::vector<ListingRow> rows;
  bool windowed = false;  // too long to be aligned as a whole (sequence_diff.hpp)
};

// Points into `before` and `after`, each by address.
Listing aligned_listing(std::span<const ListedInstruction> before,
                        std::span<const ListedInstruction> after);

struct ListingStyle {
  std::size_t columns = 100;  // at least 60 are used
  bool colours = false;       // ANSI escapes, for a terminal
};

std::string listing_text(const Listing& listing, const ListingStyle& style);

}  // namespace tracetoll
