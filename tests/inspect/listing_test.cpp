#include "listing.hpp"

#include <gtest/gtest.h>

#include "listed.hpp"

namespace tracetoll {
namespace {

using Side = std::vector<ListedInstruction>;

// One instruction a line; "jne @3" leads to the line 3, from 0. Each takes 4 bytes.
Side side(std::uint64_t address, const std::vector<std::string>& lines) {
  Side result;
  for (const std::string& line : lines) {
    ListedInstruction one;
    one.address = address + 4 * result.size();
    const auto at = line.find(" @");
    one.text = line.substr(0, at);
    one.key = key_of(one.text);
    if (at != std::string::npos) one.target = address + 4 * std::stoul(line.substr(at + 2));
    result.push_back(one);
  }
  return result;
}

std::string listed_text(const Side& before, const Side& after, ListingStyle style = {}) {
  return listing_text(aligned_listing(before, after), style);
}

std::string marks(const Side& before, const Side& after) {
  std::string result;
  for (const ListingRow& row : aligned_listing(before, after).rows) {
    result += row.mark == Mark::same ? '=' : static_cast<char>(row.mark);
  }
  return result;
}

TEST(Listing, ReadsSideBySide) {
  auto before =
      side(0x1130, {"test %rdi,%rdi", "je @4", "mov 0x8(%rdi),%eax", "add $0x1,%eax", "ret"});
  auto after = side(0x11f0, {"push %rbx", "mov state(%rip),%edx", "test %rdi,%rdi", "je @6",
                             "mov 0x8(%rbx),%eax", "add $0x1,%eax", "pop %rbx", "ret"});
  after[0].role = Role::save;
  after[1].role = Role::guard;
  after[6].role = Role::restore;
  EXPECT_EQ(
      listed_text(before, after, {.columns = 80}),
      R"(~ changed, < only before, > only after, G a site's guard or call, s saves a register, r restores one
  before                                   after
                                       > s 11f0        push %rbx
                                       > G 11f4        mov state(%rip),%edx
  1130        test %rdi,%rdi               11f8        test %rdi,%rdi
  1134        je L2                    ~   11fc        je L1
  1138        mov 0x8(%rdi),%eax       ~   1200        mov 0x8(%rbx),%eax
  113c        add $0x1,%eax                1204        add $0x1,%eax
                                       > r 1208 L1:    pop %rbx
  1140 L2:    ret                          120c L2:    ret
)");
}

TEST(Listing, WhatIsThereForOperandsHasItsLetter) {
  Side one = side(0x10, {"mov (%rdi),%eax"});
  one[0].role = Role::operand;
  const std::string text = listed_text(one, one);
  EXPECT_NE(text.find("o for a site's operands"), std::string::npos) << text;
  EXPECT_NE(text.find("\no 10"), std::string::npos) << text;
}

// Labels numbered apart would make every branch after an added one differ.
TEST(Listing, BranchesThatLeadToAlignedInstructionsAreTheSame) {
  EXPECT_EQ(marks(side(0x1000, {"je @2", "nop", "ret"}),
                  side(0x2000, {"jne @4", "je @4", "nop", "inc %eax", "ret"})),
            ">==>=");
  EXPECT_EQ(marks(side(0x1000, {"je @1", "nop", "ret"}), side(0x2000, {"je @2", "nop", "ret"})),
            "~==");
}

TEST(Listing, OtherRegistersAreAChangeAndNoOtherInstruction) {
  EXPECT_EQ(marks(side(0, {"mov %rdi,%rbx", "ret"}), side(0, {"mov %rdi,%rbp", "ret"})), "~=");
  EXPECT_EQ(marks(side(0, {"mov %rdi,%rbx"}), side(0, {"mov 8(%rdi),%rbx"})), "<>");
}

// By keys alone any two of three pushes match; the one that is new is told by its text.
TEST(Listing, OfEqualKeysTheNewOneIsTheOneThatIsUnlike) {
  const Side two = side(0, {"push %rbp", "push %rbx", "mov %rdi,%rbx"});
  const Side three = side(0, {"push %r12", "push %rbp", "push %rbx", "mov %rdi,%rbx"});
  EXPECT_EQ(marks(two, three), ">===");
  EXPECT_EQ(marks(three, two), "<===");
  const Side middle = side(0, {"push %rbp", "push %r12", "push %rbx", "mov %rdi,%rbx"});
  EXPECT_EQ(marks(two, middle), "=>==");
}

TEST(Listing, ABranchIntoAnInstructionHasNoLabel) {
  Side before = side(0x1000, {"jmp", "ret"});
  before[0].target = 0x1005;
  EXPECT_NE(listed_text(before, before).find("jmp 0x1005"), std::string::npos);
}

TEST(Listing, ColoursOnlyWhenAskedFor) {
  const Side before = side(0, {"inc %eax"}), after = side(0, {"dec %eax"});
  EXPECT_EQ(listed_text(before, after).find('\033'), std::string::npos);
  EXPECT_NE(listed_text(before, after, {.colours = true}).find("\033[31m"), std::string::npos);
}

// A symbol is as long as an enemy wants it, and its bytes are his.
TEST(Listing, FitsItsColumnsWhateverTheText) {
  const Side one = side(0xffffffff81000000, {"call \033[2J" + std::string(3000, 'x')});
  for (const std::size_t columns : {0, 60, 100, 160}) {
    const std::string text = listed_text(one, one, {.columns = columns});
    EXPECT_EQ(text.find('\033'), std::string::npos);
    for (std::size_t begin = text.find("\n  before"); begin + 1 < text.size();) {
      const auto end = text.find('\n', begin + 1);
      EXPECT_LE(end - begin - 1, std::max<std::size_t>(columns, 60));
      begin = end;
    }
  }
}

TEST(Listing, LongFunctionsAreListedWholeAndSaySo) {
  Side before, after;
  for (int i = 0; i < 20'000; i++) {
    ListedInstruction one;
    one.address = static_cast<std::uint64_t>(i);
    one.text = one.key = "op" + std::to_string(i % 100);
    before.push_back(one);
    one.text = one.key = "op" + std::to_string(i * 7 % 101);
    after.push_back(one);
  }
  const Listing listing = aligned_listing(before, after);
  EXPECT_TRUE(listing.windowed);
  std::size_t left = 0, right = 0;
  for (const ListingRow& row : listing.rows) {
    left += row.before ? 1 : 0;
    right += row.after ? 1 : 0;
  }
  EXPECT_EQ(left, before.size());
  EXPECT_EQ(right, after.size());
  EXPECT_NE(listing_text(listing, {}).find("A long function"), std::string::npos);
}

}  // namespace
}  // namespace tracetoll
