// Shapes of code by g++ and clang++ for both machines: what must hold whatever they make of it.
// What a hand-written function teaches may be what no compiler does.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "fixture_file.hpp"
#include "function_shape.hpp"

namespace tracetoll {
namespace {

struct Compiler {
  const char* name;
  int unroll;  // at least, of a loop that is to be unrolled 4 times
};

// g++ 12 for arm64 alternates between two base registers there, and clang 14 does not unroll.
const Compiler kCompilers[] = {
    {"X86_GCC", 4}, {"X86_CLANG", 4}, {"ARM64_GCC", 3}, {"ARM64_CLANG", 1}};

class CompiledShape : public ::testing::TestWithParam<Compiler> {
 protected:
  void SetUp() override {
    const std::string path = fixture_path(std::string("SHAPES_") + GetParam().name);
    if (path.empty()) GTEST_SKIP() << "no compiler for " << GetParam().name;
    file_.emplace(path);
    functions_.emplace(*file_);
  }

  FunctionShape shape(const std::string& name) {
    const auto& all = functions_->functions();
    const auto found = std::ranges::find(all, name, &Function::symbol);
    if (found == all.end()) throw std::runtime_error("no function " + name);
    return function_shape(file_->machine(), *found, functions_->decode(*found), {}, {});
  }

  int vectors_in_loops(const std::string& name) {
    int result = 0;
    for (const Loop& loop : shape(name).loops) result += loop.vector_instructions;
    return result;
  }

  int unroll(const std::string& name) {
    int result = 0;
    for (const Loop& loop : shape(name).loops) result = std::max(result, loop.unroll);
    return result;
  }

  std::optional<ElfFile> file_;
  std::optional<FunctionTable> functions_;
};

TEST_P(CompiledShape, EveryByteIsCountedOnce) {
  ASSERT_GE(functions_->functions().size(), 14U);
  for (const Function& function : functions_->functions()) {
    const FunctionShape found = shape(function.symbol);
    EXPECT_EQ(static_cast<std::uint64_t>(found.total.bytes + found.total.padding_bytes),
              function.bytes())
        << function.symbol;
    EXPECT_EQ(found.total.nop_bytes, 0) << function.symbol;  // there is no site: all NOPs align
  }
}

TEST_P(CompiledShape, ALeafHasNoFrame) {
  const FunctionShape found = shape("leaf");
  EXPECT_EQ(found.total.saves, 0);
  EXPECT_EQ(found.frame_bytes, 0);
  EXPECT_EQ(found.total.stack_loads + found.total.stack_stores, 0);
  EXPECT_EQ(found.total.calls, 0);
}

TEST_P(CompiledShape, WhatLivesOverACallIsSaved) {
  const FunctionShape found = shape("keeps_three");
  EXPECT_GE(found.total.saves, 3);
  EXPECT_EQ(found.entry_saves, found.total.saves);
  EXPECT_FALSE(found.early_exit);
  EXPECT_GE(found.frame_bytes, 24);
  EXPECT_EQ(found.total.stack_loads + found.total.stack_stores, 0);
}

TEST_P(CompiledShape, AnEarlyReturnSavesNothing) {
  const FunctionShape found = shape("leaves_early");
  EXPECT_TRUE(found.early_exit);
  EXPECT_EQ(found.entry_saves, 0);
  EXPECT_GE(found.total.saves, 2);
}

TEST_P(CompiledShape, Spills) {
  const FunctionShape found = shape("spills");
  EXPECT_GE(found.total.stack_stores, 1);
  EXPECT_GE(found.total.stack_loads, 1);
  EXPECT_GE(found.total.saves, 6);
}

TEST_P(CompiledShape, Alloca) {
  EXPECT_TRUE(shape("with_alloca").variable_frame);
  for (const char* name :
       {"leaf", "keeps_three", "leaves_early", "spills", "switches", "forever"}) {
    EXPECT_FALSE(shape(name).variable_frame) << name;
  }
}

TEST_P(CompiledShape, Unrolling) {
  EXPECT_EQ(unroll("rolled"), 1);
  EXPECT_GE(unroll("unrolled"), GetParam().unroll);
  EXPECT_GE(unroll("unrolled_by_hand"), 4);
}

TEST_P(CompiledShape, Vectors) {
  EXPECT_GT(vectors_in_loops("vectorised"), 0);
  EXPECT_EQ(vectors_in_loops("rolled"), 0);
}

TEST_P(CompiledShape, ConditionalMoveOrBranch) {
  EXPECT_EQ(shape("smaller").total.conditional_moves, 1);
  EXPECT_EQ(shape("smaller").total.conditional_branches, 0);
  EXPECT_EQ(shape("branches").total.conditional_branches, 1);
}

TEST_P(CompiledShape, TailCalls) {
  EXPECT_EQ(shape("tail").total.tail_calls, 1);
  EXPECT_EQ(shape("tail").total.calls, 0);
  EXPECT_EQ(shape("no_tail").total.tail_calls, 0);
  EXPECT_EQ(shape("no_tail").total.calls, 1);
}

// Each case of the jump table is seen, and as code that runs.
TEST_P(CompiledShape, JumpTable) {
  const FunctionShape found = shape("switches");
  EXPECT_EQ(found.hot.tail_calls, 7);
  EXPECT_EQ(found.callees.size(), 7U);
  EXPECT_TRUE(found.loops.empty());
}

TEST_P(CompiledShape, EndlessLoop) {
  const FunctionShape found = shape("forever");
  ASSERT_EQ(found.loops.size(), 1U);
  EXPECT_EQ(found.total.calls, 1);
  EXPECT_FALSE(found.early_exit);
}

INSTANTIATE_TEST_SUITE_P(Compilers, CompiledShape, ::testing::ValuesIn(kCompilers),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace tracetoll
