// The danger: an argument of a probe read from the wrong place, without a word.
#include <gtest/gtest.h>

#include "sdt_operands.hpp"

namespace tracetoll {
namespace {

using Place = Operand::Place;

struct Case {
  const char* text;  // all of it
  int bytes;
  Place place;
  std::int64_t constant = 0;
  int reg = -1;
  int index = -1;
  int scale = 1;
  std::int64_t displacement = 0;
  const char* symbol = "";
  const char* segment = "";
};

void check(const Case& expected, Machine machine) {
  SCOPED_TRACE(expected.text);
  const Operands operands = parse_operands(expected.text, machine);
  ASSERT_EQ(operands.list.size(), 1U);
  const Operand& operand = operands.list[0];
  EXPECT_EQ(operand.bytes, expected.bytes);
  EXPECT_EQ(operand.place, expected.place);
  EXPECT_EQ(operand.constant, expected.constant);
  EXPECT_EQ(operand.reg, expected.reg);
  EXPECT_EQ(operand.index, expected.index);
  EXPECT_EQ(operand.scale, expected.scale);
  EXPECT_EQ(operand.displacement, expected.displacement);
  EXPECT_EQ(operand.symbol, expected.symbol);
  EXPECT_EQ(operand.segment, expected.segment);
  EXPECT_EQ(operands.notes.size(), expected.place == Place::unknown ? 1U : 0U);
}

TEST(Operands, OfX86) {
  const Case cases[] = {
      {"4@$71", 4, Place::constant, 71},
      {"-4@$-1", 4, Place::constant, -1},
      {"8@$0x7fffffffffffffff", 8, Place::constant, INT64_MAX},
      {"-8@$-9223372036854775808", 8, Place::constant, INT64_MIN},
      {"8@$18446744073709551615", 8, Place::constant, -1},
      {"8@%rax", 8, Place::general_register, 0, 0},
      {"-4@%ecx", 4, Place::general_register, 0, 1},
      {"2@%dx", 2, Place::general_register, 0, 2},
      {"-1@%bl", 1, Place::general_register, 0, 3},
      {"1@%ah", 1, Place::general_register, 0, 0},
      {"1@%sil", 1, Place::general_register, 0, 6},
      {"8@%r8", 8, Place::general_register, 0, 8},
      {"4@%r15d", 4, Place::general_register, 0, 15},
      {"2@%r10w", 2, Place::general_register, 0, 10},
      {"1@%r9b", 1, Place::general_register, 0, 9},
      {"%eax", 0, Place::general_register, 0, 0},
      {"8f@%xmm0", 8, Place::vector_register, 0, 32},
      {"16@%ymm31", 16, Place::vector_register, 0, 63},
      {"4f@%zmm7", 4, Place::vector_register, 0, 39},
      {"8@(%rsp)", 8, Place::memory, 0, 4},
      {"-4@-20(%rbp)", 4, Place::memory, 0, 5, -1, 1, -20},
      {"8@(%rbx,%rsi)", 8, Place::memory, 0, 3, 6},
      {"8@0x10(%r12,%r13,8)", 8, Place::memory, 0, 12, 13, 8, 16},
      {"4@(,%rax,4)", 4, Place::memory, 0, -1, 0, 4},
      {"4@16( %rax , %rbx , 2 )", 4, Place::memory, 0, 0, 3, 2, 16},
      {"-4@+8-4+3(%rbp)", 4, Place::memory, 0, 5, -1, 1, 7},
      {"4@counter(%rip)", 4, Place::memory, 0, -1, -1, 1, 0, "counter"},
      {"8@table+24(%rip)", 8, Place::memory, 0, -1, -1, 1, 24, "table"},
      {"8@8+_ZL5table-4(%rip)", 8, Place::memory, 0, -1, -1, 1, 4, "_ZL5table"},
      {"8@foo@GOTPCREL(%rip)", 8, Place::memory, 0, -1, -1, 1, 0, "foo@GOTPCREL"},
      {"8@table.0(,%rdi,8)", 8, Place::memory, 0, -1, 7, 8, 0, "table.0"},
      {"4@global", 4, Place::memory, 0, -1, -1, 1, 0, "global"},
      {"8@%fs:40", 8, Place::memory, 0, -1, -1, 1, 40, "", "fs"},
      {"4@%fs:errno@tpoff", 4, Place::memory, 0, -1, -1, 1, 0, "errno@tpoff", "fs"},
      {"8@%gs:8(%rax)", 8, Place::memory, 0, 0, -1, 1, 8, "", "gs"},
      {"8@", 8, Place::unknown},
      {"4@%st(0)", 4, Place::unknown},
      {"8@%r16", 8, Place::unknown},
      {"8@%r08", 8, Place::unknown},
      {"8@%xmm32", 8, Place::unknown},
      {"8@(%rax,%rsp)", 8, Place::unknown},
      {"8@(%rax,%rbx,3)", 8, Place::unknown},
      {"8@(%rax", 8, Place::unknown},
      {"8@()", 8, Place::unknown},
      {"8@$symbol", 8, Place::unknown},
      {"8@$18446744073709551616", 8, Place::unknown},
      {"8@a+b(%rip)", 8, Place::unknown},
      {"8@-a(%rip)", 8, Place::unknown},
      {"8@[sp]", 8, Place::unknown},
  };
  for (const Case& expected : cases) check(expected, Machine::x86_64);
}

TEST(Operands, OfArm64) {
  const Case cases[] = {
      {"8@x0", 8, Place::general_register, 0, 0},
      {"-4@w30", 4, Place::general_register, 0, 30},
      {"8@sp", 8, Place::general_register, 0, 31},
      {"8@xzr", 8, Place::constant, 0},
      {"4@-5", 4, Place::constant, -5},
      {"4@#12", 4, Place::constant, 12},
      {"8@0xff", 8, Place::constant, 255},
      {"8f@d0", 8, Place::vector_register, 0, 32},
      {"4f@s31", 4, Place::vector_register, 0, 63},
      {"16@v5.2d", 16, Place::vector_register, 0, 37},
      {"8@[sp]", 8, Place::memory, 0, 31},
      {"8@[sp, 12]", 8, Place::memory, 0, 31, -1, 1, 12},
      {"-4@[x29, #-20]", 4, Place::memory, 0, 29, -1, 1, -20},
      {"8@[x0, x1]", 8, Place::memory, 0, 0, 1},
      {"8@[x0, x1, lsl 3]", 8, Place::memory, 0, 0, 1, 8},
      {"4@[x2, w3, sxtw 2]", 4, Place::memory, 0, 2, 3, 4},
      {"4@[x2, w3, uxtw]", 4, Place::memory, 0, 2, 3},
      {"8@[x0, #:lo12:table+8]", 8, Place::memory, 0, 0, -1, 1, 8, "table"},
      {"x7", 0, Place::general_register, 0, 7},
      {"8@[sp, 16]!", 8, Place::unknown},
      {"8@[x31]", 8, Place::unknown},
      {"8@[x0, x1, ror 3]", 8, Place::unknown},
      {"8@%rax", 8, Place::unknown},
      {"8@", 8, Place::unknown},
  };
  for (const Case& expected : cases) check(expected, Machine::arm64);
}

TEST(Operands, SignAndKindOfTheSize) {
  const Operands operands = parse_operands("-8@%rax 8f@%xmm1 4@%eax", Machine::x86_64);
  ASSERT_EQ(operands.list.size(), 3U);
  EXPECT_TRUE(operands.list[0].is_signed);
  EXPECT_FALSE(operands.list[0].floating);
  EXPECT_TRUE(operands.list[1].floating);
  EXPECT_FALSE(operands.list[2].is_signed);
  EXPECT_EQ(operands.list[1].text, "%xmm1");
}

// Blanks inside of brackets do not part operands, several between two do not make one.
TEST(Operands, ArePartedByBlanks) {
  EXPECT_EQ(parse_operands(" 8@[sp, 12]  4@x1 ", Machine::arm64).list.size(), 2U);
  EXPECT_EQ(parse_operands("4@8(%rax, %rbx, 4) 8@$1", Machine::x86_64).list.size(), 2U);
  EXPECT_TRUE(parse_operands("", Machine::x86_64).list.empty());
  EXPECT_TRUE(parse_operands("   ", Machine::arm64).list.empty());
}

// A note of a megabyte must cost neither memory nor time; and what is wrong is said on one line.
TEST(Operands, OfHostileTextEnd) {
  std::string many;
  for (int i = 0; i < 200'000; i++) many += "1@$1 ";
  const Operands operands = parse_operands(many, Machine::x86_64);
  EXPECT_EQ(operands.list.size(), 64U);
  EXPECT_EQ(operands.notes.size(), 1U);
  for (const Machine machine : {Machine::x86_64, Machine::arm64}) {
    for (const char c : {'(', '[', ')', '@', '-', ',', '%', '$', '\n'}) {
      const Operands odd = parse_operands(std::string(1'000'000, c), machine);
      ASSERT_EQ(odd.notes.size(), 1U) << c;
      EXPECT_LT(odd.notes[0].size(), 200U);
      EXPECT_EQ(odd.notes[0].find('\n'), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace tracetoll
