// Guards of arm64, by hand: which code is one, what of it runs, and what is none.
#include <elf.h>

#include <algorithm>
#include <cstddef>

#include "error.hpp"
#include "specimen_file.hpp"
#include "tiny_elf.hpp"

namespace tracetoll {
namespace {

using Word = std::uint32_t;

// The marker is at 0x3000, the code at 0x1000. Offsets of jumps are in instructions.
constexpr Word adrp(Word to, Word pages) {
  return 0x90000000 | (pages & 3) << 29 | (pages >> 2) << 5 | to;
}
constexpr Word add(Word to, Word from, Word size) {
  return 0x91000000 | size << 10 | from << 5 | to;
}
constexpr Word ldr(Word to, Word base, Word offset) {
  return 0xb9400000 | offset / 4 << 10 | base << 5 | to;
}
constexpr Word cbz(Word reg, int by) {
  return 0x34000000 | (static_cast<Word>(by) & 0x7ffff) << 5 | reg;
}
constexpr Word cbnz(Word reg, int by) {
  return cbz(reg, by) | 0x01000000;
}
constexpr Word b(int by) {
  return 0x14000000 | (static_cast<Word>(by) & 0x3ffffff);
}
constexpr Word bne(int by) {
  return 0x54000001 | (static_cast<Word>(by) & 0x7ffff) << 5;
}
constexpr Word kNop = 0xd503201f;
constexpr Word kRet = 0xd65f03c0;
constexpr Word kMovW0W1 = 0x2a0103e0;
constexpr Word kMovX4X1 = 0xaa0103e4;
constexpr Word kSubsW2 = 0x71000442;  // subs w2,w2,#1
constexpr Word kTbnzW0 = 0x37000040;  // tbnz w0,#0, two on
constexpr Word kBlrX3 = 0xd63f0060;

FileBytes arm64_elf(const std::vector<Word>& code) {
  TinyElf tiny;
  tiny.text.resize(4 * code.size());
  std::memcpy(tiny.text.data(), code.data(), tiny.text.size());
  const auto body = static_cast<std::int32_t>(std::ranges::find(code, kNop) - code.begin());
  tiny.sites[0] = TinyElf::kText + 4 * body;
  tiny.sites[1] = tiny.sites[0] + 4;
  tiny.symbols[1].st_size = tiny.text.size();
  FileBytes file = tiny.write();
  const Elf64_Half machine = EM_AARCH64;
  std::memcpy(file.data() + offsetof(Elf64_Ehdr, e_machine), &machine, sizeof machine);
  return file;
}

struct Guard {
  const char* what;
  std::vector<Word> code;  // its NOP is the body
  const char* hot_code;    // empty: there is no guard
  int bytes = 0;
};

const Guard kGuards[] = {
    {"page and offset",
     {adrp(0, 2), ldr(0, 0, 0), cbnz(0, 2), kRet, kNop, b(-2)},
     "adrp ldr cbnz",
     12},
    {"the body follows", {adrp(0, 2), ldr(0, 0, 0), cbz(0, 2), kNop, kRet}, "adrp ldr cbz", 12},
    {"an address for several markers, other code between",
     {adrp(1, 1), kSubsW2, add(1, 1, 0xff0), kSubsW2, ldr(0, 1, 16), kSubsW2, cbnz(0, 2), kRet,
      kNop, b(-2)},
     "adrp add ldr cbnz",
     16},
    {"in a loop: the page is not computed again",
     {adrp(1, 2), ldr(0, 1, 0), cbnz(0, 4), kSubsW2, bne(-3), kRet, kNop, b(-4)},
     "ldr cbnz",
     8},
    {"through a copy of the register",
     {adrp(1, 2), kMovX4X1, cbz(2, 3), ldr(0, 4, 0), cbnz(0, 2), kRet, kNop, b(-2)},
     "ldr cbnz",
     8},
    {"the value is overwritten",
     {adrp(0, 2), ldr(0, 0, 0), kMovW0W1, cbnz(0, 2), kRet, kNop, b(-2)},
     ""},
    {"another register is tested", {adrp(0, 2), ldr(0, 0, 0), cbnz(1, 2), kRet, kNop, b(-2)}, ""},
    {"a bit is tested", {adrp(0, 2), ldr(0, 0, 0), kTbnzW0, kRet, kNop, b(-2)}, ""},
    {"the page is known on one path only",
     {cbz(3, 2), adrp(1, 2), ldr(0, 1, 0), cbnz(0, 2), kRet, kNop, b(-2)},
     ""},
    {"a call destroys the page",
     {adrp(1, 2), kBlrX3, ldr(0, 1, 0), cbnz(0, 2), kRet, kNop, b(-2)},
     ""},
    {"the next word of the marker", {adrp(0, 2), ldr(0, 0, 4), cbnz(0, 2), kRet, kNop, b(-2)}, ""},
};

TEST(Arm64Guard, IsFoundWhereItIsOne) {
  const MemoryFile file;
  for (const Guard& guard : kGuards) {
    const Inspected tiny(file.hold(arm64_elf(guard.code)));
    ASSERT_EQ(tiny.sites.size(), 1U) << guard.what;
    const Site& site = tiny.sites[0];
    const bool found = *guard.hot_code != '\0';
    EXPECT_EQ(site.problem, found ? "" : "guard not found") << guard.what;
    EXPECT_EQ(site.hot_code, guard.hot_code) << guard.what;
    EXPECT_EQ(site.hot.bytes, guard.bytes) << guard.what;
    EXPECT_EQ(site.body.has_value(), found) << guard.what;
    EXPECT_EQ(site.emitted.nops, 1) << guard.what;
    if (found) {
      EXPECT_EQ(check_site(site, tiny.facts), std::vector<std::string>{}) << guard.what;
    }
  }
}

// Any code at all is sites or one InputError.
TEST(Arm64Guard, EveryFlippedBit) {
  const MemoryFile file;
  int read = 0;
  for (const Guard& guard : kGuards) {
    for (std::size_t i = 0; i < guard.code.size(); i++) {
      for (int bit = 0; bit < 32; bit++) {
        std::vector<Word> code = guard.code;
        code[i] ^= Word{1} << bit;
        if (std::ranges::find(code, kNop) == code.end()) continue;
        try {
          const Inspected tiny(file.hold(arm64_elf(code)));
          for (const Site& site : tiny.sites) check_site(site, tiny.facts);
          read++;
        } catch (const InputError& error) {
          EXPECT_EQ(std::string_view(error.what()).find('\n'), std::string_view::npos);
        }
      }
    }
  }
  EXPECT_GT(read, 1000);
}

}  // namespace
}  // namespace tracetoll
