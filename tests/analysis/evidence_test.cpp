#include "evidence.hpp"

#include <gtest/gtest.h>

namespace tracetoll {
namespace {

const std::map<std::string, CodeShape> kCode = {{"none", {0, 900, 210, 8, 4, 6, 20, 12}},
                                                {"anchor", {10, 930, 211, 8, 4, 6, 20, 12}},
                                                {"branch", {10, 1010, 231, 8, 6, 7, 30, 12}},
                                                {"clobber", {10, 1180, 290, 22, 37, 29, 30, 12}}};

const Contrast kRegisters = {{"clobber", 1}, {"branch", -1}};

TEST(Evidence, RegistersShowTheirSaves) {
  const auto evidence = evidence_from_code("registers", kRegisters, kCode);
  ASSERT_EQ(evidence.size(), 1u);
  EXPECT_EQ(evidence[0],
            "+14 callee-saved pushes, +31 stack loads, +22 stack stores in the marked functions");
}

// Effects are relative to `none`, counts are not: without it "+211 instructions" would be shown.
TEST(Evidence, BaselineIsSubtracted) {
  const auto evidence = evidence_from_code("arguments", {{"anchor", 1}}, kCode);
  ASSERT_EQ(evidence.size(), 1u);
  EXPECT_EQ(evidence[0], "+1 instruction, +30 bytes of text in the marked functions");
}

// Time that differs where the code does not is layout, and the reader must see that.
TEST(Evidence, NoChangeIsEvidence) {
  const auto code = std::map<std::string, CodeShape>{{"clobber", {}}, {"branch", {}}};
  EXPECT_EQ(evidence_from_code("registers", kRegisters, code).at(0),
            "no change in callee-saved pushes, stack loads, stack stores of the marked functions");
}

Estimate points(double low, double high) {
  Estimate estimate;
  estimate.interval = Interval{(low + high) / 2, low, high};
  return estimate;
}

// A slow-down that the code does not account for must not pass as the cause's.
TEST(Contradiction, SlowerWithNothingMoreToDo) {
  auto code = kCode;
  EXPECT_EQ(contradiction("registers", points(1, 2), kRegisters, code), "");
  code["clobber"] = code["branch"];
  code["clobber"].stack_loads -= 2;
  EXPECT_EQ(contradiction("registers", points(1, 2), kRegisters, code),
            "slower in time, but +0 callee-saved pushes, -2 stack loads, +0 stack stores in the "
            "code");
  EXPECT_EQ(contradiction("branch", points(1, 2), {{"branch", 1}, {"anchor", -1}}, code), "");
  code["branch"].conditional_branches = code["anchor"].conditional_branches;
  EXPECT_EQ(contradiction("branch", points(1, 2), {{"branch", 1}, {"anchor", -1}}, code),
            "slower in time, but +0 conditional branches in the code");
}

TEST(Contradiction, FasterWithMoreToDo) {
  EXPECT_EQ(contradiction("registers", points(-2, -1), kRegisters, kCode),
            "faster in time, but +14 callee-saved pushes, +31 stack loads, +22 stack stores in the "
            "code");
}

// What is not resolved contradicts nothing, and neither does what no code was read of.
TEST(Contradiction, NeedsBothSides) {
  EXPECT_EQ(
      contradiction("registers", points(-1, 2), kRegisters, {{"clobber", {}}, {"branch", {}}}), "");
  EXPECT_EQ(contradiction("registers", points(1, 2), kRegisters, {}), "");
  EXPECT_EQ(contradiction("icache", points(1, 2), kRegisters, kCode), "");  // no lines in the file
  EXPECT_EQ(contradiction("residual", points(1, 2), kRegisters, kCode), "");
}

// Half of a difference is none.
TEST(Evidence, NoneWithoutTheCode) {
  EXPECT_TRUE(evidence_from_code("registers", kRegisters, {}).empty());
  EXPECT_TRUE(evidence_from_code("registers", kRegisters, {{"clobber", {}}}).empty());
}

}  // namespace
}  // namespace tracetoll
