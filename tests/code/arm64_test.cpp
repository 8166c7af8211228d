// arm64 instructions, against what the Arm ARM says of them. Words and texts are those of GNU as.
#include <gtest/gtest.h>

#include <vector>

#include "described.hpp"
#include "disassembly.hpp"

namespace tracetoll {
namespace {

using Bytes = std::vector<std::uint8_t>;

void append(Bytes& bytes, std::uint32_t word) {
  for (int i = 0; i < 4; i++) bytes.push_back(static_cast<std::uint8_t>(word >> (8 * i)));
}

struct Case {
  const char* text;
  std::uint32_t word;
  const char* facts;
};

// One after another from 0x1000, where the branches go.
TEST(Arm64, Facts) {
  const Case kCases[] = {
      {"stp x29, x30, [sp, #-64]!", 0xa9bc7bfd,
       "x29 x30 sp > sp; store 16; sp-64; saves x29 x30; drop 64"},
      {"mov x29, sp", 0x910003fd, "sp > x29; to x29; from sp; frame"},
      {"add x29, sp, #0x10", 0x910043fd, "sp > x29; sp+16; to x29; frame"},
      {"ldp x29, x30, [sp], #64", 0xa8c47bfd,
       "sp > x29 x30 sp; load 16; sp+0; restores x29 x30; drop -64"},
      {"str x19, [sp, #16]", 0xf9000bf3, "x19 sp >; store 8; sp+16; from x19; saves x19"},
      {"ldr x19, [sp, #16]", 0xf9400bf3, "sp > x19; load 8; sp+16; to x19; restores x19"},
      {"str d8, [sp, #8]", 0xfd0007e8, "sp v8 >; store 8; sp+8; saves v8"},
      {"stp d8, d9, [sp, #16]", 0x6d0127e8, "sp v8 v9 >; store 16; sp+16; saves v8 v9"},
      {"str x19, [sp, #-16]!", 0xf81f0ff3,
       "x19 sp > sp; store 8; sp-16; from x19; saves x19; drop 16"},
      {"ldr x19, [sp], #16", 0xf84107f3,
       "sp > x19 sp; load 8; sp+0; to x19; restores x19; drop -16"},
      {"sub sp, sp, #0x20", 0xd10083ff, "sp > sp; sp-32; to sp; drop 32"},
      {"sub sp, sp, #0x2, lsl #12", 0xd1400bff, "sp > sp; sp-8192; to sp; drop 8192"},
      {"add sp, sp, #0x20", 0x910083ff, "sp > sp; sp+32; to sp; drop -32"},
      {"adr x0, 0x1000", 0x10fffe60, "> x0; address 1000; to x0"},
      {"adrp x0, 0x1000", 0x90000000, "> x0; address 1000; to x0"},
      {"ldr x0, 0x1000", 0x58fffe20, "> x0; load 8; address 1000; to x0"},
      {"ldr w1, [x2, w3, uxtw #2]", 0xb8635841, "x2 x3 > x1; load 4; x2+0 indexed; to x1"},
      {"ldrsw x1, 0x1000", 0x98fffde1, "> x1; load 4; address 1000; to x1"},
      {"add x0, x0, #0x123", 0x91048c00, "x0 > x0; x0+291; to x0"},
      {"add x0, x1, #0x1, lsl #12", 0x91400420, "x1 > x0; x1+4096; to x0"},
      {"mov x0, x1", 0xaa0103e0, "x1 > x0; to x0; from x1"},
      {"mov w0, #0x5", 0x528000a0, "> x0; to x0"},
      {"mov x0, #0xffffffffffffffff", 0x92800000, "> x0; to x0"},
      {"movk x0, #0x5, lsl #16", 0xf2a000a0, "x0 > x0"},
      {"mov x0, #0x50000", 0xd2a000a0, "> x0; to x0"},
      {"mov x0, #0xfffffffffffffffa", 0x928000a0, "> x0; to x0"},
      {"cbz x0, 0x1000", 0xb4fffcc0, "x0 >; conditional; target 1000; tests x0"},
      {"cbnz w3, 0x1000", 0x35fffca3, "x3 >; conditional; target 1000; tests x3"},
      {"tbz w0, #3, 0x1000", 0x361ffc80, "x0 >; conditional; target 1000"},
      {"tbnz w0, #3, 0x1000", 0x371ffc60, "x0 >; conditional; target 1000"},
      {"b 0x1000", 0x17ffffe2, ">; jump; target 1000"},
      {"bl 0x1000", 0x97ffffe1, "> x30; call; target 1000"},
      {"b.eq 0x1000", 0x54fffc00, ">; conditional; target 1000"},
      {"br x1", 0xd61f0020, "x1 >; jump"},
      {"blr x2", 0xd63f0040, "x2 > x30; call"},
      {"ret", 0xd65f03c0, "x30 >; ret"},
      {"ret x3", 0xd65f0060, "x3 >; ret"},
      {"brk #0x1", 0xd4200020, ">; stop"},
      {"svc #0x0", 0xd4000001, "x8 > x0"},
      {"nop", 0xd503201f, ">; nop"},
      {"bti c", 0xd503245f, ">"},
      {"paciasp", 0xd503233f, "x30 sp > x30"},
      {"autiasp", 0xd50323bf, "x30 sp > x30"},
      {"retaa", 0xd65f0bff, "x30 sp >; ret"},
      {"braa x1, x2", 0xd71f0822, "x1 x2 >; jump"},
      {"blraaz x3", 0xd63f087f, "x3 > x30; call"},
      {"csel x0, x1, x2, eq", 0x9a820020, "x1 x2 > x0; conditional move"},
      {"csinc w0, w1, wzr, eq", 0x1a9f0420, "x1 > x0; conditional move"},
      {"cset w0, eq", 0x1a9f17e0, "> x0"},
      {"csetm w0, eq", 0x5a9f13e0, "> x0"},
      {"cinc w0, w1, eq", 0x1a811420, "x1 > x0; conditional move"},
      {"cneg w0, w1, eq", 0x5a811420, "x1 > x0; conditional move"},
      {"fcsel d0, d1, d2, eq", 0x1e620c20, "v1 v2 > v0; conditional move"},
      {"add v0.4s, v1.4s, v2.4s", 0x4ea28420, "v1 v2 > v0; vector"},
      {"add d0, d1, d2", 0x5ee28420, "v1 v2 > v0"},
      {"fadd s0, s1, s2", 0x1e222820, "v1 v2 > v0"},
      {"fadd v0.2d, v1.2d, v2.2d", 0x4e62d420, "v1 v2 > v0; vector"},
      {"fmla v0.2d, v1.2d, v2.2d", 0x4e62cc20, "v0 v1 v2 > v0; vector"},
      {"mov v0.16b, v1.16b", 0x4ea11c20, "v1 > v0"},
      {"mov v0.s[1], w1", 0x4e0c1c20, "x1 v0 > v0"},
      {"mov w0, v1.s[1]", 0x0e0c3c20, "v1 > x0"},
      {"umov w0, v1.b[1]", 0x0e033c20, "v1 > x0"},
      {"dup v0.4s, w1", 0x4e040c20, "x1 > v0"},
      {"mov v0.s[1], w3", 0x4e0c1c60, "x3 v0 > v0"},
      {"movi v0.2d, #0x0", 0x6f00e400, "> v0"},
      {"movi v0.4s, #0x1", 0x4f000420, "> v0"},
      {"ld1 {v0.4s}, [x0]", 0x4c407800, "x0 > v0; load 16; x0+0"},
      {"ld1 {v0.4s, v1.4s}, [x0], #32", 0x4cdfa800, "x0 > x0 v0 v1; load 32; x0+0"},
      {"st1 {v0.4s, v1.4s}, [x0], x2", 0x4c82a800, "x0 x2 v0 v1 > x0; store 32; x0+0"},
      {"ld1 {v0.s}[1], [x0]", 0x0d409000, "x0 v0 > v0; load 4; x0+0"},
      {"st1 {v0.b}[3], [x0]", 0x0d000c00, "x0 v0 >; store 1; x0+0"},
      {"ld1r {v0.4s}, [x0]", 0x4d40c800, "x0 > v0; load 4; x0+0"},
      {"ld4 {v0.16b-v3.16b}, [x0]", 0x4c400000, "x0 > v0 v1 v2 v3; load 64; x0+0"},
      {"ldxr x0, [x1]", 0xc85f7c20, "x1 > x0; load 8; x1+0; to x0"},
      {"stxr w2, x0, [x1]", 0xc8027c20, "x0 x1 > x2; store 8; x1+0"},
      {"ldaxp x0, x3, [x1]", 0xc87f8c20, "x1 > x0 x3; load 16; x1+0"},
      {"stlxp w2, x0, x3, [x1]", 0xc8228c20, "x0 x1 x3 > x2; store 16; x1+0"},
      {"ldar w0, [x1]", 0x88dffc20, "x1 > x0; load 4; x1+0; to x0"},
      {"stlr w0, [x1]", 0x889ffc20, "x0 x1 >; store 4; x1+0"},
      {"ldadd x0, x1, [x2]", 0xf8200041, "x0 x2 > x1; load 8; store 8; x2+0"},
      {"ldaddal w0, w1, [x2]", 0xb8e00041, "x0 x2 > x1; load 4; store 4; x2+0"},
      {"swp x0, x1, [x2]", 0xf8208041, "x0 x2 > x1; load 8; store 8; x2+0"},
      {"cas x0, x1, [x2]", 0xc8a07c41, "x0 x1 x2 > x0; load 8; store 8; x2+0"},
      {"casp x0, x1, x2, x3, [x4]", 0x48207c82, "x0 x1 x2 x3 x4 > x0 x1; load 16; store 16; x4+0"},
      {"stadd x0, [x1]", 0xf820003f, "x0 x1 >; load 8; store 8; x1+0"},
      {"ldrb w0, [x1, #1]", 0x39400420, "x1 > x0; load 1; x1+1; to x0"},
      {"strh w0, [x1], #2", 0x78002420, "x0 x1 > x1; store 2; x1+0; from x0"},
      {"ldur x0, [x1, #-8]", 0xf85f8020, "x1 > x0; load 8; x1-8; to x0"},
      {"stur q0, [x1, #-16]", 0x3c9f0020, "x1 v0 >; store 16; x1-16"},
      {"ldp q0, q1, [x2, #32]", 0xad410440, "x2 > v0 v1; load 32; x2+32"},
      {"stp w1, w2, [x3]", 0x29000861, "x1 x2 x3 >; store 8; x3+0"},
      {"stp xzr, xzr, [sp]", 0xa9007fff, "sp >; store 16; sp+0"},
      {"str wzr, [x0]", 0xb900001f, "x0 >; store 4; x0+0"},
      {"prfm pldl1keep, [x0]", 0xf9800000, "x0 >; x0+0"},
      {"cmp x0, x1", 0xeb01001f, "x0 x1 >"},
      {"cmp w0, #0x0", 0x7100001f, "x0 >"},
      {"cmn x0, #0x3", 0xb1000c1f, "x0 >"},
      {"tst x0, #0x7", 0xf240081f, "x0 >"},
      {"ccmp x0, x1, #0x0, ne", 0xfa411000, "x0 x1 >"},
      {"fcmp d0, d1", 0x1e612000, "v0 v1 >"},
      {"fcmp d0, #0.0", 0x1e602008, "v0 >"},
      {"madd x0, x1, x2, x3", 0x9b020c20, "x1 x2 x3 > x0"},
      {"mul x0, x1, x2", 0x9b027c20, "x1 x2 > x0"},
      {"umulh x0, x1, x2", 0x9bc27c20, "x1 x2 > x0"},
      {"bfi x0, x1, #3, #4", 0xb37d0c20, "x0 x1 > x0"},
      {"bfxil w0, w1, #3, #4", 0x33031820, "x0 x1 > x0"},
      {"ubfx x0, x1, #3, #4", 0xd3431820, "x1 > x0"},
      {"lsl x0, x1, #3", 0xd37df020, "x1 > x0"},
      {"lsl x0, x1, x2", 0x9ac22020, "x1 x2 > x0"},
      {"neg x0, x1", 0xcb0103e0, "x1 > x0"},
      {"mvn x0, x1", 0xaa2103e0, "x1 > x0"},
      {"subs x0, x1, #0x1", 0xf1000420, "x1 > x0; x1-1; to x0"},
      {"adds x0, x1, #0x1", 0xb1000420, "x1 > x0; x1+1; to x0"},
      {"sub x0, x1, #0x10", 0xd1004020, "x1 > x0; x1-16; to x0"},
      {"add x0, sp, #0x10", 0x910043e0, "sp > x0; sp+16; to x0"},
      {"add x0, x1, x2, lsl #3", 0x8b020c20, "x1 x2 > x0"},
      {"add x0, x1, w2, sxtw #3", 0x8b22cc20, "x1 x2 > x0"},
      {"mov sp, x29", 0x910003bf, "x29 > sp; to sp; from x29"},
      {"sub sp, x29, #0x10", 0xd10043bf, "x29 > sp; x29-16; to sp"},
      {"mrs x0, tpidr_el0", 0xd53bd040, "> x0"},
      {"msr tpidr_el0, x1", 0xd51bd041, "x1 >"},
      {"sxtw x0, w1", 0x93407c20, "x1 > x0"},
      {"uxtb w0, w1", 0x53001c20, "x1 > x0"},
      {"fmov d0, x1", 0x9e670020, "x1 > v0"},
      {"fmov x1, d0", 0x9e660001, "v0 > x1"},
      {"scvtf d0, x1", 0x9e620020, "x1 > v0"},
      {"fcvtzs x0, d1", 0x9e780020, "v1 > x0"},
      {"ldr q0, 0x1000", 0x9cfff020, "> v0; load 16; address 1000"},
      {"ldrsb x0, [x1]", 0x39800020, "x1 > x0; load 1; x1+0; to x0"},
      {"dmb ish", 0xd5033bbf, ">"},
      {"isb", 0xd5033fdf, ">"},
      {"ldnp x0, x1, [x2]", 0xa8400440, "x2 > x0 x1; load 16; x2+0"},
      {"addv s0, v1.4s", 0x4eb1b820, "v1 > v0; vector"},
      {"tbl v0.16b, {v1.16b}, v2.16b", 0x4e020020, "v1 v2 > v0"},
      {"tbx v0.16b, {v1.16b, v2.16b}, v3.16b", 0x4e033020, "v0 v1 v2 v3 > v0"},
      {"orr v0.4s, #0x1", 0x4f001420, "v0 > v0"},
      {"bic v0.4s, #0x1", 0x6f001420, "v0 > v0"},
      {"and v0.16b, v1.16b, v2.16b", 0x4e221c20, "v1 v2 > v0; vector"},
      {"eor v0.16b, v1.16b, v2.16b", 0x6e221c20, "v1 v2 > v0; vector"},
      {"bsl v0.16b, v1.16b, v2.16b", 0x6e621c20, "v0 v1 v2 > v0; vector"},
      {"xtn v0.4h, v1.4s", 0x0e612820, "v1 > v0; vector"},
      {"xtn2 v0.8h, v1.4s", 0x4e612820, "v0 v1 > v0; vector"},
      {"shl v0.4s, v1.4s, #1", 0x4f215420, "v1 > v0; vector"},
      {"sshll v0.4s, v1.4h, #1", 0x0f11a420, "v1 > v0; vector"},
      {"sxtl v0.4s, v1.4h", 0x0f10a420, "v1 > v0; vector"},
      {"zip1 v0.4s, v1.4s, v2.4s", 0x4e823820, "v1 v2 > v0"},
      {"ext v0.16b, v1.16b, v2.16b, #3", 0x6e021820, "v1 v2 > v0"},
      {"umaxv s0, v1.4s", 0x6eb0a820, "v1 > v0; vector"},
      {"cnt v0.8b, v1.8b", 0x0e205820, "v1 > v0; vector"},
      {"uaddlv h0, v0.8b", 0x2e303800, "v0 > v0; vector"},
      {"sdot v0.4s, v1.16b, v2.16b", 0x4e829420, "v0 v1 v2 > v0; vector"},
      {"fadd v0.8h, v1.8h, v2.8h", 0x4e421420, "v1 v2 > v0; vector; unknown"},
      {"ldraa x0, [x1]", 0xf8200420, "x1 > x0; load 8; x1+0; to x0"},
      {"xpaclri", 0xd50320ff, "x30 > x30"},
      {"ldapr x0, [x1]", 0xf8bfc020, "x1 > x0; load 8; x1+0; to x0"},
      {"udf #0", 0x00000000, ">; stop"},
  };
  Bytes bytes;
  for (const Case& row : kCases) append(bytes, row.word);
  const auto found = Disassembler(Machine::arm64).decode(bytes, 0x1000);
  ASSERT_EQ(found.size(), std::size(kCases));
  for (std::size_t i = 0; i < found.size(); i++) {
    EXPECT_EQ(found[i].size, 4);
    EXPECT_EQ(described(Machine::arm64, found[i]), kCases[i].facts) << kCases[i].text;
  }
}

// A branch that is taken for something else loses what follows it, or the function's end.
TEST(Arm64, FlowOfWhatCapstoneDoesNotKnow) {
  const Case kCases[] = {
      {"retab", 0xd65f0fff, "x30 sp >; ret"},
      {"braaz x3", 0xd61f087f, "x3 >; jump"},
      {"brab x1, x2", 0xd71f0c22, "x1 x2 >; jump"},
      {"blraa x1, x2", 0xd73f0822, "x1 x2 > x30; call"},
      {"bti jc", 0xd50324df, ">"},
      {"hint #127", 0xd5032fff, ">"},
      {"udf #1", 0x00000001, ">; stop"},
      {"ldr z0, [x0]", 0x85804000, ">; unknown"},  // SVE: no branches there
      {"none", 0xffffffff, "v31 > v31; unknown"},
  };
  for (const Case& row : kCases) {
    Bytes bytes;
    append(bytes, row.word);
    const auto found = Disassembler(Machine::arm64).decode(bytes, 0x1000);
    EXPECT_EQ(described(Machine::arm64, found[0]), row.facts) << row.text;
  }
}

TEST(Arm64, AccountsForEveryByte) {
  for (std::size_t size = 1; size < 8; size++) {
    const Bytes bytes(size, 0x1f);
    const auto found = Disassembler(Machine::arm64).decode(bytes, 0);
    ASSERT_EQ(found.size(), (size + 3) / 4);
    EXPECT_EQ(found.back().end(), size);
    EXPECT_EQ(found.back().unknown && found.back().size < 4, size % 4 != 0);
  }
}

}  // namespace
}  // namespace tracetoll
