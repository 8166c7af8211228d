// A quarter of a million records of each kind. The danger: time or memory that grows with the
// square of them, so that a file of some megabytes stops the tool for hours; the test's time limit
// is the judge. Linear it is 2 to 10 us a record (g++ 12 -O1, one VM).
#include <gtest/gtest.h>

#include "error.hpp"
#include "find_sites.hpp"
#include "tiny_elf.hpp"

namespace tracetoll {
namespace {

constexpr std::uint64_t kText = 0x10000000, kTable = 0x40000000, kData = 0x70000000;
constexpr std::uint64_t kMany = 250'000;

void repeat(FileBytes& to, std::initializer_list<int> bytes, std::uint64_t times) {
  for (std::uint64_t i = 0; i < times; i++) to.insert(to.end(), bytes.begin(), bytes.end());
}

template <typename Number>
void put(FileBytes& to, Number value) {
  append(to, &value, sizeof value);
}

std::vector<FoundSite> sites_of(const char* table_name, const FileBytes& table,
                                const FileBytes& text, const FileBytes& data = FileBytes(64)) {
  const MemoryFile file;
  return find_sites(ElfFile(file.hold(write_elf({
      {".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, kText, text},
      {table_name, SHT_PROGBITS, SHF_ALLOC, kTable, table},
      {".data", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, kData, data},
  }))));
}

TEST(Many, UsdtNotes) {
  FileBytes table;
  for (std::uint64_t i = 0; i < kMany; i++) {
    for (const std::uint32_t number : {8, 36, 3}) put(table, number);
    append(table, "stapsdt", 8);
    for (const std::uint64_t address : {kText, std::uint64_t{1}, std::uint64_t{0}}) {
      put(table, address);
    }
    append(table, "p\0n\0 4@$1\0\0", 12);
  }
  EXPECT_EQ(sites_of(".note.stapsdt", table, FileBytes(16)).size(), kMany);
}

TEST(Many, XraySleds) {
  FileBytes table, text;
  repeat(text, {0xeb, 0x09, 0x66, 0x0f, 0x1f, 0x84, 0, 0, 2, 0, 0}, 1);
  for (std::uint64_t i = 0; i < kMany; i++) {
    put(table, kText);
    put(table, kText);
    table.resize(table.size() + 16);
  }
  EXPECT_EQ(sites_of("xray_instr_map", table, text).size(), kMany);
}

TEST(Many, PatchableEntries) {
  FileBytes table, text;
  for (std::uint64_t i = 0; i < kMany; i++) put(table, kText + 6 * i);
  repeat(text, {0x90, 0x90, 0x90, 0x90, 0x90, 0xc3}, kMany);
  const auto sites = sites_of("__patchable_function_entries", table, text);
  EXPECT_EQ(sites.size(), kMany);
  EXPECT_EQ(sites.back().size, 5U);
}

// Each entry would have all NOPs behind it: 3 * 10^10 of them.
TEST(Many, PatchableEntriesInOneSled) {
  FileBytes table, text;
  for (std::uint64_t i = 0; i < kMany; i++) put(table, kText + i);
  repeat(text, {0x90}, kMany);
  EXPECT_THROW(sites_of("__patchable_function_entries", table, text), InputError);
}

TEST(Many, CallsOfMcount) {
  FileBytes table, text;
  for (std::uint64_t i = 0; i < kMany; i++) put(table, kText + 5 * i);
  repeat(text, {0x0f, 0x1f, 0x44, 0, 0}, kMany);
  EXPECT_EQ(sites_of("__mcount_loc", table, text).size(), kMany);
}

TEST(Many, StaticKeys) {
  FileBytes table, text;
  repeat(text, {0x0f, 0x1f, 0x44, 0, 0}, 1);
  for (std::uint64_t i = 0; i < kMany; i++) {
    const std::uint64_t at = kTable + 16 * i;
    put(table, static_cast<std::int32_t>(kText - at));
    put(table, static_cast<std::int32_t>(kText - (at + 4)));
    put(table, static_cast<std::int64_t>(kData - (at + 8)));
  }
  EXPECT_EQ(sites_of("__jump_table", table, text).size(), kMany);
}

// A million pointers to one tracepoint, and as many guards of it: 10^12 pairs. There are no
// symbols.
TEST(Many, GuardsOfATracepoint) {
  FileBytes table, text, data;
  put(data, std::uint64_t{56});
  put(data, kData + 56);
  put(data, kData + 56);
  data.resize(56);
  append(data, "name", 5);
  for (std::uint64_t i = 0; i < kMany; i++) {
    put(table, kData);
    repeat(text, {0x8b, 0x05}, 1);
    put(text, static_cast<std::int32_t>(kData + 24 - (kText + 6 * (i + 1))));
  }
  EXPECT_EQ(sites_of("lttng_ust_tracepoints_ptrs", table, text, data).size(), kMany);
}

// Jumps to everywhere, and instructions that nothing leads to: each would lead to each.
TEST(Many, IndirectJumpsBesideATracepoint) {
  FileBytes table, text, data;
  put(data, std::uint64_t{56});
  put(data, kData + 56);
  put(data, kData + 56);
  data.resize(56);
  append(data, "name", 5);
  put(table, kData);
  repeat(text, {0x48, 0x8d, 0x05}, 1);  // lea of the state
  put(text, static_cast<std::int32_t>(kData + 24 - (kText + 7)));
  repeat(text, {0x83, 0x38, 0x00}, 1);  // cmpl $0,(%rax)
  repeat(text, {0xff, 0xe0}, kMany);
  const Elf64_Sym symbol{1, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), 0, 1, kText, text.size()};
  FileBytes symbols(sizeof symbol);
  append(symbols, &symbol, sizeof symbol);
  const MemoryFile file;
  const auto sites = find_sites(ElfFile(file.hold(write_elf({
      {".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, kText, text},
      {"lttng_ust_tracepoints_ptrs", SHT_PROGBITS, SHF_ALLOC, kTable, table},
      {".data", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, kData, data},
      {".symtab", SHT_SYMTAB, 0, 0, symbols},
      {".strtab", SHT_STRTAB, 0, 0, FileBytes{0, 'f', 0}},
  }))));
  ASSERT_EQ(sites.size(), 1U);
  EXPECT_EQ(sites[0].address, kText + 7);
}

}  // namespace
}  // namespace tracetoll
