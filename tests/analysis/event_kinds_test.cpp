#include "event_kinds.hpp"

#include <gtest/gtest.h>

namespace tracetoll {
namespace {

// A count of user mode alone that passes for both modes is compared with perf's and found wrong.
TEST(EventKinds, UserModeIsSaidAsPerfSaysIt) {
  EXPECT_EQ(perf_name("cycles"), "cycles:u");
  EXPECT_EQ(perf_name("r1c4"), "r1c4:u");
  EXPECT_EQ(perf_name("branch-misses:uk"), "branch-misses:uk");
  EXPECT_EQ(perf_name("MEM_INST_RETIRED:ALL_LOADS"), "MEM_INST_RETIRED:ALL_LOADS:u");
  EXPECT_EQ(perf_name("INST_RETIRED:ANY_P:uk"), "INST_RETIRED:ANY_P:uk");
  EXPECT_EQ(perf_name("task-clock"), "task-clock");
  EXPECT_EQ(perf_name("page-faults:u"), "page-faults:u");
  EXPECT_EQ(perf_name(":"), "::u");
  EXPECT_EQ(perf_name(""), ":u");
}

TEST(EventKinds, SoftwareEventsAreTheKernels) {
  EXPECT_TRUE(is_software("context-switches"));
  EXPECT_TRUE(is_software("page-faults:u"));
  EXPECT_FALSE(is_software("cycles"));
  EXPECT_FALSE(is_software("task-clock-misses"));
}

}  // namespace
}  // namespace tracetoll
