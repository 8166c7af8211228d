// Sites of LTTng and of functions are switched on and off in the running test: each hit is counted,
// results stay as they are, and off is off.
#include "variant_switch.hpp"

#include <gtest/gtest.h>

#include "switched_work.hpp"

namespace tracetoll {
namespace {

using namespace tracetoll::testing;

struct Switched {
  const char* variant;
  double (*work)();
  // Hits of one run: work() itself is a function too, and XRay counts entries and exits.
  unsigned long hits;
};

class VariantSwitches : public ::testing::TestWithParam<Switched> {};

TEST_P(VariantSwitches, CountsEachHitWhileItIsOn) {
  const VariantSwitch* site = find_switch(GetParam().variant);
  ASSERT_NE(site, nullptr) << GetParam().variant;
  const double expected = GetParam().work();
  const unsigned long before = site->hits();
  EXPECT_GE(site->on(SwitchedProbe::counts), 1U);
  EXPECT_EQ(GetParam().work(), expected);
  EXPECT_EQ(site->hits() - before, GetParam().hits);
  site->off();
  EXPECT_EQ(GetParam().work(), expected);
  EXPECT_EQ(site->hits() - before, GetParam().hits);
}

TEST_P(VariantSwitches, AnEmptyProbeChangesNothing) {
  const VariantSwitch* site = find_switch(GetParam().variant);
  ASSERT_NE(site, nullptr) << GetParam().variant;
  const double expected = GetParam().work();
  const unsigned long before = site->hits();
  for (int i = 0; i < 3; ++i) {
    EXPECT_GE(site->on(SwitchedProbe::nothing), 1U);
    EXPECT_EQ(GetParam().work(), expected);
    site->off();
  }
  EXPECT_EQ(site->hits(), before);
}

TEST(VariantSwitch, OthersHaveNone) {
  EXPECT_EQ(find_switch("call"), nullptr);
  EXPECT_EQ(find_switch(""), nullptr);
}

const Switched kSwitched[] = {
#ifdef TT_HAS_lttng_ust
    {"lttng_ust", lttng_ust::work, kSteps},
#endif
#ifdef TT_HAS_patchable_entry
    {"patchable_entry", patchable_entry::work, kSteps + 1},
#endif
#ifdef TT_HAS_mcount
    {"mcount", mcount::work, kSteps + 1},
#endif
#ifdef TT_HAS_xray
    {"xray", xray::work, 2 * (kSteps + 1)},
#endif
};
INSTANTIATE_TEST_SUITE_P(Variants, VariantSwitches, ::testing::ValuesIn(kSwitched),
                         [](const auto& info) { return std::string(info.param.variant); });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(VariantSwitches);

}  // namespace
}  // namespace tracetoll
