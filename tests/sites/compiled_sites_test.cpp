// What g++ and clang leave of real macros and flags. The danger: that the hand-made fixtures and we
// agree on something that no compiler does.
#include <gtest/gtest.h>

#include <algorithm>

#include "find_sites.hpp"
#include "fixture_file.hpp"
#include "function_table.hpp"
#include "labels.hpp"

namespace tracetoll {
namespace {

// A site without what only the compiler knows: its address.
std::vector<std::string> without_addresses(const ElfFile& file, std::vector<FoundSite> sites) {
  std::vector<std::string> result;
  for (FoundSite& site : sites) {
    site.address = 0;
    result.push_back(as_text(file, site));
  }
  std::ranges::sort(result);
  return result;
}

class Compiled : public testing::TestWithParam<const char*> {};
std::string name_of_case(const testing::TestParamInfo<const char*>& info) {
  return info.param;
}

class CompiledXray : public Compiled {};
TEST_P(CompiledXray, EverySledOfTheSource) {
  const std::string path = fixture_path(GetParam());
  if (path.empty()) GTEST_SKIP() << "no clang";
  const ElfFile file(path);
  const std::vector<FoundSite> sites = find_sites(file);
  for (const FoundSite& site : sites) {
    EXPECT_GE(site.address, *site.function);
  }
  EXPECT_EQ(without_addresses(file, sites), expected_lines(file));
}
INSTANTIATE_TEST_SUITE_P(Fixtures, CompiledXray,
                         testing::Values("CLANG_XRAY_PIE", "CLANG_XRAY_NO_PIE", "CLANG_XRAY_OBJECT",
                                         "CLANG_XRAY_ARM64_OBJECT"),
                         name_of_case);

// N NOPs at each function, wherever the compiler puts endbr64: before all of them, or among them.
struct Entries {
  const char* fixture;
  std::uint64_t size;
  int from_entry;  // where they begin
  std::size_t notes;
};
class CompiledEntries : public testing::TestWithParam<Entries> {};
TEST_P(CompiledEntries, AreFoundAroundTheLandingPad) {
  const Entries expected = GetParam();
  const std::string path = fixture_path(expected.fixture);
  if (path.empty()) GTEST_SKIP() << "the compiler of " << expected.fixture << " is missing";
  const ElfFile file(path);
  std::vector<std::string> functions;
  for (const FoundSite& site : find_sites(file)) {
    EXPECT_EQ(site.kind, SiteKind::patchable);
    EXPECT_EQ(site.size, expected.size);
    ASSERT_TRUE(site.function.has_value());
    EXPECT_EQ(static_cast<std::int64_t>(site.address - *site.function), expected.from_entry);
    EXPECT_EQ(site.notes.size(), expected.notes);
    functions.push_back(label_of(file, *site.function));
  }
  std::ranges::sort(functions);
  EXPECT_EQ(functions, (std::vector<std::string>{"calls", "leaf"}));
}
INSTANTIATE_TEST_SUITE_P(Fixtures, CompiledEntries,
                         testing::Values(Entries{"ENTRIES_GCC_5_NONE", 5, 0, 0},
                                         Entries{"ENTRIES_GCC_5_FULL", 5, 4, 0},
                                         Entries{"ENTRIES_GCC_5_2_NONE", 5, -2, 0},
                                         Entries{"ENTRIES_GCC_5_2_FULL", 9, -2, 1},
                                         Entries{"ENTRIES_CLANG_5_NONE", 5, 0, 0},
                                         Entries{"ENTRIES_CLANG_5_FULL", 5, 4, 0},
                                         Entries{"ENTRIES_CLANG_5_2_NONE", 5, -2, 0},
                                         Entries{"ENTRIES_CLANG_5_2_FULL", 9, -2, 1}),
                         [](const auto& info) { return std::string(info.param.fixture); });

class CompiledMcount : public Compiled {};
TEST_P(CompiledMcount, IsAtEveryFunctionsEntry) {
  const std::string path = fixture_path(GetParam());
  if (path.empty()) GTEST_SKIP() << "no gcc";
  const ElfFile file(path);
  std::vector<std::string> found;
  for (const FoundSite& site : find_sites(file)) found.push_back(as_text(file, site));
  EXPECT_EQ(found,
            (std::vector<std::string>{"mcount : at leaf size 5", "mcount : at calls size 5"}));
}
INSTANTIATE_TEST_SUITE_P(Fixtures, CompiledMcount, testing::Values("MCOUNT_NOP", "MCOUNT_CALL"),
                         name_of_case);

class CompiledSdt : public Compiled {};
TEST_P(CompiledSdt, EveryProbeOfTheSource) {
  const std::string path = fixture_path(GetParam());
  if (path.empty()) GTEST_SKIP() << "no sys/sdt.h, or no compiler";
  const ElfFile file(path);
  const FunctionTable functions(file);
  std::vector<std::string> found;
  for (const FoundSite& site : find_sites(file)) {
    const Function* function = functions.at(site.address);
    ASSERT_NE(function, nullptr);
    ASSERT_TRUE(site.state.has_value());
    std::string text = "sdt " + site.provider + ":" + site.name + " function " + function->symbol +
                       " semaphore " + label_of(file, *site.state) + " operands";
    for (const Operand& operand : site.operands) {
      EXPECT_NE(operand.place, Operand::Place::unknown) << operand.text;
      text += (operand.is_signed ? " -" : " ") + std::to_string(operand.bytes);
    }
    EXPECT_TRUE(site.notes.empty()) << site.notes[0];
    found.push_back(text);
  }
  std::ranges::sort(found);
  EXPECT_EQ(found, expected_lines(file));
}
INSTANTIATE_TEST_SUITE_P(Fixtures, CompiledSdt,
                         testing::Values("SDT_HEADER_GCC", "SDT_HEADER_CLANG"), name_of_case);

// Compilers inline the functions and unroll the loop, and so copy guards: at least one a use.
class CompiledLttng : public Compiled {};
TEST_P(CompiledLttng, EveryGuardIsALoadOfTheState) {
  const std::string path = fixture_path(GetParam());
  if (path.empty()) GTEST_SKIP() << "no LTTng-UST headers, or no compiler";
  const ElfFile file(path);
  const FunctionTable functions(file);
  std::vector<std::string> guarded;
  int unread = 0;
  for (const FoundSite& site : find_sites(file)) {
    EXPECT_EQ(site.provider, "demo");
    if (site.name == "nowhere") {
      EXPECT_EQ(site.address, 0U);
      EXPECT_EQ(site.notes.size(), 1U);
      unread++;
      continue;
    }
    EXPECT_TRUE(site.notes.empty());
    const Function* function = functions.at(site.address);
    ASSERT_NE(function, nullptr);
    guarded.push_back(site.name + " in " + function->symbol);
  }
  EXPECT_EQ(unread, 1);
  for (const char* use : {"once in once", "in_loop in in_loop"}) {
    EXPECT_NE(std::ranges::find(guarded, use), guarded.end()) << use;
  }
}
INSTANTIATE_TEST_SUITE_P(Fixtures, CompiledLttng,
                         testing::Values("LTTNG_HEADER_GCC", "LTTNG_HEADER_CLANG"), name_of_case);

}  // namespace
}  // namespace tracetoll
