// The kernel's small texts: a value that is slightly wrong is no value.
#include "text_fields.hpp"

#include <gtest/gtest.h>

namespace tracetoll {
namespace {

TEST(TextFields, NumbersAreWholeTexts) {
  EXPECT_EQ(whole_number(" 42\n"), 42);
  EXPECT_EQ(whole_number("-1"), -1);
  for (const char* text : {"", " ", "4 2", "42x", "0x10", "99999999999999999999"})
    EXPECT_FALSE(whole_number(text)) << text;
  EXPECT_EQ(decimal_number("0.5"), 0.5);
  for (const char* text : {"", "nan", "inf", "1e999", "1.5%"})
    EXPECT_FALSE(decimal_number(text)) << text;
}

TEST(TextFields, FieldIsOfItsWholeName) {
  const std::string status = "Seccomp_filters:\t3\nSeccomp:\t2\nno colon\nCapEff:\n";
  EXPECT_EQ(field_of(status, "Seccomp"), "2");
  EXPECT_EQ(field_of(status, "CapEff"), "");
  EXPECT_FALSE(field_of(status, "Sec"));
  EXPECT_FALSE(field_of("", "Seccomp"));
}

TEST(TextFields, LineAfterItsPrefix) {
  EXPECT_EQ(line_after("nr_periods 3\nnr_throttled 7\n", "nr_throttled "), "7");
  EXPECT_FALSE(line_after("xnr_throttled 7", "nr_throttled "));
}

TEST(TextFields, CpuLists) {
  EXPECT_EQ(cpu_list("0-3,8"), (std::vector<int>{0, 1, 2, 3, 8}));
  EXPECT_EQ(cpu_list("8,0-1,1"), (std::vector<int>{0, 1, 8}));
  EXPECT_EQ(cpu_list(""), (std::vector<int>{}));
  // The last would take 16 GB.
  for (const char* text : {"3-0", "-1", "0-", "a", "0,,1", "1-2-3", "0-4294967295"})
    EXPECT_FALSE(cpu_list(text)) << text;
}

TEST(TextFields, CpuRangesAreTheReverse) {
  for (const char* text : {"", "0", "0-3", "0-3,8", "1,3,5-6"})
    EXPECT_EQ(cpu_ranges(*cpu_list(text)), text);
}

TEST(TextFields, ChosenIsInBrackets) {
  EXPECT_EQ(chosen_of("always [madvise] never"), "madvise");
  for (const char* text : {"", "always", "[always", "]["}) EXPECT_FALSE(chosen_of(text)) << text;
}

TEST(TextFields, Pressure) {
  EXPECT_EQ(pressure_avg10("some avg10=1.25 avg60=0.0 avg300=0 total=9\nfull avg10=7"), 1.25);
  for (const char* text : {"", "full avg10=1.0", "some avg10=", "some avg10=101", "some avg10=nan"})
    EXPECT_FALSE(pressure_avg10(text)) << text;
}

}  // namespace
}  // namespace tracetoll
