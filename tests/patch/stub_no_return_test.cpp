// Probes that do not return as they should, and sites that are hit while a probe runs.
#include <gtest/gtest.h>
#include <pthread.h>

#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <stdexcept>
#include <thread>

#include "stub_marked.hpp"
#include "stub_site.hpp"

namespace tracetoll::patch {
namespace {

int calls = 0;
void count(tt_marker*, const char*, int) {
  ++calls;
}

void throw_out(tt_marker*, const char*, int) {
  throw std::runtime_error("out of the probe");
}
void end_thread(tt_marker*, const char*, int) {
  pthread_exit(nullptr);
}

TEST(StubDeathTest, AnExceptionEndsTheProgramAndNamesTheSite) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const SwitchedSite site("outer", probe_of(throw_out, TT_SAVES_VECTORS));
  EXPECT_EXIT(
      {
        try {
          marked_caller(1);
        } catch (...) {
        }
      },
      testing::KilledBySignal(SIGABRT),
      "tracetoll: the probe at the site 'outer' did not return: it threw an exception");
}

TEST(StubDeathTest, AnEndOfTheThreadEndsTheProgramAndNamesTheSite) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const SwitchedSite site("outer", probe_of(end_thread, TT_SAVES_VECTORS));
  EXPECT_EXIT(std::thread([] { marked_caller(1); }).join(), testing::KilledBySignal(SIGABRT),
              "tracetoll: the probe at the site 'outer' did not return: its thread was ended");
}

void catch_inside(tt_marker*, const char*, int) {
  try {
    throw std::runtime_error("kept");
  } catch (const std::runtime_error&) {
    ++calls;
  }
}

TEST(StubNoReturn, AnExceptionThatStaysInTheProbeIsItsOwnBusiness) {
  const SwitchedSite site("outer", probe_of(catch_inside, TT_SAVES_VECTORS));
  calls = 0;
  EXPECT_EQ(marked_caller(1), 4);
  EXPECT_EQ(calls, 1);
}

void recurse(tt_marker*, const char*, int value) {
  ++calls;
  marked_caller(value);
  marked_leaf(value);
}

TEST(StubNoReturn, ASiteThatIsHitInAProbeIsMissedAndCallsNothing) {
  const SwitchedSite outer("outer", probe_of(recurse, TT_SAVES_VECTORS));
  const SwitchedSite leaf("leaf", probe_of(recurse, TT_SAVES_VECTORS));
  calls = 0;
  const unsigned long missed = tt_missed();
  EXPECT_EQ(marked_caller(1), 4);
  EXPECT_EQ(calls, 2) << "of outer, and of leaf after it";
  EXPECT_EQ(tt_missed() - missed, 6u) << "outer, leaf, leaf in each";
}

std::jmp_buf back;
void jump_out(tt_marker*, const char*, int) {
  ++calls;
  std::longjmp(back, 1);
}

__attribute__((noinline)) void hit_and_jump(int levels) {
  if (setjmp(back) == 0) marked_deep(levels);
}

TEST(StubNoReturn, ALongjmpOutOfAProbeIsSurvived) {
  calls = 0;
  const unsigned long missed = tt_missed();
  {
    const SwitchedSite site("deep", probe_of(jump_out, TT_SAVES_VECTORS));
    for (int i = 0; i < 10; ++i) hit_and_jump(3);                      // at the same depth
    for (int levels = 20; levels > 0; --levels) hit_and_jump(levels);  // each above the last
    EXPECT_EQ(calls, 30);
    for (int levels = 1; levels <= 20; ++levels) hit_and_jump(levels);  // each below
    EXPECT_EQ(calls, 50);
  }
  const SwitchedSite outer("outer", probe_of(count, TT_SAVES_VECTORS));
  marked_caller(1);
  EXPECT_EQ(calls, 51);
  EXPECT_EQ(tt_missed(), missed);
}

void set_errno(tt_marker*, const char*, int) {
  errno = ENOTTY;
}

TEST(StubNoReturn, WhatAProbeDoesToErrnoIsUndone) {
  const SwitchedSite site("outer", probe_of(set_errno, TT_SAVES_VECTORS));
  errno = EDOM;
  marked_caller(1);
  EXPECT_EQ(errno, EDOM);
}

TEST(StubNoReturn, AProbeWithoutAFunctionOrWithoutSavesIsRefused) {
  const struct tt_probe none = {nullptr, TT_SAVES_INTEGERS, 0};
  EXPECT_THROW(SwitchedSite("outer", none), PatchError);
  struct tt_probe probe = probe_of(count, 0);
  EXPECT_THROW(SwitchedSite("outer", probe), PatchError);
}

}  // namespace
}  // namespace tracetoll::patch
