#include "disturbance.hpp"

#include <gtest/gtest.h>

namespace tracetoll {
namespace {

TEST(StealTicks, AreTheEighthColumn) {
  EXPECT_EQ(steal_ticks("cpu  13426 0 1803 1055429 294 0 34 19 0 0\ncpu0 1"), 19);
}

// Kernels before 2.6.11 had no such column: absent is not 0.
TEST(StealTicks, AreAbsentWhereTheLineEndsBefore) {
  EXPECT_FALSE(steal_ticks("cpu  13426 0 1803 1055429 294 0 34\n"));
  EXPECT_FALSE(steal_ticks("cpu  13426 0 1803 1055429 294 0 34\ncpu0 1 2 3 4 5 6 7 8"));
}

TEST(StealTicks, AreAbsentInAnythingElse) {
  for (const char* line : {"", "cpu", "cpu ", "intr 1 2 3 4 5 6 7 8 9", "cpu  a b c d e f g h",
                           "cpu  1 2 3 4 5 6 7 -8", "cpu0 1 2 3 4 5 6 7 8"})
    EXPECT_FALSE(steal_ticks(line)) << line;
}

TEST(StealClock, NeverRunsBackwards) {
  StealClock clock;
  for (int i = 0; i < 3; ++i) {
    if (const auto ns = clock.since_last()) {
      EXPECT_GE(*ns, 0);
    }
  }
}

TEST(CalibratedLoop, TakesTime) {
  EXPECT_GT(calibrated_loop_ns(), 0);
}

TEST(Whereabouts, NamesACpuAndCountsUp) {
  const Whereabouts first = whereabouts();
  EXPECT_GE(first.cpu, 0);
  EXPECT_GE(whereabouts().involuntary_switches, first.involuntary_switches);
}

}  // namespace
}  // namespace tracetoll
