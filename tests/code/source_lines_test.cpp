// Lines of fixtures/elf_fixture.cpp, in every form of debug data that compilers write.
#include "source_lines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "fixture_file.hpp"

namespace tracetoll {
namespace {

// The line of the fixture's source that says so in a comment.
int line_that_says(const std::string& name) {
  std::ifstream source(fixture_path("SOURCE"));
  std::string line;
  for (int number = 1; std::getline(source, line); number++) {
    if (line.ends_with("// source_lines_test.cpp: " + name)) return number;
  }
  return -1;
}

const Symbol& caller_of(const ElfFile& file) {
  return *std::ranges::find(file.symbols(), "caller", &Symbol::name);
}

class Lines : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (fixture_path(GetParam()).empty()) GTEST_SKIP() << "its compiler was not found";
  }
};

INSTANTIATE_TEST_SUITE_P(Forms, Lines,
                         testing::Values("X86_OBJECT", "X86_PIE", "X86_STATIC", "X86_DWARF4",
                                         "X86_DWARF5", "X86_PACKED", "X86_PACKED_OBJECT",
                                         "ARM64_OBJECT", "ARM64_PIE", "CLANG_OBJECT", "CLANG_PIE",
                                         "CLANG_DWARF4"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(Lines, OfAFunctionAndOfWhatIsInlined) {
  const ElfFile file(fixture_path(GetParam()));
  SourceLines lines(file);
  ASSERT_EQ(lines.absent(), "");
  const Symbol& caller = caller_of(file);
  const auto start = lines.at(caller.address);
  ASSERT_TRUE(start);
  EXPECT_EQ(start->line, line_that_says("caller"));
  EXPECT_TRUE(start->file.ends_with("tests/code/fixtures/elf_fixture.cpp")) << start->file;
  EXPECT_EQ(lines.inlined(caller.address), std::vector<std::string>{});

  bool seen = false;
  for (std::uint64_t at = caller.address; at < caller.address + caller.size; at++) {
    if (lines.inlined(at).size() != 2) continue;
    EXPECT_EQ(lines.inlined(at), (std::vector<std::string>{"inner(int)", "outer(int)"}));
    seen = seen || lines.at(at)->line == line_that_says("inner");
  }
  EXPECT_TRUE(seen);
  EXPECT_EQ(lines.at(0), std::nullopt);
  EXPECT_EQ(lines.at(~std::uint64_t{0}), std::nullopt);
}

// libdw unpacks sections where they lie: a second reader of the same file must find them as well.
TEST(LinesOf, TwoReadersOfOneFile) {
  const ElfFile file(fixture_path("X86_PACKED"));
  const std::uint64_t address = caller_of(file).address;
  SourceLines first(file);
  SourceLines second(file);
  EXPECT_NE(first.at(address), std::nullopt);
  EXPECT_EQ(first.at(address), second.at(address));
}

TEST(LinesOf, AbsentWithItsReason) {
  const ElfFile file(fixture_path("SCRIPTED"));
  SourceLines lines(file);
  EXPECT_EQ(lines.absent(), "no debug data");
  EXPECT_EQ(lines.at(caller_of(ElfFile(fixture_path("X86_PIE"))).address), std::nullopt);
  EXPECT_TRUE(lines.inlined(0x1000).empty());
}

}  // namespace
}  // namespace tracetoll
