// Capstone 4.0.2 decodes some of this wrong by itself; disassembly.cpp says what and why.
#include "disassembly.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace tracetoll {
namespace {

using Bytes = std::vector<std::uint8_t>;

// One instruction, with bytes after it that would show a length that is too long.
Instruction first(Bytes bytes) {
  bytes.insert(bytes.end(), 16, 0xcc);
  return Disassembler().decode(bytes, 0x1000)[0];
}

// The NOPs that Intel and AMD recommend, which binutils and LLVM emit, and how else they are
// written.
TEST(Disassembly, EveryNopHasItsLength) {
  const Bytes kNops[] = {
      {0x90},
      {0x66, 0x90},
      {0x0f, 0x1f, 0x00},
      {0x0f, 0x1f, 0x40, 0},
      {0x0f, 0x1f, 0x44, 0, 0},
      {0x66, 0x0f, 0x1f, 0x44, 0, 0},
      {0x0f, 0x1f, 0x80, 0, 0, 0, 0},
      {0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0},
      {0x66, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0},
      {0x66, 0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0},
      {0x66, 0x66, 0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0},
      {0x66, 0x66, 0x66, 0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0},
      {0x66, 0x66, 0x66, 0x66, 0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0},
      {0x66, 0x66, 0x66, 0x66, 0x66, 0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0},
      {0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0},
      {0x66, 0x66, 0x90},
      {0x66, 0x66, 0x66, 0x90},
      {0x48, 0x0f, 0x1f, 0x44, 0, 0},
      {0x48, 0x0f, 0x1f, 0xc0},  // a register operand: Capstone gives up
      {0x0f, 0x1f, 0xc0},
      {0x66, 0x0f, 0x1f, 0xc0},
      {0xf3, 0x48, 0x0f, 0x1e, 0xc8},  // rdssp %rax, a NOP without CET
      {0x0f, 0x0d, 0x00},
      {0x0f, 0x1f, 0x04, 0x00},
      {0x66, 0x0f, 0x1f, 0x04, 0x00},
      {0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0},
      {0x66, 0x66, 0x66, 0x66, 0x66, 0x90},
      {0x66, 0x87, 0xc9},
      {0x48, 0x87, 0xc0},
  };
  for (const Bytes& nop : kNops) {
    const Instruction found = first(nop);
    EXPECT_EQ(found.size, static_cast<int>(nop.size())) << found.mnemonic;
    EXPECT_TRUE(found.nop) << found.mnemonic << " of " << nop.size() << " bytes";
    EXPECT_EQ(found.flow, Flow::next);
    EXPECT_FALSE(found.reads_memory || found.writes_memory || found.unknown);
  }
}

struct FlowCase {
  Bytes bytes;
  const char* mnemonic;
  Flow flow;
  std::optional<std::uint64_t> target;
};

TEST(Disassembly, FlowLengthAndTarget) {
  const FlowCase kCases[] = {
      {{0xf3, 0x0f, 0x1e, 0xfa}, "endbr64", Flow::next, {}},
      {{0x3e, 0xff, 0xe0}, "jmp", Flow::jump, {}},  // notrack jmp *%rax
      {{0x66, 0xe9, 1, 0, 0, 0}, "jmp", Flow::jump, 0x1007},
      {{0x66, 0xe8, 1, 0, 0, 0}, "call", Flow::call, 0x1007},
      {{0x66, 0x0f, 0x84, 1, 0, 0, 0}, "je", Flow::conditional, 0x1008},
      {{0x66, 0x66, 0x48, 0xe8, 1, 0, 0, 0}, "call", Flow::call, 0x1009},
      {{0xe9, 1, 0, 0, 0}, "jmp", Flow::jump, 0x1006},
      {{0xeb, 0xfe}, "jmp", Flow::jump, 0x1000},
      {{0x75, 0x10}, "jne", Flow::conditional, 0x1012},
      {{0x0f, 0x85, 0, 1, 0, 0}, "jne", Flow::conditional, 0x1106},
      {{0xe2, 0xfe}, "loop", Flow::conditional, 0x1000},
      {{0xff, 0x15, 1, 0, 0, 0}, "call", Flow::call, {}},
      {{0xff, 0x25, 1, 0, 0, 0}, "jmp", Flow::jump, {}},
      {{0xf2, 0xff, 0x25, 1, 0, 0, 0}, "jmp", Flow::jump, {}},  // bnd jmp
      {{0xf2, 0xe8, 1, 0, 0, 0}, "call", Flow::call, 0x1007},
      {{0xf2, 0xf0, 0x48, 0x0f, 0xc1, 0x07}, "xadd", Flow::next, {}},  // xacquire lock
      {{0x9b}, "wait", Flow::next, {}},
      {{0xf3, 0xc3}, "ret", Flow::ret, {}},
      {{0x0f, 0x0b}, "ud2", Flow::stop, {}},
      {{0x67, 0x0f, 0xb9, 0x40, 0x0c}, "ud1", Flow::stop, {}},
      {{0x0f, 0xff, 0xc0}, "ud0", Flow::stop, {}},
      {{0xf3, 0x90}, "pause", Flow::next, {}},
  };
  for (const FlowCase& expected : kCases) {
    const Instruction found = first(expected.bytes);
    EXPECT_EQ(found.size, static_cast<int>(expected.bytes.size())) << expected.mnemonic;
    EXPECT_NE(found.mnemonic.find(expected.mnemonic), std::string::npos) << found.mnemonic;
    EXPECT_EQ(found.flow, expected.flow) << expected.mnemonic;
    EXPECT_EQ(found.target, expected.target) << expected.mnemonic;
    EXPECT_FALSE(found.nop) << expected.mnemonic;
  }
}

struct MemoryCase {
  const char* what;
  Bytes bytes;
  bool reads;
  bool writes;
};

// All at 8(%rsp). Capstone takes half of these stores for loads.
TEST(Disassembly, MemoryAccess) {
  const MemoryCase kCases[] = {
      {"mov from", {0x8b, 0x44, 0x24, 8}, true, false},
      {"mov to", {0x89, 0x44, 0x24, 8}, false, true},
      {"mov immediate to", {0xc7, 0x44, 0x24, 8, 1, 0, 0, 0}, false, true},
      {"lea", {0x48, 0x8d, 0x44, 0x24, 8}, false, false},
      {"add to", {0x01, 0x44, 0x24, 8}, true, true},
      {"cmp", {0x39, 0x44, 0x24, 8}, true, false},
      {"test", {0xf6, 0x44, 0x24, 8, 1}, true, false},
      {"movups from", {0x0f, 0x10, 0x44, 0x24, 8}, true, false},
      {"movups to", {0x0f, 0x11, 0x44, 0x24, 8}, false, true},
      {"movdqa to", {0x66, 0x0f, 0x7f, 0x44, 0x24, 8}, false, true},
      {"movq to", {0x66, 0x0f, 0xd6, 0x44, 0x24, 8}, false, true},
      {"movhps to", {0x0f, 0x17, 0x44, 0x24, 8}, false, true},
      {"vmovdqu to", {0xc5, 0xfa, 0x7f, 0x44, 0x24, 8}, false, true},
      {"vmovdqu from", {0xc5, 0xfa, 0x6f, 0x44, 0x24, 8}, true, false},
      {"fstp", {0xdd, 0x5c, 0x24, 8}, false, true},
      {"fld", {0xdd, 0x44, 0x24, 8}, true, false},
      {"stmxcsr", {0x0f, 0xae, 0x5c, 0x24, 8}, false, true},
      {"lock cmpxchg", {0xf0, 0x0f, 0xb1, 0x4c, 0x24, 8}, true, true},
      {"sete", {0x0f, 0x94, 0x44, 0x24, 8}, false, true},
  };
  for (const MemoryCase& expected : kCases) {
    const Instruction found = first(expected.bytes);
    EXPECT_EQ(found.reads_memory, expected.reads) << expected.what;
    EXPECT_EQ(found.writes_memory, expected.writes) << expected.what;
    EXPECT_EQ(found.base, kRsp) << expected.what;
  }
}

TEST(Disassembly, OperandsOfAGuard) {
  const Instruction load = first({0x44, 0x8b, 0x05, 0x10, 0, 0, 0});  // mov 0x10(%rip),%r8d
  EXPECT_EQ(load.data_address, 0x1017U);
  EXPECT_EQ(load.destination, 8);
  EXPECT_EQ(load.memory_bytes, 4);
  EXPECT_EQ(first({0x45, 0x85, 0xc0}).tested, 8);                     // test %r8d,%r8d
  EXPECT_EQ(first({0x85, 0xc8}).tested, std::nullopt);                // test %ecx,%eax
  const Instruction compare = first({0x83, 0x3d, 0x10, 0, 0, 0, 0});  // cmpl $0,0x10(%rip)
  EXPECT_TRUE(compare.compares_zero);
  EXPECT_EQ(compare.data_address, 0x1017U);  // the displacement counts from the immediate's end
  EXPECT_FALSE(first({0x83, 0x3d, 0x10, 0, 0, 0, 1}).compares_zero);
  EXPECT_EQ(first({0x41, 0x57}).pushed, 15);
  EXPECT_EQ(first({0x6a, 1}).pushed, std::nullopt);
  EXPECT_TRUE(first({0x48, 0x89, 0xe5}).frame_pointer);   // mov %rsp,%rbp
  EXPECT_FALSE(first({0x48, 0x89, 0xfd}).frame_pointer);  // mov %rdi,%rbp
}

// A symbol's size is what its instructions add up to, whatever its bytes are.
TEST(Disassembly, AccountsForEveryByte) {
  std::uint32_t random = 1;
  for (int round = 0; round < 200; round++) {
    Bytes bytes(257);
    for (auto& byte : bytes) {
      random = random * 1664525 + 1013904223;
      byte = static_cast<std::uint8_t>(random >> 24);
    }
    const auto code = Disassembler().decode(bytes, 0);
    const int sum = std::accumulate(code.begin(), code.end(), 0,
                                    [](int n, const Instruction& i) { return n + i.size; });
    ASSERT_EQ(sum, 257);
    for (std::size_t i = 1; i < code.size(); i++) ASSERT_EQ(code[i].address, code[i - 1].end());
  }
  const auto truncated = Disassembler().decode(Bytes{0x0f, 0x1f}, 0);
  ASSERT_EQ(truncated.size(), 2U);
  EXPECT_TRUE(truncated[0].unknown);
}

// Data in the text must not swallow the code after it.
TEST(Disassembly, GoesOnAfterBytesThatStartNone) {
  const auto code = Disassembler().decode(Bytes{0x90, 0x06, 0x07, 0x90, 0xc3}, 0);
  ASSERT_EQ(code.size(), 5U);
  EXPECT_TRUE(code[1].unknown && code[2].unknown);
  EXPECT_EQ(code[1].flow, Flow::stop);
  EXPECT_TRUE(code[3].nop);
  EXPECT_EQ(code[4].flow, Flow::ret);
}

}  // namespace
}  // namespace tracetoll
