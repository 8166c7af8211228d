// Sites of this test's own code, switched on with each form.
#define TT_MARKER_HEADER "none.h"
#include "probe_switch.hpp"

#include <gtest/gtest.h>

#include "marked.hpp"
#include "stage.hpp"

namespace tracetoll {
namespace {

using testing::through_branch;
using testing::through_call;

constexpr std::uint64_t kHits = 6;  // of through_call

std::string refusal(const char* variant, const char* form) {
  try {
    ProbeSwitch(variant, form);
  } catch (const StageError& error) {
    return error.what();
  }
  return "";
}

TEST(ProbeSwitch, ProbesThatCountSeeEveryHitWhileTheyAreOn) {
  for (const char* form : {"counter", "user", "timestamp"}) {
    ProbeSwitch sites("test_call", form);
    through_call(1);
    sites.on();
    EXPECT_EQ(sites.hits(), 0U) << form;
    through_call(2);
    through_call(3);
    EXPECT_EQ(sites.hits(), 2 * kHits) << form;
    sites.forget_hits();
    through_call(4);
    EXPECT_EQ(sites.hits(), kHits) << form;
    sites.off();
    through_call(5);
    sites.on();
    EXPECT_EQ(sites.hits(), 0U) << form << ": hits of dormant sites, or of the time before";
    sites.off();
  }
}

TEST(ProbeSwitch, AnEmptyProbeHasNoCount) {
  ProbeSwitch sites("test_call", "empty");
  sites.on();
  through_call(1);
  EXPECT_FALSE(sites.hits());
  sites.off();
}

TEST(ProbeSwitch, TheProgramsResultsStay) {
  const int result = through_call(7);
  for (const char* form : {"empty", "counter", "timestamp", "user"}) {
    ProbeSwitch sites("test_call", form);
    sites.on();
    EXPECT_EQ(through_call(7), result) << form;
    sites.off();
    EXPECT_EQ(through_call(7), result) << form;
  }
}

// Forms take turns in a round, and a switch that goes out of scope leaves its sites dormant.
TEST(ProbeSwitch, FormsOfOneVariantFollowOneAnother) {
  ProbeSwitch counter("test_call", "counter");
  {
    ProbeSwitch empty("test_call", "empty");
    empty.on();
  }
  counter.on();
  through_call(1);
  EXPECT_EQ(counter.hits(), kHits);
  counter.off();
}

TEST(ProbeSwitch, AGuardWithAnEmptyBodyIsTakenAndCallsNothing) {
  const int result = through_branch(7);
  ProbeSwitch taken("test_branch", "taken");
  taken.on();
  EXPECT_EQ(through_branch(7), result);
  taken.off();
  ProbeSwitch counter("test_branch", "counter");
  counter.on();
  through_branch(7);
  EXPECT_EQ(counter.hits(), 0U);
  counter.off();
}

TEST(ProbeSwitch, WhatCannotBeIsSaid) {
  EXPECT_NE(refusal("test_nop5", "empty").find("nothing to switch"), std::string::npos);
  EXPECT_NE(refusal("nowhere", "empty").find("or it has none"), std::string::npos);
  EXPECT_NE(refusal("test_call", "saved").find("no stub"), std::string::npos);
}

TEST(ProbeSwitch, ARingBufferHasAnEnd) {
  EXPECT_EQ(ProbeSwitch("test_call", "timestamp").most_hits(), std::uint64_t{TT_RING_EVENTS});
  EXPECT_EQ(ProbeSwitch("test_call", "counter").most_hits(), 0U);
}

}  // namespace
}  // namespace tracetoll
