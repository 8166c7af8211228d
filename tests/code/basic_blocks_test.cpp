// Blocks that are too few or too many lose paths or make some up, and every figure above is wrong.
#include "basic_blocks.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "listing.hpp"

namespace tracetoll {
namespace {

using namespace listing;
using Numbers = std::vector<std::size_t>;

Numbers begins(const BasicBlocks& blocks) {
  Numbers result;
  for (const CodeBlock& block : blocks.blocks) result.push_back(block.begin);
  return result;
}

TEST(BasicBlocks, NoCode) {
  const BasicBlocks blocks = blocks_of({});
  EXPECT_TRUE(blocks.blocks.empty());
  EXPECT_FALSE(blocks.entry);
}

TEST(BasicBlocks, ABranchEndsABlockAndItsTargetStartsOne) {
  const auto code = listed({op("test"), branch(4), op("a"), op("b"), op("c"), ret()});
  const BasicBlocks blocks = blocks_of(code);
  EXPECT_EQ(begins(blocks), (Numbers{0, 2, 4}));
  EXPECT_EQ(blocks.blocks[0].successors, (Numbers{2, 1}));
  EXPECT_EQ(blocks.blocks[1].successors, (Numbers{2}));
  EXPECT_EQ(blocks.blocks[2].predecessors, (Numbers{0, 1}));
  EXPECT_TRUE(blocks.blocks[2].leaves);
  EXPECT_TRUE(blocks.unseen.empty());
}

// A call in the middle of a block is none of its ends: calls return.
TEST(BasicBlocks, CallsDoNotEndABlock) {
  EXPECT_EQ(begins(blocks_of(listed({op("a"), call(), op("b"), ret()}))), (Numbers{0}));
}

TEST(BasicBlocks, AJumpOutOfTheFunctionIsATailCall) {
  const auto code = listed({branch(100), jump(200)});
  const BasicBlocks blocks = blocks_of(code);
  EXPECT_TRUE(blocks.blocks[0].tail_call);
  EXPECT_TRUE(blocks.blocks[0].leaves);
  EXPECT_EQ(blocks.blocks[0].successors, (Numbers{1}));
  EXPECT_TRUE(blocks.blocks[1].tail_call);
  EXPECT_TRUE(blocks.blocks[1].successors.empty());
}

// A jump to the function's own first instruction is a loop, not a call of itself.
TEST(BasicBlocks, AJumpToTheEntryStays) {
  const BasicBlocks blocks = blocks_of(listed({op("a"), jump(0)}));
  EXPECT_FALSE(blocks.blocks[0].leaves);
  EXPECT_EQ(blocks.blocks[0].successors, (Numbers{0}));
}

// Nobody may fall from one part into another that happens to lie behind it.
TEST(BasicBlocks, PartsDoNotFallIntoEachOther) {
  const auto code = listed({op("cold"), call(), op("hot"), branch(0), ret()});
  const std::vector<CodeRange> parts = {{kStart + 2, kStart + 5}, {kStart, kStart + 2}};
  const BasicBlocks blocks = basic_blocks(code, parts);
  ASSERT_EQ(begins(blocks), (Numbers{0, 2, 4}));
  EXPECT_EQ(blocks.entry, 1U);
  EXPECT_TRUE(blocks.blocks[0].successors.empty());
  EXPECT_FALSE(blocks.blocks[0].unknown);  // a call there does not return
  EXPECT_EQ(blocks.blocks[1].successors, (Numbers{0, 2}));
}

TEST(BasicBlocks, AnIndirectJumpLeadsThroughTheHubToWhatNothingElseLeadsTo) {
  const auto code = listed({op("a"), indirect(kRax), op("case"), ret(), op("case"), jump(2)});
  const BasicBlocks blocks = blocks_of(code);
  ASSERT_EQ(begins(blocks), (Numbers{0, 2, 4, 6}));
  EXPECT_EQ(blocks.hub, 3U);
  EXPECT_EQ(blocks.unseen, (Numbers{2}));
  EXPECT_EQ(blocks.blocks[0].successors, (Numbers{3}));
  EXPECT_TRUE(blocks.blocks[0].unknown);
  EXPECT_EQ(blocks.blocks[3].successors, (Numbers{2}));
}

TEST(BasicBlocks, AnIndirectJumpWithoutCasesIsATailCall) {
  const BasicBlocks blocks = blocks_of(listed({op("a"), indirect(kRax)}));
  EXPECT_TRUE(blocks.blocks[0].tail_call);
  EXPECT_FALSE(blocks.hub);
}

// A virtual call in tail position of a function with landing pads: jmp *16(%rax) needs no table.
TEST(BasicBlocks, AJumpThroughAPointerIsATailCall) {
  Instruction through = indirect(kRax);
  through.reads_memory = true;
  through.base = kRax;
  const BasicBlocks blocks = blocks_of(listed({call(), through, op("pad"), ret()}));
  EXPECT_TRUE(blocks.blocks[0].tail_call);
  EXPECT_EQ(blocks.unseen, (Numbers{1}));
  EXPECT_FALSE(blocks.hub);
}

TEST(BasicBlocks, AJumpIntoAnInstructionIsUnknownAndLeadsToIt) {
  Instruction wide = op("lock cmpxchg");
  wide.size = 5;
  const BasicBlocks blocks = blocks_of(listed({branch(2), wide, ret()}));
  ASSERT_EQ(begins(blocks), (Numbers{0, 1}));
  EXPECT_TRUE(blocks.blocks[0].unknown);
  EXPECT_EQ(blocks.blocks[0].successors, (Numbers{1}));
}

TEST(BasicBlocks, WhatRunsOffTheEndIsUnknown) {
  EXPECT_TRUE(blocks_of(listed({op("a")})).blocks[0].unknown);
  EXPECT_TRUE(blocks_of(listed({op("a"), branch(0)})).blocks[0].unknown);
  EXPECT_FALSE(blocks_of(listed({op("a"), ret()})).blocks[0].unknown);
}

// A static key's NOP jumps when it is on; without that edge its body seems to be reached by nobody.
TEST(BasicBlocks, HiddenJumpsAreEdges) {
  const auto code = listed({nop(5), ret(), op("body"), jump(5)});
  EXPECT_EQ(blocks_of(code).unseen, (Numbers{2}));
  const BasicBlocks blocks = blocks_of(code, {{kStart, kStart + 5}}, {{kStart, kStart + 6}});
  EXPECT_TRUE(blocks.unseen.empty());
  EXPECT_EQ(blocks.blocks[0].successors, (Numbers{2, 1}));
  EXPECT_FALSE(blocks.padding[0]);
}

struct PaddingCase {
  const char* what;
  std::vector<Instruction> code;
  std::vector<bool> padding;
};

// Padding taken for code makes a twin with other alignment seem to have more code; code taken for
// padding hides the sled of a marker.
TEST(BasicBlocks, TellsPaddingFromCode) {
  Instruction fill7 = op("a"), fill3 = op("a");
  fill7.size = 7;
  fill3.size = 3;
  const PaddingCase kCases[] = {
      {"behind the end", {ret(), nop(7), nop(8)}, {false, true, true}},
      {"before a block", {jump(8), nop(7), ret()}, {false, true, false}},
      {"before a case", {indirect(kRax), nop(7), ret()}, {false, true, false}},
      {"a NOP that is jumped to", {branch(1), nop(1), ret()}, {false, false, false}},
      {"aligns a loop", {fill3, nop(5), op("a"), branch(8), ret()}, {0, 1, 0, 0, 0}},
      {"ends at no boundary", {fill3, nop(3), op("a"), branch(6), ret()}, {0, 0, 0, 0, 0}},
      {"longer than alignment needs",
       {fill7, nop(9), nop(8), op("a"), branch(24), ret()},
       {0, 0, 0, 0, 0, 0}},
      {"aligns nothing that is jumped to", {fill3, nop(5), op("a"), ret()}, {0, 0, 0, 0}},
      {"after a call that does not return", {call(), nop(7), nop(2)}, {0, 1, 1}},
  };
  for (const PaddingCase& expected : kCases) {
    const auto code = listed(expected.code);
    EXPECT_EQ(blocks_of(code).padding, expected.padding) << expected.what;
    const BasicBlocks in_sled = blocks_of(code, {{kStart, kStart + 100}});
    EXPECT_EQ(std::ranges::count(in_sled.padding, true), 0) << expected.what;
  }
}

// Control passes these NOPs; a block of padding that is passed would cut the loop off its entry.
TEST(BasicBlocks, AlignmentIsPassed) {
  const auto code = listed({op("a"), op("a"), nop(6), op("a"), branch(8), ret()});
  const BasicBlocks blocks = blocks_of(code);
  ASSERT_EQ(begins(blocks), (Numbers{0, 3, 5}));
  EXPECT_FALSE(blocks.blocks[0].padding);
  EXPECT_EQ(blocks.blocks[0].successors, (Numbers{1}));
}

// call abort; nop; case: the case must stay one of the jump table, or only abort leads to it.
TEST(BasicBlocks, ACaseBehindACallAndPaddingIsUnseenToo) {
  Instruction fill = call();
  fill.size = 5;
  const auto code = listed({indirect(kRax), op("case"), fill, nop(1), op("case"), ret()});
  const BasicBlocks blocks = blocks_of(code);
  ASSERT_EQ(begins(blocks), (Numbers{0, 1, 3, 4, 6}));
  EXPECT_EQ(blocks.unseen, (Numbers{1, 3}));
  EXPECT_TRUE(blocks.padding[3]);
  EXPECT_TRUE(blocks.blocks[1].after_call);
  EXPECT_EQ(blocks.blocks[2].successors, (Numbers{3}));
}

// 50,000 indirect jumps and as many cases are 2.5 billion pairs, but 150,000 edges.
TEST(BasicBlocks, EdgesStayLinear) {
  std::vector<Instruction> code;
  for (int i = 0; i < 50'000; i++) {
    code.push_back(op("case"));
    code.push_back(indirect(kRax));
  }
  const BasicBlocks blocks = blocks_of(listed(std::move(code)));
  std::size_t edges = 0;
  for (const CodeBlock& block : blocks.blocks) edges += block.successors.size();
  EXPECT_EQ(edges, 50'000U + 49'999U);
}

}  // namespace
}  // namespace tracetoll
