#include "listed.hpp"

#include <gtest/gtest.h>

#include <map>

namespace tracetoll {
namespace {

TEST(Listed, KeysAreMnemonicsAndKindsOfOperands) {
  const std::pair<const char*, const char*> kTexts[] = {
      {"ret", "ret"},
      {"mov %rdi,%rbx", "mov r,r"},
      {"mov 0x8(%rdi,%rcx,4),%eax", "mov m,r"},
      {"mov -8(%rsp), %eax", "mov m,r"},
      {"mov %fs:0x28,%rax", "mov m,r"},
      {"movabs 0x1122334455667788,%al", "movabs m,r"},
      {"addq $1, (%rax)", "addq i,m"},
      {"paddd %xmm0,%xmm1", "paddd v,v"},
      {"vmovdqu (%rdi),%ymm1", "vmovdqu m,v"},
      {"call *%rax", "call r"},
      {"jmp *0x8(%rdi)", "jmp m"},
      {"je", "je"},
      {"call tt_probe", "call t"},
      {"nopl 0x0(%rax,%rax,1)", "nopl m"},
      {"ldr w0, [x0, #8]", "ldr r,m"},
      {"ldr x1, [sp], #16", "ldr r,m,i"},
      {"stp x29, x30, [sp, #-16]!", "stp r,r,m"},
      {"add v0.4s, v1.4s, v2.4s", "add v,v,v"},
      {"ld1 {v0.4s, v1.4s}, [x0]", "ld1 v,m"},
      {"csel w0, w1, wzr, eq", "csel r,r,r,t"},
      {"fmov d0, #1.0", "fmov v,i"},
      {"", ""},
      {"(bad)", "(bad)"},
      {"mov (((,", "mov m"},
      {"mov ,,,", "mov t,t,t"},
  };
  for (const auto& [text, key] : kTexts) EXPECT_EQ(key_of(text), key) << text;
}

Instruction at(std::uint64_t address, int size) {
  Instruction instruction;
  instruction.address = address;
  instruction.size = size;
  return instruction;
}

std::vector<ListedInstruction> listed_of(const std::vector<Instruction>& code,
                                         const std::map<std::uint64_t, std::string>& texts,
                                         Machine machine = Machine::x86_64) {
  ListingSource source;
  source.machine = machine;
  source.code = code;
  source.text = [&](const Instruction& instruction) { return texts.at(instruction.address); };
  source.symbol = [](std::uint64_t address) {
    return address == 0x4010 ? std::string("tt_state") : address == 0x2000 ? "tt_probe" : "";
  };
  return listed(source);
}

// Addresses differ between any two builds; left in the texts they would tear the two apart.
TEST(Listed, AddressesBecomeNames) {
  std::vector<Instruction> code = {at(0x1000, 6), at(0x1006, 6), at(0x100c, 2),
                                   at(0x100e, 5), at(0x1013, 5), at(0x1018, 6)};
  code[0].data_address = 0x4010;
  code[1].data_address = 0x5000;
  code[2].target = 0x1000;
  code[3].target = 0x2000;
  code[4].target = 0x3000;
  code[5].data_address = 0x4010;
  const auto result = listed_of(code, {{0x1000, "mov 0x300a(%rip),%eax"},
                                       {0x1006, "movl $0x1, -0x8(%rip)"},
                                       {0x100c, "jne 0x1000"},
                                       {0x100e, "call 0x2000"},
                                       {0x1013, "call 0x3000"},
                                       {0x1018, "jmp *0x2ff2(%rip)"}});
  EXPECT_EQ(result[0].text, "mov tt_state(%rip),%eax");
  EXPECT_EQ(result[1].text, "movl $0x1, <data>(%rip)");
  EXPECT_EQ(result[2].text, "jne");
  EXPECT_EQ(result[2].target, 0x1000u);
  EXPECT_EQ(result[2].key, "jne t");
  EXPECT_EQ(result[3].text, "call tt_probe");
  EXPECT_EQ(result[4].text, "call <code>");
  EXPECT_NE(result[3].key, result[4].key);  // another callee
  EXPECT_EQ(result[5].text, "jmp *tt_state(%rip)");
}

TEST(Listed, Arm64AddressesToo) {
  std::vector<Instruction> code = {at(0x1000, 4), at(0x1004, 4), at(0x1008, 4)};
  code[0].target = 0x1008;
  code[1].target = 0x2000;
  code[2].data_address = 0x5000;
  const auto result = listed_of(
      code, {{0x1000, "cbz x0, #0x1008"}, {0x1004, "bl 0x2000"}, {0x1008, "adrp x0, #0x5000"}},
      Machine::arm64);
  EXPECT_EQ(result[0].text, "cbz x0,");
  EXPECT_EQ(result[0].key, "cbz r t");
  EXPECT_EQ(result[0].target, 0x1008u);
  EXPECT_EQ(result[1].text, "bl tt_probe");
  EXPECT_EQ(result[2].text, "adrp x0, <data>");
}

TEST(Listed, RolesByWhatAnInstructionDoes) {
  std::vector<Instruction> code;
  std::map<std::uint64_t, std::string> texts;
  for (std::uint64_t i = 0; i < 9; i++) {
    code.push_back(at(0x1000 + i, 1));
    texts[0x1000 + i] = "x";
  }
  code[0].saved = bit(3);
  code[1].restored = bit(3);
  code[2].base = kRsp;
  code[2].reads_memory = true;
  code[3].base = kRsp;  // lea: reads nothing
  code[4].nop = true;
  code[6].saved = bit(3);
  const std::set<std::uint64_t> guarded = {0x1006}, of_sites = {0x1004, 0x1005, 0x1008},
                                for_operands = {0x1007, 0x1008};
  ListingSource source;
  source.code = code;
  source.text = [&](const Instruction& instruction) { return texts.at(instruction.address); };
  source.guarded = &guarded;
  source.of_sites = &of_sites;
  source.for_operands = &for_operands;
  const Role kRoles[] = {Role::save,  Role::restore, Role::spill,   Role::plain, Role::nop,
                         Role::guard, Role::body,    Role::operand, Role::guard};
  const auto result = listed(source);
  for (std::size_t i = 0; i < std::size(kRoles); i++) EXPECT_EQ(result[i].role, kRoles[i]) << i;
}

}  // namespace
}  // namespace tracetoll
