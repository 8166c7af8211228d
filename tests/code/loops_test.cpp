// A loop that is missed hides the hot code; one that is made up, or an unroll factor out of
// nothing, blames the marker for it.
#include "loops.hpp"

#include <gtest/gtest.h>

#include "listing.hpp"

namespace tracetoll {
namespace {

using namespace listing;

std::vector<Loop> loops_of(std::vector<Instruction> code) {
  const auto function = listed(std::move(code));
  return loops(Machine::x86_64, function, blocks_of(function));
}

TEST(Loops, OneInstruction) {
  const auto found = loops_of({op("a"), branch(1), ret()});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].head, kStart + 1);
  EXPECT_EQ(found[0].bytes, 1);
  EXPECT_EQ(found[0].depth, 1);
  EXPECT_EQ(found[0].unroll, 1);
}

TEST(Loops, ABranchForwardIsNone) {
  EXPECT_TRUE(loops_of({branch(2), op("a"), ret()}).empty());
}

TEST(Loops, TwoWaysBackAreOneLoop) {
  const auto found = loops_of({op("a"), branch(0), op("b"), branch(0), ret()});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].instructions, 4);
}

TEST(Loops, NestingAndWhatTheOuterOneHolds) {
  const auto found =
      loops_of({op("a"), op("b"), op("c"), branch(2), branch(1), op("d"), branch(5), ret()});
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].head, kStart + 1);
  EXPECT_EQ(found[0].depth, 1);
  EXPECT_EQ(found[0].instructions, 4);
  EXPECT_EQ(found[1].head, kStart + 2);
  EXPECT_EQ(found[1].depth, 2);
  EXPECT_EQ(found[1].instructions, 2);
  EXPECT_EQ(found[2].depth, 1);
}

// Entered at two places: there is no head to name.
TEST(Loops, ARegionWithTwoEntriesIsNone) {
  EXPECT_TRUE(loops_of({branch(3), op("a"), op("a"), op("b"), branch(1), ret()}).empty());
}

// But the loop around such a region is one, with all of its blocks.
TEST(Loops, ARegionWithTwoEntriesInsideALoop) {
  const auto found = loops_of(
      {op("head"), branch(4), op("way in"), op("a"), op("b"), branch(3), branch(0), ret()});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].head, kStart);
  EXPECT_EQ(found[0].instructions, 7);
  EXPECT_EQ(found[0].depth, 1);
}

// Two switches one after another go round only through the hub that stands for both jump tables.
TEST(Loops, TwoSwitchesAreNoLoop) {
  EXPECT_TRUE(loops_of({indirect(kRax), op("case"), jump(5), op("case"), jump(5), indirect(kRax),
                        ret(), op("case"), ret()})
                  .empty());
}

TEST(Loops, ASwitchInALoop) {
  const auto found = loops_of(
      {op("head"), indirect(kRax), op("case"), jump(0), op("case"), jump(0), op("case"), ret()});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].instructions, 6);
}

// A landing pad that comes back into a loop is part of it; it must not make a second entry.
TEST(Loops, ALandingPadIsNoEntry) {
  const auto found =
      loops_of({op("head"), call(), op("next"), branch(0), ret(), op("pad"), jump(2)});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].instructions, 4);
}

Instruction step(int reg) {
  return op("add", bit(reg), bit(reg));
}

struct UnrollCase {
  const char* what;
  std::vector<Instruction> body;
  int unroll;
};

TEST(Loops, Unroll) {
  const Instruction a = op("imul", bit(kRax), bit(kRax));
  const Instruction b = op("xor", bit(kRax), bit(kRax));
  Instruction by_index = load(kRsi, 0, kRax);
  by_index.index = kRcx;
  by_index.indexed = true;
  Instruction by_index_2 = by_index;
  by_index_2.displacement = 8;
  const UnrollCase kCases[] = {
      {"four loads at steps of 8",
       {load(kRdi, 0, kRax), load(kRdi, 8, kRax), load(kRdi, 16, kRax), load(kRdi, 24, kRax),
        step(kRdi)},
       4},
      {"through an index", {by_index, by_index_2, step(kRcx)}, 2},
      {"the same place twice", {load(kRdi, 0, kRax), load(kRdi, 0, kRcx), step(kRdi)}, 1},
      {"two of three fields, twice",
       {load(kRdi, 0, kRax), load(kRdi, 8, kRcx), load(kRdi, 24, kRax), load(kRdi, 32, kRcx),
        step(kRdi)},
       2},
      {"fields at uneven places",
       {load(kRdi, 0, kRax), load(kRdi, 8, kRcx), load(kRdi, 40, kRdx), step(kRdi)},
       1},
      {"a body that calls once", {load(kRdi, 0, kRax), load(kRdi, 8, kRcx), call(), step(kRdi)}, 1},
      {"through an address that is set anew",
       {load(kRdi, 0, kRax), load(kRdi, 8, kRcx), move(kRsi, kRdi), step(kRsi)},
       1},
      {"fields of a list's node",
       {load(kRdi, 16, kRax), load(kRdi, 24, kRcx), load(kRdi, 8, kRdi)},
       1},
      {"reloads of spills", {load(kRsp, 8, kRax), load(kRsp, 16, kRcx), load(kRsp, 24, kRdx)}, 1},
      {"two arrays", {load(kRdi, 0, kRax), load(kRsi, 8, kRax), step(kRdi), step(kRsi)}, 1},
      {"no memory, three times, then the latch", {a, b, a, b, a, b, op("dec"), op("test")}, 3},
      {"no memory, twice one", {a, a}, 1},
  };
  for (const UnrollCase& expected : kCases) {
    std::vector<Instruction> code = expected.body;
    code.push_back(branch(0));
    code.push_back(ret());
    const auto found = loops_of(code);
    ASSERT_EQ(found.size(), 1U) << expected.what;
    EXPECT_EQ(found[0].unroll, expected.unroll) << expected.what;
  }
}

// The diamonds of 50,000 nested ifs, heads of 50,000 nested loops, and regions with two entries one
// in another: each takes time that is quadratic in the usual algorithms.
TEST(Loops, WorkIsLinear) {
  constexpr std::size_t kDeep = 50'000;
  std::vector<Instruction> nested(kDeep, op("head"));
  for (std::size_t i = 0; i < kDeep; i++) nested.push_back(branch(kDeep - 1 - i));
  nested.push_back(ret());
  std::vector<Instruction> tangled;
  for (std::size_t i = 0; i < kDeep; i++) tangled.push_back(branch(2 * kDeep - i));
  for (std::size_t i = 0; i <= kDeep; i++) tangled.push_back(branch(kDeep > i ? kDeep - i : 0));
  tangled.push_back(ret());
  for (const auto& code : {nested, tangled}) {
    const LoopNest nest = loop_nest(blocks_of(listed(code)));
    EXPECT_LT(nest.work, 20 * code.size());
  }
  EXPECT_EQ(loops_of(nested).size(), kDeep);
  EXPECT_EQ(loops_of(nested).back().depth, static_cast<int>(kDeep));
}

}  // namespace
}  // namespace tracetoll
