// What a line table would cost, counted before libdw reads it.
#include "line_cost.hpp"

#include <gtest/gtest.h>

#include <string>

namespace tracetoll {
namespace {

std::string number(std::uint64_t value, int size) {
  std::string result;
  for (int i = 0; i < size; i++) result += static_cast<char>(value >> 8 * i);
  return result;
}

std::string unit(int version, const std::string& tables, const std::string& program) {
  std::string rest = number(static_cast<std::uint64_t>(version), 2);
  if (version == 5) rest += number(8, 1) + number(0, 1);
  rest += number(0, 4);  // the header's length: not looked at
  rest += number(1, 1) + (version >= 4 ? number(1, 1) : "");
  rest += number(1, 1) + number(0, 1) + number(14, 1) + number(1, 1);  // no standard opcodes
  rest += tables + program;
  return number(rest.size(), 4) + rest;
}

std::span<const std::uint8_t> span(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

const std::string kEnd(1, '\0');

TEST(LineCost, EachFileHasThePathOfItsFolder) {
  const std::string folders = "include" + kEnd + kEnd;
  const std::string files = "a.c" + kEnd + number(0, 3) + "b.h" + kEnd + number(1, 3) + kEnd;
  const std::string lines = unit(4, folders + files, "");
  const auto cost = line_cost({span(lines), {}, {}}, 0, 5);
  ASSERT_TRUE(cost);
  EXPECT_EQ(cost->program_bytes, lines.size() - 4);
  EXPECT_EQ(cost->path_bytes, (5U + 5 + 3 + 3) + (5U + 7 + 3 + 3));
}

// 10,000 bytes of folder and 10,000 files of five bytes: 100 MB.
TEST(LineCost, OfOneLongFolderAndManyFiles) {
  std::string files;
  for (int i = 0; i < 10'000; i++) files += "a" + kEnd + number(1, 3);
  const std::string folder = std::string(10'000, 'd') + kEnd + kEnd;
  const std::string old = unit(3, folder + files + kEnd, "");
  EXPECT_GT(line_cost({span(old), {}, {}}, 0, 0)->path_bytes, 100'000'000U);

  // DWARF 5: one column, a path in .debug_line_str; files have a folder too.
  std::string tables = number(1, 1) + number(1, 1) + number(0x1f, 1) + number(1, 1) + number(0, 4);
  tables += number(2, 1) + number(1, 1) + number(0x1f, 1) + number(2, 1) + number(0x0b, 1);
  tables += "\x90\x4e";  // 10,000
  for (int i = 0; i < 10'000; i++) tables += number(9'999, 4) + number(0, 1);
  const std::string strings = std::string(10'000, 'd') + kEnd;
  const std::string recent = unit(5, tables, "");
  EXPECT_GT(line_cost({span(recent), {}, span(strings)}, 0, 0)->path_bytes, 100'000'000U);
}

// DW_LNE_define_file: a program may add files.
TEST(LineCost, OfFilesThatTheProgramNames) {
  const std::string folder = std::string(10'000, 'd') + kEnd + kEnd;
  const std::string lines = unit(4, folder + kEnd, std::string(70'000, 'x'));
  EXPECT_GE(line_cost({span(lines), {}, {}}, 0, 0)->path_bytes, 100'000'000U);
}

TEST(LineCost, NothingForWhatIsBroken) {
  const std::string files = "a.c" + kEnd + number(0, 3) + kEnd;
  const std::string lines = unit(4, kEnd + files, "");
  ASSERT_TRUE(line_cost({span(lines), {}, {}}, 0, 0));
  for (std::size_t size = 0; size < lines.size(); size++) {
    EXPECT_FALSE(line_cost({span(lines).first(size), {}, {}}, 0, 0)) << size;
  }
  EXPECT_FALSE(line_cost({span(lines), {}, {}}, lines.size(), 0));
  EXPECT_FALSE(line_cost({span(lines), {}, {}}, ~std::uint64_t{0}, 0));
  EXPECT_FALSE(line_cost({span(unit(6, kEnd + files, "")), {}, {}}, 0, 0));
  // A table of 2^63 rows without columns.
  const std::string rows = number(0, 1) + std::string(9, '\xff') + number(0, 1);
  EXPECT_FALSE(line_cost({span(unit(5, rows + rows, "")), {}, {}}, 0, 0));
}

}  // namespace
}  // namespace tracetoll
