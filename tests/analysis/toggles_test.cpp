#include "toggles.hpp"

#include <gtest/gtest.h>

namespace tracetoll {
namespace {

ToggleStudy study_of(int processes) {
  ToggleStudy study;
  for (int process = 0; process < processes; ++process)
    for (const double wild : {0, 0, 1}) {  // one of three in a process is out
      study.times.push_back({process, "patch_call", 10000, 3e6 + 1e4 * process + wild * 1e9, 2e6});
      study.times.push_back({process, "patch_call", 1, 2e4 + 1e3 * process, 1e4});
    }
  return study;
}

TEST(Toggles, AreTheMedianOfEachProcessAndOverProcesses) {
  const auto found = find_toggles(study_of(7), 0.95);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].variant, "patch_call");
  EXPECT_EQ(found[0].sites, 10000);
  EXPECT_EQ(found[0].processes, 7);
  EXPECT_DOUBLE_EQ(found[0].enable_ns.interval->value, 3.03e6);
  EXPECT_DOUBLE_EQ(found[0].enable_ns.interval->low, 3e6);
  EXPECT_DOUBLE_EQ(found[0].enable_ns.interval->high, 3.06e6);
  EXPECT_EQ(found[1].sites, 1);
  EXPECT_DOUBLE_EQ(found[1].disable_ns.interval->value, 1e4);
}

TEST(Toggles, TooFewProcessesAreAReason) {
  const auto found = find_toggles(study_of(5), 0.95);
  EXPECT_FALSE(found[0].enable_ns.interval);
  EXPECT_EQ(found[0].enable_ns.reason, "not enough processes: 5, of at least 6");
}

TEST(Toggles, OfNothingThereAreNone) {
  EXPECT_TRUE(find_toggles({}, 0.95).empty());
}

}  // namespace
}  // namespace tracetoll
