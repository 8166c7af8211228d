#include "count_format.hpp"

#include <gtest/gtest.h>

namespace tracetoll {
namespace {

// Whole counts are exact, and are not to look rounded or measured.
TEST(TextCount, WholeNumbersStayWhole) {
  EXPECT_EQ(signed_count(502), "+502");
  EXPECT_EQ(signed_count(502.0000000000001), "+502");
  EXPECT_EQ(signed_count(0), "+0");
  EXPECT_EQ(signed_count(-0.0), "+0");
  EXPECT_EQ(signed_count(-3), "-3");
  EXPECT_EQ(count_number(41203), "41203");
  EXPECT_EQ(count_number(0.25), "0.25");
}

TEST(TextCount, OthersKeepTheirDigits) {
  EXPECT_EQ(signed_count(1.5), "+1.50");
  EXPECT_EQ(signed_count(-0.00312), "-0.00312");
  EXPECT_EQ(signed_count(12345.678), "+12345.7");
  EXPECT_EQ(signed_count(3e15), "+3e+15");
  EXPECT_EQ(signed_rate(1), "+1.00");
  EXPECT_EQ(signed_rate(0), "+0");
  EXPECT_EQ(signed_rate(0.0251), "+0.025");
  EXPECT_EQ(signed_rate(-0.5), "-0.50");
}

TEST(TextCount, AsManyDigitsAsTheIntervalSupports) {
  EXPECT_EQ(count_interval({12.03, 11.21, 12.85}), "+12.03 [+11.21, +12.85]");
  EXPECT_EQ(count_interval({1432, 1300, 1560}), "+1432 [+1300, +1560]");
  EXPECT_EQ(count_interval({0.00123, 0.00101, 0.00145}), "+0.00123 [+0.00101, +0.00145]");
}

// "[+0, +0]" looks like an interval that was not taken; every layout had the same.
TEST(TextCount, NoWidthIsSaid) {
  Estimate estimate;
  estimate.interval = Interval{10, 10, 10};
  EXPECT_EQ(count_phrase(estimate), "+10 in each layout");
  estimate.interval = Interval{0.1, -0.4, 0.6};
  EXPECT_EQ(count_phrase(estimate), "not resolved [-0.40, +0.60]");
  estimate.interval.reset();
  estimate.reason = "not enough layouts";
  EXPECT_EQ(count_phrase(estimate), "not enough layouts");
}

}  // namespace
}  // namespace tracetoll
