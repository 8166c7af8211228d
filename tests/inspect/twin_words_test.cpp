#include <gtest/gtest.h>

#include "twin_json.hpp"
#include "twin_parts.hpp"
#include "twin_text.hpp"

namespace tracetoll {
namespace {

Twin lock_acquire() {
  const auto before = made([](TwinFunction& f) {
    f.shape.hot.instructions = f.shape.total.instructions = 36;
    f.shape.hot.bytes = f.shape.total.bytes = 150;
    f.shape.hot.cache_lines = f.shape.total.cache_lines = 3;
    f.shape.early_exit = true;
    f.shape.hot.saves = f.shape.total.saves = 1;
    add_instruction(f, 0x1020, 1).saved = bit(3);
    add_callee(f, 0x1040, "lock_chain", true);
  });
  const auto after = made([](TwinFunction& f) {
    f.shape.hot.instructions = 48;
    f.shape.total.instructions = 52;
    f.shape.hot.bytes = 212;
    f.shape.total.bytes = 244;
    f.shape.hot.cache_lines = f.shape.total.cache_lines = 4;
    f.shape.hot.saves = f.shape.total.saves = 1;
    f.shape.entry_saves = 1;
    add_instruction(f, 0x2000, 1).saved = bit(3);
    add_instruction(f, 0x2100, 32);
    f.guarded.insert(0x2100);
    add_guards(f, 3);
    add_callee(f, 0x2040, "lock_chain");
  });
  return twin("lock_acquire", side("none.so", before), side("call.so", after));
}

TEST(TwinText, SaysWhichIsBeforeWhatDiffersAndWhy) {
  EXPECT_EQ(twin_text(lock_acquire()), R"(lock_acquire
  before  none.so (the baseline)
  after   call.so

  figure                          before       after  difference
  hot bytes                          150         212         +62
  hot cache lines                      3           4          +1
  hot instructions                    36          48         +12
  hot calls                            0           1          +1
  hot tail calls                       1           0          -1
  total bytes                        150         244         +94
  total cache lines                    3           4          +1
  total instructions                  36          52         +16
  entry saves                          0           1          +1

  why: + more to do, - less, o that depends
    + saves 1 callee-saved register on every path to a return; before, a path returned without
      saving any: shrink-wrapping is lost
        before  0x1020
        after   0x2000
    + lock_chain is called; before, the function ended in a jump there (tail call)
        before  0x1040
        after   0x2040
    + the hot path has 48 instructions in 212 bytes and 4 cache lines, before 36 in 150 and 3; the
      guards of 3 sites are +9 instructions, all other code +3; in bytes +30 and +32
    o off the hot path: 32 bytes, 0 before; guarded by sites: 32, 0 before
)");
}

TEST(TwinText, AllFiguresWhenAsked) {
  const std::string text = twin_text(lock_acquire(), true);
  EXPECT_NE(text.find("  total padding bytes                  0           0           =\n"),
            std::string::npos)
      << text;
}

TEST(TwinText, EqualFunctionsSaySo) {
  EXPECT_EQ(twin_text(twin("f", side("b", {}), side("a", {}))), R"(f
  before  b (the baseline)
  after   a

  no figure differs
)");
}

TEST(TwinText, AFunctionOfOneFileSaysSo) {
  EXPECT_EQ(twin_text(twin("f", {"b", Machine::x86_64, std::nullopt}, side("a", {}))), R"(f
  before  b (the baseline)
  after   a
  only after: not compared
)");
}

// A name is an enemy's: it may hold escapes for the terminal, and be without end.
TEST(TwinText, NamesOutOfFilesDoNoHarm) {
  const auto after = made([](TwinFunction& f) {
    add_callee(f, 0x1000, ("\033[2J\n" + std::string(5000, 'x')).c_str());
  });
  const std::string text =
      twin_text(twin("\033[31m" + std::string(5000, 'y'), side("\033b", {}), side("\na", after)));
  EXPECT_EQ(text.find('\033'), std::string::npos);
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = text.find('\n', begin);
    EXPECT_LE(end - begin, 100u) << text.substr(begin, end - begin);
    begin = end + 1;
  }
}

TEST(TwinJson, IsStrictAndWhole) {
  const auto json = twin_json(lock_acquire());
  EXPECT_EQ(json["function"], "lock_acquire");
  EXPECT_EQ(json["before"], (nlohmann::ordered_json{{"file", "none.so"}, {"present", true}}));
  EXPECT_EQ(json["figures"]["hot_bytes"],
            (nlohmann::ordered_json{{"before", 150}, {"after", 212}, {"difference", 62}}));
  EXPECT_EQ(json["figures"].size(), 29u);
  ASSERT_EQ(json["causes"].size(), 4u);
  EXPECT_EQ(json["causes"][1]["name"], "tail_call");
  EXPECT_EQ(json["causes"][1]["toll"], "more");
  EXPECT_EQ(json["causes"][1]["before"], nlohmann::ordered_json::array({"0x1040"}));
  EXPECT_EQ(nlohmann::ordered_json::parse(json.dump()), json);
}

TEST(TwinJson, WhatWasNotComparedHasNoFigures) {
  const auto json = twin_json(twin("f", {"b", Machine::x86_64, std::nullopt}, side("a", {})));
  EXPECT_TRUE(json["figures"].is_null());
  EXPECT_EQ(json["before"]["present"], false);
  EXPECT_TRUE(json["causes"].empty());
}

}  // namespace
}  // namespace tracetoll
