// Callgrind's counts against a CPU that is stepped through the same operation: what an emulator
// counts may not be what a program executes.
//
// glibc chooses its memcpy by what the CPU can, and Valgrind's can less than most: both are given
// the same one (plain_memory.c), so what libc does here is not what it does otherwise.
#include <gtest/gtest.h>

#include <stdexcept>

#include "counted_layout.hpp"
#include "single_step.hpp"

namespace tracetoll::testing {
namespace {

class SingleStep : public ::testing::TestWithParam<const char*> {};

TEST_P(SingleStep, AnOperationExecutesWhatCallgrindCounts) {
#ifndef __x86_64__
  GTEST_SKIP() << "steps through x86-64 alone";
#else
  TT_SKIP_UNLESS_COUNTABLE();
  ::setenv("LD_PRELOAD", std::getenv("PLAIN_MEMORY"), 1);
  const std::string workload = GetParam();
  const std::vector<std::string> variants = {"none", "anchor", "call"};
  const CountResult result = counted({workload}, variants);
  for (const std::string& variant : variants) {
    std::vector<Steps> steps;
    try {
      steps = step_operations(built_layouts().files[0], workload, variant);
    } catch (const std::runtime_error& error) {
      GTEST_SKIP() << "cannot be stepped through here: " << error.what();
    }
    ASSERT_EQ(steps.size(), 2U);
    EXPECT_EQ(steps[0], steps[1]) << variant << ": two operations differ";
    const ExactCounts& counts = result.study.counts.at(workload).at(variant);
    ASSERT_EQ(counts.unavailable, "") << variant;
    EXPECT_EQ(counts.per_op.at("instructions"), steps[0].instructions) << variant;
    EXPECT_EQ(counts.per_op.at("loads"), steps[0].loads) << variant;
    EXPECT_EQ(counts.per_op.at("stores"), steps[0].stores) << variant;
    EXPECT_EQ(counts.per_op.at("conditional-branches"), steps[0].conditional_branches) << variant;
  }
  ::unsetenv("LD_PRELOAD");
#endif
}

INSTANTIATE_TEST_SUITE_P(PureWorkloads, SingleStep,
                         ::testing::Values("empty_loop", "leaf_loop", "open_close.pure",
                                           "select_500.pure+fds=32"));

}  // namespace
}  // namespace tracetoll::testing
