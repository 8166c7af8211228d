#include <gtest/gtest.h>

#include <string>

#include "stubs.hpp"

namespace tracetoll::patch {
namespace {

using In = Argument::In;

Argument only(const std::string& text) {
  const Operands operands = parse_operands(text);
  EXPECT_EQ(operands.arguments.size(), 1u) << text;
  EXPECT_TRUE(operands.missing.empty()) << text;
  return operands.arguments.at(0);
}

TEST(OperandText, NamesEveryGeneralRegisterInEveryWidth) {
  const std::string names[16][4] = {
      {"al", "ax", "eax", "rax"},      {"dl", "dx", "edx", "rdx"},
      {"cl", "cx", "ecx", "rcx"},      {"bl", "bx", "ebx", "rbx"},
      {"sil", "si", "esi", "rsi"},     {"dil", "di", "edi", "rdi"},
      {"bpl", "bp", "ebp", "rbp"},     {"spl", "sp", "esp", "rsp"},
      {"r8b", "r8w", "r8d", "r8"},     {"r9b", "r9w", "r9d", "r9"},
      {"r10b", "r10w", "r10d", "r10"}, {"r11b", "r11w", "r11d", "r11"},
      {"r12b", "r12w", "r12d", "r12"}, {"r13b", "r13w", "r13d", "r13"},
      {"r14b", "r14w", "r14d", "r14"}, {"r15b", "r15w", "r15d", "r15"}};
  for (int number = 0; number < 16; ++number)
    for (int width = 0; width < 4; ++width) {
      const int size = 1 << width;
      const std::string text = "-" + std::to_string(size) + "@%" + names[number][width];
      const Argument argument = only(text);
      EXPECT_EQ(argument.in, In::general_register) << text;
      EXPECT_EQ(argument.number, number) << text;
      EXPECT_EQ(argument.size, size) << text;
      EXPECT_TRUE(argument.is_signed) << text;
      EXPECT_EQ(argument.offset, 0) << text;
    }
}

TEST(OperandText, KnowsTheSecondByteOfARegister) {
  const char* names[] = {"ah", "dh", "ch", "bh"};
  for (int number = 0; number < 4; ++number) {
    const Argument argument = only(std::string("1@%") + names[number]);
    EXPECT_EQ(argument.number, number);
    EXPECT_EQ(argument.offset, 1);
  }
}

TEST(OperandText, HasFloatsInRegistersOfBothKindsAndInMemory) {
  const Argument vector = only("8f@%xmm15");
  EXPECT_EQ(vector.in, In::vector_register);
  EXPECT_EQ(vector.number, 15);
  EXPECT_TRUE(vector.is_float);
  EXPECT_EQ(vector.size, 8);
  EXPECT_EQ(only("4f@%eax").in, In::general_register);
  EXPECT_TRUE(only("4f@%eax").is_float);
  EXPECT_TRUE(only("4f@-8(%rbp)").is_float);
  EXPECT_FALSE(only("4@%xmm3").is_float);
}

TEST(OperandText, HasConstantsOfAllSizes) {
  EXPECT_EQ(only("-4@$-7").offset, -7);
  EXPECT_EQ(only("-4@$-7").in, In::constant);
  EXPECT_EQ(only("8@$0x1f").offset, 31);
  EXPECT_EQ(only("-8@$-9223372036854775808").offset, INT64_MIN);
  EXPECT_EQ(static_cast<std::uint64_t>(only("8@$18446744073709551615").offset), UINT64_MAX);
}

TEST(OperandText, HasMemoryAtARegister) {
  const Argument argument = only("-2@-136(%rbp)");
  EXPECT_EQ(argument.in, In::memory);
  EXPECT_EQ(argument.number, 6);
  EXPECT_EQ(argument.offset, -136);
  EXPECT_EQ(argument.size, 2);
  EXPECT_EQ(only("8@(%rsp)").number, 7);
  EXPECT_EQ(only("8@(%rsp)").offset, 0);
}

TEST(OperandText, SaysWhichArgumentsHaveNoOperand) {
  const Operands operands = parse_operands("? 8@%rax ? ");
  EXPECT_EQ(operands.arguments.size(), 3u);
  EXPECT_EQ(operands.missing, (std::vector<std::size_t>{0, 2}));
  EXPECT_TRUE(parse_operands("").arguments.empty());
}

TEST(OperandText, ThatIsNotUnderstoodIsRefusedByName) {
  for (const char* text : {"8@",
                           "@%rax",
                           "%rax",
                           "8%rax",
                           "3@%rax",
                           "16@%xmm0",
                           "0@%rax",
                           "-8f@%xmm0",
                           "2f@%ax",
                           "8@%xmm16",
                           "8@%ymm0",
                           "8@%st",
                           "8@%k1",
                           "8@%rip",
                           "8@%eax",
                           "4@%ax",
                           "8@%r16",
                           "8@%r1",
                           "8@%raxx",
                           "8@symbol(%rip)",
                           "8@4(%rip)",
                           "8@(%rax,%rbx,4)",
                           "8@8(%eax)",
                           "8@-8(%rbp",
                           "8@$",
                           "8@$symbol",
                           "8@$1x",
                           "8@$0x",
                           "8@$99999999999999999999",
                           "8@%fs:0",
                           "x@%rax",
                           "8@%",
                           "8@??"}) {
    try {
      parse_operands(text);
      ADD_FAILURE() << text << " was taken";
    } catch (const PatchError& error) {
      EXPECT_NE(error.message.find(text), std::string::npos) << error.message;
    }
  }
}

}  // namespace
}  // namespace tracetoll::patch
