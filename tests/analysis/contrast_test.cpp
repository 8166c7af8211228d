#include "contrast.hpp"

#include <gtest/gtest.h>

namespace tracetoll {
namespace {

using Layouts = std::map<int, Effects>;

const Layouts kLayouts = {{1, {{"none", 0.0}, {"anchor", 2.0}, {"branch", 3.0}}},
                          {2, {{"none", 0.0}, {"anchor", 4.0}, {"branch", 5.0}}},
                          {3, {{"none", 0.0}, {"anchor", 8.0}, {"branch", 9.0}}}};

// The layout moves both sides together: taken within each layout, the difference is exact, though
// each effect by itself is uncertain.
TEST(Contrast, IsPairedWithinTheLayout) {
  const auto difference = estimate_contrast({{"branch", 1}, {"anchor", -1}}, kLayouts, 0.95);
  EXPECT_EQ(difference.interval->low, 1);
  EXPECT_EQ(difference.interval->high, 1);
  EXPECT_FALSE(estimate_contrast({{"anchor", 1}}, kLayouts, 0.95).resolved());
}

// A failed replicate leaves a layout without a variant: that layout must not count as 0.
TEST(Contrast, LayoutsWithoutAVariantDoNotCount) {
  Layouts layouts = kLayouts;
  layouts[4] = {{"none", 0.0}, {"anchor", 100.0}};
  EXPECT_EQ(estimate_contrast({{"branch", 1}, {"anchor", -1}}, layouts, 0.95).n, 3);
}

TEST(Contrast, MissingVariantsAreNamed) {
  const auto estimate = estimate_contrast({{"call", 1}, {"branch", -1}}, kLayouts, 0.95);
  EXPECT_FALSE(estimate.interval);
  EXPECT_EQ(estimate.reason, "call was not measured");
  EXPECT_EQ(estimate_share_of({{"call", 1}}, {{"clobber", 1}}, kLayouts, 0.95).reason,
            "call was not measured");
}

TEST(Contrast, DifferenceDropsWhatCancels) {
  const Contrast left = {{"call", 1}, {"branch", -1}};
  EXPECT_EQ(left - Contrast({{"clobber", 1}, {"branch", -1}}),
            Contrast({{"call", 1}, {"clobber", -1}}));
}

}  // namespace
}  // namespace tracetoll
