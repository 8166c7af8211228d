#include "names.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "arguments.hpp"
#include "error.hpp"
#include "presets.hpp"

namespace tracetoll {
namespace {

TEST(ParseDuration, TakesUnits) {
  EXPECT_EQ(parse_duration("20s"), 20);
  EXPECT_EQ(parse_duration("1.5m"), 90);
  EXPECT_EQ(parse_duration("500ms"), 0.5);
  EXPECT_EQ(parse_duration("24h"), 86400);
  EXPECT_EQ(parse_duration("7"), 7);
}

TEST(ParseDuration, RefusesTheRest) {
  for (const char* text : {"", "s", "0", "-1", "1e999", "25h", "5 s", "5x", "0x10", "nan", "-inf"})
    EXPECT_THROW(parse_duration(text), InputError) << text;
}

TEST(ParsePercent, WithAndWithoutItsSign) {
  EXPECT_EQ(parse_percent("--threshold", "1%"), 1);
  EXPECT_EQ(parse_percent("--threshold", "1"), 1);
  EXPECT_EQ(parse_percent("--threshold", "0.5%"), 0.5);
  EXPECT_EQ(parse_percent("--threshold", "0"), 0);
  EXPECT_EQ(parse_percent("--threshold", "1000%"), 1000);
}

TEST(ParsePercent, RefusesTheRest) {
  for (const char* text : {"", "%", "-1", "-0", "-0.5%", "nan", "inf", "1e999", "1000.1", "1%%",
                           "1 %", " 1", "1x", "one", "0x10", "1,5"})
    EXPECT_THROW(parse_percent("--threshold", text), InputError) << text;
}

TEST(ParsePercent, NamesTheOption) {
  try {
    parse_percent("--threshold", "x");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()).rfind("--threshold 'x': ", 0), 0U) << error.what();
  }
}

TEST(FindNamed, TheValueOrTheNearestName) {
  constexpr Named<int> kNumbers[] = {{"one", 1}, {"two", 2}};
  EXPECT_EQ(find_named("number", "two", kNumbers), 2);
  try {
    find_named("number", "tow", kNumbers);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()).rfind("unknown number 't", 0), 0U) << error.what();
  }
}

TEST(SledLength, IsTheNumberBehindTheColon) {
  EXPECT_EQ(sled_length("sled_cold:750"), 750);
  EXPECT_EQ(sled_length("sled_cold:matched"), 0);
  EXPECT_EQ(sled_length("call"), 0);
  EXPECT_THROW(sled_length("sled_inline:16385"), InputError);
}

TEST(CanonicalVariant, GivesOneNameToEachVariant) {
  EXPECT_EQ(canonical_variant("sled_cold"), "sled_cold:750");
  EXPECT_EQ(canonical_variant("sled_cold:0300"), "sled_cold:300");
  EXPECT_EQ(canonical_variant("sled_cold:matched"), "sled_cold:matched");
  EXPECT_EQ(canonical_variant("call"), "call");
}

TEST(CanonicalVariant, KeepsTheDoseOfTheControl) {
  EXPECT_EQ(canonical_variant("sled_cold:dose"), "sled_cold:750:dose");
  EXPECT_EQ(canonical_variant("sled_cold:0300:dose"), "sled_cold:300:dose");
  EXPECT_EQ(canonical_variant("none:copy:dose"), "none:copy:dose");
}

TEST(Presets, StandardIsASupersetOf2007) {
  const Preset& standard = find_preset("standard");
  for (const std::string& variant : find_preset("2007").variants)
    EXPECT_NE(std::ranges::find(standard.variants, variant), standard.variants.end()) << variant;
  EXPECT_EQ(standard.workloads, find_preset("2007").workloads);
}

}  // namespace
}  // namespace tracetoll
