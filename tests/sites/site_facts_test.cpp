// check_site() on sites made by hand: each declared fact, when it is wrong, is complained of.
#include <gtest/gtest.h>

#include "site.hpp"

namespace tracetoll {
namespace {

const Facts kSled = {"sled_cold:16", 6, 16, 1, 1, 0, 16, 0, 0, 0};
const Facts kCall = {"call", 6, 16, 1, 1, 0, Facts::kCompiled, 1, 0, 1};
const Facts kNop = {"nop5", 5, 5, 0, 0, 0, 0, 0, 0, 0};

Site sled() {
  Site site;
  site.name = "x";
  site.variant = "sled_cold:16";
  site.hot = {.bytes = 10, .instructions = 3, .loads = 1, .conditional_branches = 1};
  site.emitted = {.bytes = 16, .instructions = 16, .nops = 16};
  site.body = CodeCount{.bytes = 18, .instructions = 17, .nops = 16};
  site.guards = 1;
  return site;
}

Site call() {
  Site site = sled();
  site.variant = "call";
  site.emitted = {};
  site.body = CodeCount{.bytes = 30, .instructions = 7, .calls = 1};
  return site;
}

std::vector<std::string> check(const Site& site) {
  return check_site(site, std::vector{kSled, kCall, kNop});
}

TEST(SiteFacts, AgreementIsSilent) {
  EXPECT_EQ(check(sled()), std::vector<std::string>{});
  EXPECT_EQ(check(call()), std::vector<std::string>{});
}

TEST(SiteFacts, AComplaintNamesTheSiteAndBothFigures) {
  Site site = sled();
  site.hot.bytes = 17;
  EXPECT_EQ(check(site),
            std::vector<std::string>{"sled_cold:16 x: hot bytes declared 6 to 16, found 17"});
}

// Every declared figure, changed by one, in turn.
TEST(SiteFacts, NoWrongFactPasses) {
  const auto wrong = [](auto member, int value) {
    Facts facts = kSled;
    facts.*member = value;
    return check_site(sled(), std::vector{facts}).size();
  };
  EXPECT_EQ(wrong(&Facts::hot_bytes_min, 11), 1U);
  EXPECT_EQ(wrong(&Facts::hot_bytes_max, 9), 1U);
  EXPECT_EQ(wrong(&Facts::hot_loads, 0), 1U);
  EXPECT_EQ(wrong(&Facts::hot_branches, 2), 1U);
  EXPECT_EQ(wrong(&Facts::hot_calls, 1), 1U);
  EXPECT_EQ(wrong(&Facts::body_bytes, 17), 1U);
  EXPECT_EQ(wrong(&Facts::body_calls, 1), 1U);
}

// Of several copies of a guard, one that jumps over the body makes it lie in line, and one that
// does not keeps it out.
TEST(SiteFacts, PlacementCountsTheCopiesOfAGuard) {
  Facts in_line = kSled;
  in_line.body_inline = 1;
  const auto placed = [](const Facts& facts, int guards, int inline_guards) {
    Site site = sled();
    site.guards = guards;
    site.inline_guards = inline_guards;
    return placed_as_declared(site, std::vector{facts});
  };
  EXPECT_TRUE(placed(kSled, 1, 0));
  EXPECT_FALSE(placed(kSled, 1, 1));
  EXPECT_TRUE(placed(kSled, 5, 1));
  EXPECT_FALSE(placed(in_line, 1, 0));
  EXPECT_TRUE(placed(in_line, 5, 1));
}

TEST(SiteFacts, AMissingGuardIsReportedAsItself) {
  Site site = call();
  site.problem = "guard not found";
  site.body.reset();
  site.hot = {};
  const auto complaints = check(site);
  ASSERT_FALSE(complaints.empty());
  EXPECT_EQ(complaints[0], "call x: guard not found");
}

TEST(SiteFacts, ASledHoldsNopsAlone) {
  Site site = sled();
  site.emitted.nops = 15;
  EXPECT_EQ(check(site).size(), 1U);
}

// g++ copies what follows a site into its body; calls there are not the probe's.
TEST(SiteFacts, OnlyTheProbeCounts) {
  Site site = call();
  site.body->calls = 2;
  EXPECT_EQ(check(site).size(), 1U);
  site.body->other_calls = 1;
  EXPECT_EQ(check(site).size(), 0U);
}

TEST(SiteFacts, AnUndeclaredVariantIsReported) {
  Site site = sled();
  site.variant = "sled_cold:17";
  EXPECT_EQ(check(site), std::vector<std::string>{"sled_cold:17 x: the variant declares no facts"});
}

}  // namespace
}  // namespace tracetoll
