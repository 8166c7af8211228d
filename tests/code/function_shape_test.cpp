// The shape of functions whose code is exact. What it is all for: a site that makes the compiler
// save a register, spill, unroll less or drop a cmov must show in these figures, and nothing else.
#include "function_shape.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "fixture_file.hpp"

namespace tracetoll {
namespace {

class ExactShape : public ::testing::Test {
 protected:
  const Function& function(const std::string& name) {
    const auto& all = functions_.functions();
    const auto found = std::ranges::find(all, name, &Function::symbol);
    if (found == all.end()) throw std::runtime_error("no function " + name);
    return *found;
  }

  FunctionShape shape(const std::string& name) {
    const Function& found = function(name);
    return function_shape(file_.machine(), found, functions_.decode(found), {}, {});
  }

  ElfFile file_{fixture_path("EXACT_SHAPES")};
  FunctionTable functions_{file_};
};

CodeFigures figures(int bytes, int cache_lines, int instructions) {
  CodeFigures result;
  result.bytes = bytes;
  result.cache_lines = cache_lines;
  result.instructions = instructions;
  return result;
}

TEST_F(ExactShape, Leaf) {
  const FunctionShape found = shape("leaf");
  EXPECT_EQ(found.hot, figures(5, 1, 2));
  EXPECT_EQ(found.total, found.hot);
  EXPECT_EQ(found.frame_bytes, 0);
  EXPECT_EQ(found.entry_saves, 0);
  EXPECT_FALSE(found.early_exit);
  EXPECT_TRUE(found.callees.empty());
}

TEST_F(ExactShape, OneJumpIsATailCall) {
  const FunctionShape found = shape("one_jump");
  CodeFigures expected = figures(5, 1, 1);
  expected.tail_calls = 1;
  EXPECT_EQ(found.total, expected);
  ASSERT_EQ(found.callees.size(), 1U);
  EXPECT_TRUE(found.callees[0].tail);
  EXPECT_TRUE(found.loops.empty());
}

// A spill of rbx must not pass for one more save, nor the save for a spill.
TEST_F(ExactShape, TellsSavesFromSpills) {
  const FunctionShape found = shape("saves_three");
  EXPECT_EQ(found.total.saves, 3);
  EXPECT_EQ(found.total.stack_stores, 1);
  EXPECT_EQ(found.total.stack_loads, 1);
  EXPECT_EQ(found.total.calls, 1);
  EXPECT_EQ(found.frame_bytes, 40);
  EXPECT_EQ(found.entry_saves, 3);
  EXPECT_FALSE(found.early_exit);
  EXPECT_FALSE(found.variable_frame);
}

TEST_F(ExactShape, ShrinkWrapping) {
  const FunctionShape found = shape("shrink_wrapped");
  EXPECT_EQ(found.total.saves, 1);
  EXPECT_EQ(found.entry_saves, 0);
  EXPECT_TRUE(found.early_exit);
  EXPECT_EQ(found.frame_bytes, 8);
}

TEST_F(ExactShape, SavesByMoves) {
  const FunctionShape found = shape("saves_by_moves");
  EXPECT_EQ(found.total.saves, 2);
  EXPECT_EQ(found.total.stack_stores, 0);
  EXPECT_EQ(found.total.stack_loads, 0);
  EXPECT_EQ(found.entry_saves, 2);
  EXPECT_EQ(found.frame_bytes, 24);
}

TEST_F(ExactShape, AFrameThatVaries) {
  const FunctionShape found = shape("with_alloca");
  EXPECT_TRUE(found.variable_frame);
  EXPECT_EQ(found.frame_bytes, 24);
  EXPECT_EQ(found.total.saves, 2);
  EXPECT_EQ(found.total.stack_stores, 1);
  EXPECT_EQ(found.total.stack_loads, 1);  // the restore of rbx through rbp is none
  EXPECT_TRUE(shape("aligns_stack").variable_frame);
  EXPECT_EQ(shape("aligns_stack").frame_bytes, 72);
}

TEST_F(ExactShape, RbpIsAFramePointerOnlyWhereItIsMadeOne) {
  EXPECT_EQ(shape("base_pointer_is_free").total.stack_loads, 0);
}

// Alignment that is passed is no work of the function: its twin may lie better.
TEST_F(ExactShape, ALoopAndItsAlignment) {
  const FunctionShape found = shape("aligned_loop");
  EXPECT_EQ(found.total.padding_bytes, 14);
  EXPECT_EQ(found.total.nop_bytes, 0);
  EXPECT_EQ(found.total.instructions, 8);
  EXPECT_EQ(found.total.vector_instructions, 1);
  EXPECT_EQ(found.total.conditional_moves, 1);
  EXPECT_EQ(found.total.conditional_branches, 1);
  ASSERT_EQ(found.loops.size(), 1U);
  EXPECT_EQ(found.loops[0].instructions, 4);
  EXPECT_EQ(found.loops[0].vector_instructions, 1);
  EXPECT_EQ(found.loops[0].unroll, 1);
  const Function& function = this->function("aligned_loop");
  EXPECT_EQ(found.loops[0].head, function.parts[0].begin + 16);
  EXPECT_EQ(function.bytes(), static_cast<std::uint64_t>(found.total.bytes + 14));
}

// Cases that nothing seems to lead to are code that runs.
TEST_F(ExactShape, CasesOfASwitchAreHot) {
  const FunctionShape found = shape("switches");
  EXPECT_EQ(found.hot, found.total);
  EXPECT_EQ(found.total.instructions, 13);
  EXPECT_EQ(found.total.tail_calls, 1);
  EXPECT_TRUE(found.loops.empty());
}

TEST_F(ExactShape, AFunctionThatNeverReturns) {
  const FunctionShape found = shape("endless");
  EXPECT_EQ(found.total.instructions, 2);
  EXPECT_FALSE(found.early_exit);
  EXPECT_EQ(found.loops.size(), 1U);
}

// What lies in the cold part costs no hot cache line, and its saves are no saves of the entry.
TEST_F(ExactShape, ColdPart) {
  const FunctionShape found = shape("has_cold_part");
  EXPECT_EQ(found.hot.instructions, 3);
  EXPECT_EQ(found.hot.saves, 0);
  EXPECT_EQ(found.hot.cache_lines, 1);
  EXPECT_EQ(found.total.instructions, 7);
  EXPECT_EQ(found.total.saves, 1);
  EXPECT_EQ(found.total.cache_lines, 2);
  EXPECT_TRUE(found.early_exit);
  ASSERT_EQ(found.callees.size(), 1U);
  EXPECT_TRUE(found.callees[0].cold);
}

// The body of a dormant site's guard is not on the hot path, though it lies in the function.
TEST_F(ExactShape, GuardedBodyIsCold) {
  const Function& marked = function("marked");
  const auto code = functions_.decode(marked);
  ASSERT_EQ(code.size(), 7U);
  const std::set<std::uint64_t> guarded = {code[4].address, code[5].address, code[6].address};
  const CodeRange sled[] = {{code[0].address, code[0].end()}};
  const FunctionShape found = function_shape(Machine::x86_64, marked, code, guarded, sled);
  EXPECT_EQ(found.hot.instructions, 4);
  EXPECT_EQ(found.hot.calls, 0);
  EXPECT_EQ(found.hot.nop_bytes, 5);
  EXPECT_EQ(found.total.calls, 1);
  EXPECT_TRUE(found.callees.at(0).cold);
}

}  // namespace
}  // namespace tracetoll
