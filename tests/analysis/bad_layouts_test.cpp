#include "bad_layouts.hpp"

#include <gtest/gtest.h>

namespace tracetoll {
namespace {

// Fourteen lines about fourteen processes would hide that they are all of one link.
TEST(BadLayouts, ProcessesOfOneLayoutAreOneLine) {
  const auto lines = bad_layouts({{105, 10, "select_500.pure", "none:copy", 4.5},
                                  {7, 5, "select_500.pure", "sled_inline:750", 2.75},
                                  {131, 10, "select_500.pure", "none:copy", 4.25}});
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0],
            "2 processes of layout 10: none:copy of select_500.pure against none took 4.25 to 4.5 "
            "times what it takes in the median process, so one of the two was off (kept: medians "
            "and trimming absorb it)");
  EXPECT_TRUE(lines[1].starts_with("1 process of layout 5: sled_inline:750 ")) << lines[1];
}

// When `none` was slow, the ratios of all others to it fell.
TEST(BadLayouts, ABaselineThatWasOffIsSaidByTheOthers) {
  const auto lines = bad_layouts({{6, 8, "select_500", "none", 1.25}});
  EXPECT_TRUE(lines[0].starts_with(
      "1 process of layout 8: most variants of select_500 against none took 0.8 times"))
      << lines[0];
}

}  // namespace
}  // namespace tracetoll
