#include "text_verdict.hpp"

#include <gtest/gtest.h>

#include "simulated_run.hpp"

namespace tracetoll {
namespace {

// The verdict on one noise-free workload with these effects.
std::string verdict_of(const std::map<std::string, double>& effects, double layout_sd = 0,
                       int layouts = 6) {
  SimulatedRun run;
  run.workloads = {{"w", 10}};
  run.effects = effects;
  run.layout_sd = layout_sd;
  run.layouts = layouts;
  return verdict(make_report(simulate(run)).workloads.at(0));
}

const std::map<std::string, double> kLadder = {
    {"anchor", 2}, {"branch", 3}, {"sled_cold:matched", 3.25}, {"clobber", 8}, {"call", 9}};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(TextVerdict, NamesTheLargestPart) {
  EXPECT_EQ(verdict_of(kLadder),
            "w: a dormant call costs +9.00 % [+9.00, +9.00]; registers are the largest part, +5.00 "
            "points [+5.00, +5.00], 56 % [56, 56] of it.");
}

TEST(TextVerdict, BranchCanBeTheLargest) {
  auto effects = kLadder;
  effects["branch"] = 7.5;
  EXPECT_TRUE(contains(verdict_of(effects), "the branch is the largest part, +5.50 points"));
}

// The rest is no cause: that no variant isolates it must be said in the same breath.
TEST(TextVerdict, ResidualAsTheLargestIsNotACause) {
  auto effects = kLadder;
  effects["call"] = 20;
  EXPECT_TRUE(
      contains(verdict_of(effects), "the residual is the largest part, which no variant isolates"));
}

// Without `clobber` the largest of the others may not be the largest.
TEST(TextVerdict, LargestOfThoseMeasured) {
  auto effects = kLadder;
  effects.erase("clobber");
  EXPECT_TRUE(contains(verdict_of(effects), "arguments are the largest part of those measured"));
}

// A part below zero is not a saving: the marker made the compiler do something else.
TEST(TextVerdict, NegativePartIsNamedForWhatItIs) {
  auto effects = kLadder;
  effects["anchor"] = -4;
  const auto text = verdict_of(effects);
  EXPECT_TRUE(contains(text, "arguments are below zero, -4.00 points")) << text;
  EXPECT_TRUE(contains(text, "an optimisation lost or gained, or layout luck, not a saving"));
}

// g++ saves registers around a call in its cold block, and cannot around the asm of clobber.
TEST(TextVerdict, NegativeResidualIsAboutTheParts) {
  auto effects = kLadder;
  effects["call"] = effects["branch"] + 0.5;
  EXPECT_TRUE(contains(verdict_of(effects), "the call takes less than the sum of the parts"));
}

TEST(TextVerdict, NegativeCallIsNotASaving) {
  auto effects = kLadder;
  effects["call"] = -3;
  const auto text = verdict_of(effects);
  EXPECT_TRUE(contains(text, "faster with a dormant call, -3.00 %")) << text;
  EXPECT_TRUE(contains(text, "not a saving")) << text;
}

// "No effect" is a claim too: what is said is how large it could be.
TEST(TextVerdict, UnresolvedCallGivesItsBound) {
  const auto text = verdict_of({{"call", 0}}, 0.01);
  EXPECT_TRUE(contains(text, "the cost of a dormant call is not resolved [")) << text;
  EXPECT_TRUE(contains(text, "at most ")) << text;
}

TEST(TextVerdict, WithoutCallItSpeaksOfTheOthers) {
  EXPECT_EQ(verdict_of({{"anchor", 2}, {"clobber", 8}}),
            "w: call was not measured; of the others clobber has the largest effect, +8.00 % "
            "[+8.00, +8.00].");
  EXPECT_EQ(verdict_of({{"anchor", 0}}),
            "w: call was not measured, and no other variant is resolved above zero.");
}

TEST(TextVerdict, WithoutCausesItSaysSo) {
  EXPECT_EQ(verdict_of({{"call", 9}}),
            "w: a dormant call costs +9.00 % [+9.00, +9.00]; its causes were not measured.");
}

TEST(TextVerdict, TooFewLayoutsGiveNone) {
  EXPECT_EQ(verdict_of(kLadder, 0, 2),
            "w: no verdict: not enough replicates: 2 layouts, of at least 3.");
  EXPECT_EQ(verdict(WorkloadReport{}), ": no samples.");
}

}  // namespace
}  // namespace tracetoll
