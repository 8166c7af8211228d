#include "patching.hpp"

#include <gtest/gtest.h>

namespace tracetoll {
namespace {

Instruction nop(std::uint64_t address, int size) {
  Instruction result;
  result.address = address;
  result.size = size;
  result.mnemonic = "nop";
  result.nop = true;
  return result;
}

Patchable one_nop(std::uint64_t address, int size) {
  return judge_patching(Machine::x86_64, std::vector{nop(address, size)}).how;
}

// A NOP that crosses 8 bytes may be fetched half old and half new on AMD, one that crosses a line
// everywhere.
TEST(Patching, WhereTheBytesLieDecides) {
  EXPECT_EQ(one_nop(0x1000, 5), Patchable::one_write);
  EXPECT_EQ(one_nop(0x1003, 5), Patchable::one_write);
  EXPECT_EQ(one_nop(0x1004, 5), Patchable::one_write_on_intel);
  EXPECT_EQ(one_nop(0x103b, 5), Patchable::one_write);
  EXPECT_EQ(one_nop(0x103c, 5), Patchable::breakpoint);
  EXPECT_EQ(one_nop(0x103f, 5), Patchable::breakpoint);
  EXPECT_EQ(one_nop(0x103f, 1), Patchable::one_write);
}

// Five 1-byte NOPs (GCC's -fpatchable-function-entry=5): a thread may sit on the third.
TEST(Patching, SeveralInstructionsAreNotOne) {
  std::vector<Instruction> code;
  for (std::uint64_t i = 0; i < 5; i++) code.push_back(nop(0x1000 + i, 1));
  EXPECT_EQ(judge_patching(Machine::x86_64, code).how, Patchable::no);
  EXPECT_EQ(judge_patching(Machine::x86_64, code).why, "5 instructions");
}

// XRay's sled is several instructions, but no thread is ever past its first one.
TEST(Patching, AJumpOverTheRestMayBePatched) {
  Instruction jump = nop(0x1000, 2);
  jump.nop = false;
  jump.flow = Flow::jump;
  jump.target = 0x100b;
  EXPECT_EQ(judge_patching(Machine::x86_64, std::vector{jump, nop(0x1002, 9)}).how,
            Patchable::one_write);
  jump.target = 0x100a;  // into the rest
  EXPECT_EQ(judge_patching(Machine::x86_64, std::vector{jump, nop(0x1002, 9)}).how, Patchable::no);
  jump.address = 0x103f;
  jump.target = 0x104a;
  EXPECT_EQ(judge_patching(Machine::x86_64, std::vector{jump, nop(0x1041, 9)}).how,
            Patchable::breakpoint);
}

TEST(Patching, NothingIsBehindAReturn) {
  Instruction ret = nop(0x1004, 1);
  ret.nop = false;
  ret.flow = Flow::ret;
  EXPECT_EQ(judge_patching(Machine::x86_64, std::vector{ret, nop(0x1005, 10)}).how,
            Patchable::one_write);
  ret.address = 0x1007;  // two bytes over the boundary of eight
  EXPECT_EQ(judge_patching(Machine::x86_64, std::vector{ret, nop(0x1008, 10)}).how,
            Patchable::one_write_on_intel);
}

TEST(Patching, Arm64IsAWordAtATime) {
  EXPECT_EQ(judge_patching(Machine::arm64, std::vector{nop(0x103c, 4)}).how, Patchable::one_write);
  EXPECT_EQ(judge_patching(Machine::arm64, std::vector{nop(0x1000, 4), nop(0x1004, 4)}).how,
            Patchable::no);
}

}  // namespace
}  // namespace tracetoll
