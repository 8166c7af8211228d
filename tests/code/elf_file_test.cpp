// Relocatable and linked files of both machines: fixtures/elf_fixture.cpp, as the build made it.
#include "elf_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "error.hpp"
#include "fixture_file.hpp"
#include "function_table.hpp"

namespace tracetoll {
namespace {

const Symbol& symbol(const ElfFile& file, std::string_view name) {
  const auto found = std::ranges::find(file.symbols(), name, &Symbol::name);
  if (found == file.symbols().end()) throw std::runtime_error("no symbol " + std::string(name));
  return *found;
}

// The targets of its direct calls, decoded here by hand, so that this test stands on its own feet.
std::vector<std::uint64_t> calls(const ElfFile& file, std::string_view name) {
  const Symbol& function = symbol(file, name);
  const auto code = file.bytes(function.address, function.size);
  std::vector<std::uint64_t> targets;
  if (file.machine() == Machine::x86_64) {
    for (const Instruction& i : Disassembler().decode(code, function.address)) {
      const bool jumps_out = i.target && (*i.target < function.address ||
                                          *i.target >= function.address + function.size);
      if (i.target && (i.flow == Flow::call || jumps_out)) targets.push_back(*i.target);
    }
    return targets;
  }
  for (std::size_t i = 0; i + 4 <= code.size(); i += 4) {
    std::uint32_t word = 0;
    std::memcpy(&word, code.data() + i, 4);
    if ((word & 0x7c000000) != 0x14000000) continue;  // b, bl
    const auto distance = static_cast<std::int32_t>(word << 6) >> 4;
    targets.push_back(function.address + i + static_cast<std::uint64_t>(std::int64_t{distance}));
  }
  return targets;
}

template <typename Value>
Value value_at(const ElfFile& file, std::uint64_t address) {
  Value value;
  std::memcpy(&value, file.bytes(address, sizeof value).data(), sizeof value);
  return value;
}

class Fixture : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (fixture_path(GetParam()).empty()) GTEST_SKIP() << "its compiler was not found";
  }
  ElfFile open() const { return ElfFile(fixture_path(GetParam())); }
};

INSTANTIATE_TEST_SUITE_P(Elf, Fixture,
                         testing::Values("X86_OBJECT", "X86_PIE", "X86_STATIC", "X86_LLD",
                                         "X86_LLD_PACKED", "CLANG_OBJECT", "CLANG_PIE",
                                         "ARM64_OBJECT", "ARM64_PIE"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(Fixture, ARecordOfEachCopyLeadsIntoItsFunction) {
  const ElfFile file = open();
  const auto tables = file.tables("records");
  EXPECT_EQ(tables.size(), file.relocatable() ? 2U : 1U);  // the COMDAT group has its own
  std::vector<std::string_view> owners;
  for (const Section& table : tables) {
    for (std::uint64_t offset = 0; offset < table.size; offset += 8) {
      const std::uint64_t place = table.address + offset;
      const std::uint64_t code = place + value_at<std::uint64_t>(file, place);
      for (const char* name : {"shared", "calls_undefined"}) {
        const Symbol& function = symbol(file, name);
        if (code >= function.address && code < function.address + function.size) {
          owners.push_back(function.name);
        }
      }
    }
  }
  std::ranges::sort(owners);
  EXPECT_EQ(owners, (std::vector<std::string_view>{"calls_undefined", "shared"}));
}

TEST_P(Fixture, APointerHoldsTheAddressOfItsVariable) {
  const ElfFile file = open();
  EXPECT_EQ(value_at<std::uint64_t>(file, symbol(file, "pointer_to_value").address),
            symbol(file, "value").address);
}

TEST_P(Fixture, ACallLeadsToItsCallee) {
  const ElfFile file = open();
  const auto targets = calls(file, "caller");
  for (const char* name : {"calls_undefined", "shared"}) {
    EXPECT_EQ(std::ranges::count(targets, symbol(file, name).address), 1) << name;
  }
  const auto undefined = calls(file, "calls_undefined");
  ASSERT_EQ(undefined.size(), 1U);
  EXPECT_EQ(undefined[0], symbol(file, "undefined_callee").address);
  EXPECT_EQ(symbol(file, "undefined_callee").undefined, file.relocatable());
  EXPECT_EQ(file.external_name(undefined[0]), file.relocatable() ? "undefined_callee" : "");
  EXPECT_EQ(file.section_at(undefined[0], 1) == nullptr, file.relocatable());
}

// glibc's headers make atoi an inline call of strtol.
TEST_P(Fixture, ACallOfALibraryHasAName) {
  const ElfFile file = open();
  std::vector<std::string> names;
  for (const std::uint64_t target : calls(file, "main")) {
    const std::string name(file.external_name(target));
    if (!name.empty()) names.push_back(name);
  }
  if (std::string(GetParam()) == "X86_STATIC") {
    EXPECT_EQ(names, std::vector<std::string>{});
  } else {
    EXPECT_EQ(names, std::vector<std::string>{file.relocatable() ? "strtol" : "strtol@plt"});
  }
}

TEST_P(Fixture, SectionsAreApartAndAligned) {
  const ElfFile file = open();
  if (!file.relocatable()) GTEST_SKIP() << "the linker laid it out";
  std::uint64_t end = 0x1000;
  for (const Section& section : file.sections()) {
    if (!section.loaded) continue;
    EXPECT_GE(section.address, end) << section.name;
    EXPECT_EQ(section.address % std::max<std::uint64_t>(section.alignment, 1), 0U) << section.name;
    end = section.address + section.size;
  }
  const Symbol& zeroed = symbol(file, "zeroed");
  EXPECT_GT(zeroed.address, 0U);
  EXPECT_THROW(file.bytes(zeroed.address, 4), InputError);  // .bss has no bytes
}

TEST(Elf, LinkerScriptTablesLieBetweenSymbols) {
  const ElfFile file(fixture_path("SCRIPTED"));
  const auto tables = file.tables("__mcount_loc");  // the kernel's: __start_mcount_loc
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].size, 24U);
  EXPECT_EQ(tables[0].bytes.size(), 24U);
  EXPECT_EQ(value_at<std::uint64_t>(file, tables[0].address + 8), 22U);
  EXPECT_EQ(file.tables("__jump_table").size(), 1U);
  EXPECT_TRUE(file.tables("nowhere").empty());
}

}  // namespace
}  // namespace tracetoll
