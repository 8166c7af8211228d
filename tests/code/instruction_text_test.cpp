// Text that differs from objdump's sends a reader to the wrong instruction.
#include <gtest/gtest.h>

#include <vector>

#include "disassembly.hpp"

namespace tracetoll {
namespace {

using Bytes = std::vector<std::uint8_t>;

struct Case {
  Machine machine;
  Bytes bytes;
  const char* text;
};

TEST(InstructionText, IsObjdumps) {
  constexpr Machine kX86 = Machine::x86_64, kArm = Machine::arm64;
  const Case kCases[] = {
      {kX86, {0x8b, 0x05, 0x04, 0x20, 0, 0}, "mov 0x2004(%rip),%eax # 0x40300a"},
      {kX86, {0x8b, 0x47, 8}, "mov 0x8(%rdi),%eax"},
      {kX86, {0xc7, 0x07, 1, 0, 0, 0}, "movl $0x1,(%rdi)"},
      {kX86, {0x83, 0x3d, 0x10, 0, 0, 0, 0}, "cmpl $0x0,0x10(%rip) # 0x401017"},
      {kX86, {0x48, 0x8b, 0x04, 0x08}, "mov (%rax,%rcx,1),%rax"},
      {kX86, {0x64, 0x48, 0x8b, 0x04, 0x25, 0x28, 0, 0, 0}, "mov %fs:0x28,%rax"},
      {kX86, {0xe8, 1, 0, 0, 0}, "call 0x401006"},
      {kX86, {0x66, 0xe9, 1, 0, 0, 0}, "jmp 0x401007"},
      {kX86, {0x66, 0x0f, 0x84, 1, 0, 0, 0}, "je 0x401008"},
      {kX86, {0xff, 0xd0}, "call *%rax"},
      {kX86, {0x55}, "push %rbp"},
      {kX86, {0xc3}, "ret"},
      {kX86, {0x0f, 0xb6, 0xc1}, "movzbl %cl,%eax"},
      {kX86, {0x48, 0x0f, 0x1f, 0xc0}, "nop"},  // Capstone knows no NOP of a register
      {kX86, {0x62, 0xf3, 0x7d, 0x20, 0x3f, 0x07, 0}, "(evex)"},
      {kX86, {0x06}, "(bad)"},
      {kX86, {0x66, 0xe9}, "(bad)"},  // cut short
      {kArm, {0x00, 0x08, 0x40, 0xb9}, "ldr w0, [x0, #8]"},
      {kArm, {0x02, 0x00, 0x00, 0x14}, "b 0x401008"},
      {kArm, {0x1f, 0x20, 0x03, 0xd5}, "nop"},
      {kArm, {0x5f, 0x24, 0x03, 0xd5}, "bti c"},
      {kArm, {0xff, 0x0b, 0x5f, 0xd6}, "retaa"},
      {kArm, {0xff, 0xff, 0xff, 0xff}, "(bad)"},
      {kArm, {0xff}, "(bad)"},
  };
  for (const Case& row : kCases) {
    EXPECT_EQ(Disassembler(row.machine).text(row.bytes, 0x401000), row.text);
  }
}

}  // namespace
}  // namespace tracetoll
