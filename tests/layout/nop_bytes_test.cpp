#include "nop_bytes.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "disassembly.hpp"
#include "variant_name.hpp"

namespace tracetoll {
namespace {

std::vector<std::size_t> lengths() {
  std::vector<std::size_t> result;
  for (std::size_t length = 1; length <= 64; ++length) result.push_back(length);
  for (std::size_t length = 127; length <= 132; ++length) result.push_back(length);
  result.insert(result.end(), {255, 256, 257, 750, 16384});
  return result;
}

constexpr std::uint64_t kAddress = 0x1000;

std::vector<Instruction> decoded(const Bytes& bytes) {
  return Disassembler().decode(bytes, kAddress);
}

bool all_nops(std::span<const Instruction> code) {
  return std::ranges::all_of(code, &Instruction::nop);
}

TEST(NopBytes, EveryFormHasItsLength) {
  for (const auto form : kPatchForms) {
    for (const std::size_t length : lengths())
      EXPECT_EQ(bytes_of_form(form, length).size(), length) << form;
    EXPECT_TRUE(bytes_of_form(form, 0).empty()) << form;
  }
}

TEST(NopBytes, ShortOnesAreOneByteEach) {
  for (const std::size_t length : lengths()) {
    const auto code = decoded(bytes_of_form("short", length));
    EXPECT_EQ(code.size(), length);
    EXPECT_TRUE(all_nops(code)) << length;
    EXPECT_TRUE(are_nops(bytes_of_form("short", length))) << length;
  }
}

TEST(NopBytes, LongOnesAreAsFewAsThereCanBe) {
  for (const std::size_t length : lengths()) {
    const auto code = decoded(bytes_of_form("long", length));
    EXPECT_EQ(code.size(), (length + 8) / 9) << length;
    EXPECT_TRUE(all_nops(code)) << length;
    EXPECT_TRUE(are_nops(bytes_of_form("long", length))) << length;
  }
}

// To the very end: one byte more or less is another program.
TEST(NopBytes, AJumpEndsBehindTheSite) {
  for (const std::size_t length : lengths()) {
    const auto code = decoded(bytes_of_form("jump", length));
    if (length == 1) {
      EXPECT_TRUE(all_nops(code));
      continue;
    }
    EXPECT_EQ(code[0].flow, Flow::jump) << length;
    EXPECT_EQ(code[0].target, kAddress + length) << length;
    EXPECT_EQ(code[0].size, length <= 129 ? 2 : 5) << length;
    EXPECT_TRUE(all_nops(std::span(code).subspan(1))) << length;
    EXPECT_FALSE(are_nops(bytes_of_form("jump", length))) << length;
  }
}

TEST(AreNops, TakesAnyRowOfThem) {
  EXPECT_TRUE(are_nops({}));
  Bytes row;
  for (std::size_t length = 1; length <= 9; ++length) {
    const Bytes nop = bytes_of_form("long", length);
    row.insert(row.end(), nop.begin(), nop.end());
    row.push_back(0x90);
    EXPECT_TRUE(are_nops(row)) << length;
  }
}

TEST(AreNops, RefusesEverythingElse) {
  const std::vector<Bytes> others = {
      {0xe8, 0, 0, 0, 0},        // call
      {0xe9, 0, 0, 0, 0},        // jump
      {0xeb, 0},                 // jump
      {0xc3},                    // ret
      {0xcc},                    // int3
      {0xf3, 0x90},              // pause
      {0x66},                    // a prefix alone
      {0x0f, 0x1f},              // cut
      {0x0f, 0x1f, 0x44, 0x00},  // cut
      {0x66, 0x0f, 0x1f, 0x44, 0x00},
      {0x0f, 0x1f, 0x44, 0x00, 0x01},  // another displacement than the recommended
      {0x0f, 0x0b},                    // ud2
  };
  for (const Bytes& other : others) {
    EXPECT_FALSE(are_nops(other)) << int{other[0]};
    Bytes after = {0x90, 0x0f, 0x1f, 0x00};
    after.insert(after.end(), other.begin(), other.end());
    EXPECT_FALSE(are_nops(after)) << "at the end, " << int{other[0]};
    Bytes before = other;
    before.insert(before.end(), {0x66, 0x90, 0x90});
    EXPECT_FALSE(are_nops(before)) << "at the beginning, " << int{other[0]};
  }
}

}  // namespace
}  // namespace tracetoll
