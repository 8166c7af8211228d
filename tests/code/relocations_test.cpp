// Each relocation type that is applied, on bytes made by hand: the place is 0x401234, the symbol
// 0x50a678, its slot 0x70f008, the addend 8.
#include "relocations.hpp"

#include <elf.h>
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace tracetoll {
namespace {

constexpr std::uint64_t kPlace = 0x401234;
constexpr std::uint64_t kValue = 0x50a680;  // symbol + addend
constexpr std::uint64_t kSlot = 0x70f010;

struct Case {
  std::uint32_t type;
  std::uint64_t before;
  std::uint64_t after;
};

std::uint64_t applied(Machine machine, std::uint32_t type, std::uint64_t before) {
  std::vector<std::uint8_t> bytes(8);
  std::memcpy(bytes.data(), &before, 8);
  EXPECT_TRUE(apply(machine, {type, kPlace, 0x50a678, 0x70f008, 8}, bytes)) << type;
  std::memcpy(&before, bytes.data(), 8);
  return before;
}

constexpr std::uint64_t kOnes = ~std::uint64_t{0};
constexpr std::uint64_t low32(std::uint64_t value) {
  return kOnes << 32 | (value & 0xffffffff);
}

TEST(Relocations, X86) {
  const Case kCases[] = {
      {R_X86_64_NONE, kOnes, kOnes},
      {R_X86_64_64, kOnes, kValue},
      {R_X86_64_PC64, kOnes, kValue - kPlace},
      {R_X86_64_32, kOnes, low32(kValue)},
      {R_X86_64_32S, kOnes, low32(kValue)},
      {R_X86_64_PC32, kOnes, low32(kValue - kPlace)},
      {R_X86_64_PLT32, kOnes, low32(kValue - kPlace)},
      {R_X86_64_GOTPCREL, kOnes, low32(kSlot - kPlace)},
      {R_X86_64_GOTPCRELX, kOnes, low32(kSlot - kPlace)},
      {R_X86_64_REX_GOTPCRELX, kOnes, low32(kSlot - kPlace)},
      {R_X86_64_16, kOnes, kOnes << 16 | (kValue & 0xffff)},
      {R_X86_64_8, kOnes, kOnes << 8 | (kValue & 0xff)},
      {R_X86_64_TPOFF32, kOnes, kOnes},  // thread-local: left as it is
  };
  for (const Case& c : kCases) EXPECT_EQ(applied(Machine::x86_64, c.type, c.before), c.after);
}

// The instructions as GNU as writes them for these addresses.
TEST(Relocations, Arm64) {
  const Case kCases[] = {
      {R_AARCH64_ABS64, kOnes, kValue},
      {R_AARCH64_ABS32, kOnes, low32(kValue)},
      {R_AARCH64_PREL64, kOnes, kValue - kPlace},
      {R_AARCH64_PREL32, kOnes, low32(kValue - kPlace)},
      {R_AARCH64_CALL26, 0x94000000, 0x94042513},               // bl     0x50a680
      {R_AARCH64_JUMP26, 0x14000000, 0x14042513},               // b      0x50a680
      {R_AARCH64_ADR_PREL_PG_HI21, 0x90000000, 0xb0000840},     // adrp x0, 0x50a000
      {R_AARCH64_ADD_ABS_LO12_NC, 0x91000000, 0x911a0000},      // add   x0, x0, #0x680
      {R_AARCH64_LDST8_ABS_LO12_NC, 0x39400000, 0x395a0000},    // ldrb w0, [x0, #0x680]
      {R_AARCH64_LDST16_ABS_LO12_NC, 0x79400000, 0x794d0000},   // ldrh w0, [x0, #0x680]
      {R_AARCH64_LDST32_ABS_LO12_NC, 0xb9400000, 0xb9468000},   // ldr  w0, [x0, #0x680]
      {R_AARCH64_LDST64_ABS_LO12_NC, 0xf9400000, 0xf9434000},   // ldr  x0, [x0, #0x680]
      {R_AARCH64_LDST128_ABS_LO12_NC, 0x3dc00000, 0x3dc1a000},  // ldr  q0, [x0, #0x680]
      {R_AARCH64_ADR_GOT_PAGE, 0x90000000, 0xd0001860},         // adrp x0, 0x70f000
      {R_AARCH64_LD64_GOT_LO12_NC, 0xf9400000, 0xf9400800},     // ldr  x0, [x0, #0x10]
      {R_AARCH64_TLSLE_ADD_TPREL_HI12, 0x91400000, 0x91400000},
  };
  for (const Case& c : kCases) {
    EXPECT_EQ(applied(Machine::arm64, c.type, c.before), c.after) << c.type;
  }
}

// What reaches 1 MiB or 32 KiB, backward by 0x1234.
TEST(Relocations, Arm64ShortDistances) {
  const auto near = [](std::uint32_t type, std::uint32_t code) {
    std::vector<std::uint8_t> bytes(4);
    std::memcpy(bytes.data(), &code, 4);
    EXPECT_TRUE(apply(Machine::arm64, {type, 0x401234, 0x400000, 0, 0}, bytes));
    std::memcpy(&code, bytes.data(), 4);
    return code;
  };
  EXPECT_EQ(near(R_AARCH64_CONDBR19, 0x54000001), 0x54ff6e61U);       // b.ne  0x400000
  EXPECT_EQ(near(R_AARCH64_LD_PREL_LO19, 0x18000000), 0x18ff6e60U);   // ldr w0, 0x400000
  EXPECT_EQ(near(R_AARCH64_ADR_PREL_LO21, 0x10000000), 0x10ff6e60U);  // adr x0, 0x400000
  EXPECT_EQ(near(R_AARCH64_TSTBR14, 0x36000000), 0x36076e60U);        // tbz   w0, #0, 0x400000
}

TEST(Relocations, AFieldThatDoesNotFitIsLeft) {
  std::vector<std::uint8_t> bytes(3, 0xaa);
  for (const std::uint32_t type : {R_X86_64_64, R_X86_64_PC32, R_X86_64_GOTPCREL}) {
    EXPECT_FALSE(apply(Machine::x86_64, {type, 0, 1, 2, 3}, bytes));
  }
  for (const std::uint32_t type : {R_AARCH64_ABS64, R_AARCH64_CALL26, R_AARCH64_ADR_GOT_PAGE}) {
    EXPECT_FALSE(apply(Machine::arm64, {type, 0, 1, 2, 3}, bytes));
  }
  EXPECT_EQ(bytes, std::vector<std::uint8_t>(3, 0xaa));
}

}  // namespace
}  // namespace tracetoll
