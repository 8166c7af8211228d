#include "json_fields.hpp"

#include <gtest/gtest.h>

#include "error.hpp"

namespace tracetoll {
namespace {

// Brackets inside strings are text: counting them would refuse sound files.
TEST(JsonFields, DepthIgnoresBracketsInStrings) {
  EXPECT_EQ(json_depth(R"({"a":["[[[{{{\"[[["]})"), 2);
  EXPECT_EQ(json_depth(""), 0);
  EXPECT_EQ(json_depth("\"\\"), 0);  // ends inside an escape
}

// A million brackets would overflow the stack of a recursive copy or print: refused unparsed.
TEST(JsonFields, DeepNestingIsRefused) {
  EXPECT_THROW(parse_json_object(std::string(1000000, '['), "f:1"), InputError);
  EXPECT_TRUE(try_parse_json(std::string(1000000, '{')).is_discarded());
}

// 2^63 as an unsigned number would wrap to a negative operation count.
TEST(JsonFields, IntegersDoNotWrap) {
  const auto json = nlohmann::json::parse(R"({"n":9223372036854775808})");
  EXPECT_THROW(Fields(json, "f:1").integer("n", 0, INT64_MAX - 1), InputError);
}

// Silent conversion would turn 1.9 operations into 1, and true into 1.
TEST(JsonFields, TypesAreNotConverted) {
  const auto json = nlohmann::json::parse(R"({"a":1.9,"b":true,"c":"1","d":null})");
  const Fields fields(json, "f:1");
  for (const char* key : {"a", "b", "c", "d"}) {
    EXPECT_THROW(fields.integer(key, 0, 10), InputError) << key;
  }
  EXPECT_THROW(fields.number("b", 0, 10), InputError);
  EXPECT_THROW(fields.text("a"), InputError);
}

// A fallback is for a missing member only; a wrong one must not be papered over.
TEST(JsonFields, FallbackIsForAbsenceOnly) {
  const auto json = nlohmann::json::parse(R"({"a":"x"})");
  const Fields fields(json, "f:1");
  EXPECT_EQ(fields.number_or("missing", 0, 1, 0.5), 0.5);
  EXPECT_THROW(fields.number_or("a", 0, 1, 0.5), InputError);
}

// Messages go to a terminal: escape sequences of a hostile file must not.
TEST(JsonFields, PrintableIsPrintable) {
  EXPECT_EQ(printable("a\x1b[31m\n\xff"), "a?[31m??");
  EXPECT_EQ(printable("abcdef", 3), "abc...");
}

}  // namespace
}  // namespace tracetoll
