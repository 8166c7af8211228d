#include "exact_figures.hpp"

#include <gtest/gtest.h>

#include "counted_run.hpp"

namespace tracetoll {
namespace {

constexpr const char* kWorkload = "select_500.pure";

TEST(ExactFigures, DifferencesToNoneAndAHit) {
  const auto figures = exact_figures(counted_study(), kWorkload, "branch", kCountedHits);
  EXPECT_EQ(figures.size(), kExactEvents.size() + kSimulatedEvents.size());
  const auto& branches = figures.at("conditional-branches");
  EXPECT_EQ(branches.per_op, 210);
  EXPECT_EQ(branches.difference, 10);
  EXPECT_EQ(branches.per_site, 1);
  EXPECT_FALSE(branches.simulated);
  EXPECT_TRUE(figures.at("I1-misses").simulated);
  EXPECT_EQ(exact_figures(counted_study(), kWorkload, "none", {}).at("loads").difference,
            std::nullopt);
}

// No count is no 0, of the variant or of `none`.
TEST(ExactFigures, SayWhyThereIsNone) {
  CountStudy study = counted_study();
  study.counts[kWorkload]["call"] = {{}, {}, "Valgrind died: signal 11"};
  EXPECT_EQ(exact_figures(study, kWorkload, "call", {}).at("loads").reason,
            "Valgrind died: signal 11");
  EXPECT_EQ(exact_figures(study, kWorkload, "xray", {}).at("loads").reason, "not counted");
  EXPECT_EQ(no_exact_counts(study, kWorkload), "");
  EXPECT_EQ(no_exact_counts(study, "lock1"), "this workload was not counted");
  study.counts[kWorkload].erase("none");
  EXPECT_EQ(exact_figures(study, kWorkload, "branch", 10.0).at("loads").difference, std::nullopt);
  EXPECT_EQ(exact_difference(study, kWorkload, {{"branch", 1}}, "loads"), std::nullopt);
  study = {};
  EXPECT_TRUE(exact_figures(study, kWorkload, "call", {}).empty());
  EXPECT_EQ(no_exact_counts(study, kWorkload), "this run has no exact counts");
  study.unavailable = "no valgrind in the path";
  EXPECT_EQ(exact_figures(study, kWorkload, "call", {}).at("loads").reason, study.unavailable);
}

TEST(ExactFigures, ContrastsCancelWhatTheyShare) {
  const CountStudy study = counted_study();
  EXPECT_EQ(exact_difference(study, kWorkload, {{"clobber", 1}, {"branch", -1}}, "loads"), 30);
  // anchor has no weight in the residual, and need not be counted for it.
  const Contrast residual = {
      {"call", 1}, {"anchor", 0}, {"clobber", -1}, {"branch", 1}, {"sled_cold:matched", -1}};
  EXPECT_EQ(exact_difference(study, kWorkload, residual, "instructions"), 2);
}

// Counts are quotients; 1e-13 of a load is no load that a cause could be made of.
TEST(ExactFigures, LastDigitsAreNoDifference) {
  CountStudy study = counted_study();
  study.counts[kWorkload]["call"].per_op["loads"] = 300.1 + 0.2;
  study.counts[kWorkload]["none"].per_op["loads"] = 300.3;
  EXPECT_EQ(exact_difference(study, kWorkload, {{"call", 1}}, "loads"), 0);
}

}  // namespace
}  // namespace tracetoll
