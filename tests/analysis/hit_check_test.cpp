#include "hit_check.hpp"

#include <gtest/gtest.h>

namespace tracetoll {
namespace {

// Every figure a site hit is divided by the probes' count: a wrong one must not pass unnoticed.
TEST(HitCheck, OneHitInTwoThousandIsADisagreement) {
  WorkloadContext workload;
  workload.sites_hit_per_op = {{"a", 2000}, {"b", 1.0 / 3}, {"c", 7}};
  workload.breakpoint_hits_per_op = {{"a", 2000}, {"b", 0.33333333}};
  HitCheck check = check_hits(workload);
  EXPECT_EQ(check.markers, 3);
  EXPECT_EQ(check.checked, 2);
  EXPECT_TRUE(check.disagreements.empty());
  workload.breakpoint_hits_per_op["a"] = 1999;
  check = check_hits(workload);
  ASSERT_EQ(check.disagreements.size(), 1U);
  EXPECT_EQ(check.disagreements[0], "a: 2000 an operation by the probes, 1999 by breakpoints");
}

// A site that the probes never saw would be missing from every sum.
TEST(HitCheck, MarkersThatOnlyBreakpointsSaw) {
  WorkloadContext workload;
  workload.breakpoint_hits_per_op = {{"lost", 3}};
  EXPECT_EQ(check_hits(workload).disagreements.at(0),
            "lost: 3 an operation by breakpoints, not seen by the probes");
}

TEST(HitCheck, SaysWhyNothingWasChecked) {
  WorkloadContext workload;
  workload.sites_hit_per_op = {{"a", 1}};
  EXPECT_EQ(check_hits(workload).reason, "not checked by hardware breakpoints in this run");
  workload.no_breakpoints = "EACCES";
  EXPECT_EQ(check_hits(workload).reason, "EACCES");
}

}  // namespace
}  // namespace tracetoll
