#include "enabled_request.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "error.hpp"
#include "request.hpp"

namespace tracetoll {
namespace {

using Names = std::vector<std::string>;

const Switchable kSwitchable = {
    {"anchor", {{}, "its sites have nothing to switch"}},
    {"branch", {{{"taken", ""}}, ""}},
    {"call", {{{"counter", ""}, {"empty", ""}, {"timestamp", ""}, {"user", ""}}, ""}},
    {"sled_cold:750", {{{"taken", ""}}, ""}},
    {"patch_dwarf", {{{"counter", ""}, {"empty", ""}}, "1 of its 9 markers stay dormant: gone"}},
    {"usdt", {{{"uprobe", "no uprobe_events"}}, ""}}};
const Names kKnown = {"none", "anchor", "branch", "sled_cold:750", "call", "patch_dwarf", "usdt"};

RunOptions enabled(const Names& variants) {
  RunOptions options;
  options.state = "enabled";
  options.variants = variants;
  return options;
}

struct Chosen {
  Names variants;
  std::map<std::string, std::string> reasons;
};

Chosen choose(const RunOptions& options) {
  RunRequest request = parse_request(options);
  Chosen chosen;
  chosen.reasons = choose_forms(request, kSwitchable, kKnown, !options.variants.empty());
  chosen.variants = request.variants;
  return chosen;
}

std::string complaint_of(const RunOptions& options) {
  try {
    choose(options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(EnabledRequest, EachVariantComesWithItsFormsBehindIt) {
  EXPECT_EQ(choose(enabled({"branch", "call"})).variants,
            (Names{"none", "branch", "branch@taken", "call", "call@empty", "call@counter",
                   "call@timestamp", "call@user"}));
}

// Sleds are parts of the ladder of causes, not techniques; usdt is one, even where it stays
// dormant.
TEST(EnabledRequest, WithoutNamesEveryTechniqueThatCanBeSwitchedOnIsTaken) {
  const Chosen chosen = choose(enabled({}));
  EXPECT_EQ(chosen.variants, (Names{"none", "branch", "branch@taken", "call", "call@empty",
                                    "call@counter", "call@timestamp", "call@user", "patch_dwarf",
                                    "patch_dwarf@empty", "patch_dwarf@counter", "usdt"}));
  EXPECT_EQ(chosen.reasons.at("anchor"), "its sites have nothing to switch");
  EXPECT_EQ(chosen.reasons.at("usdt@uprobe"), "no uprobe_events");
  EXPECT_EQ(chosen.reasons.at("patch_dwarf"), "1 of its 9 markers stay dormant: gone");
  EXPECT_EQ(chosen.reasons.size(), 3U);
}

// Who asks for one by name is told at once; a preset's stays dormant beside the others.
TEST(EnabledRequest, AVariantThatCannotBeEnabledIsRefusedByName) {
  EXPECT_EQ(complaint_of(enabled({"anchor"})),
            "variant 'anchor' cannot be switched on: its sites have nothing to switch");
  EXPECT_EQ(complaint_of(enabled({"usdt"})),
            "variant 'usdt' cannot be switched on: no uprobe_events");
  RunOptions preset;
  preset.state = "enabled";
  preset.preset = "2007";
  const Chosen chosen = choose(preset);
  EXPECT_NE(std::ranges::find(chosen.variants, "anchor"), chosen.variants.end());
  EXPECT_TRUE(chosen.reasons.contains("anchor"));
}

TEST(EnabledRequest, AFormByNameNeedsNoState) {
  RunOptions options;
  options.variants = {"call@empty"};
  EXPECT_EQ(choose(options).variants, (Names{"none", "call", "call@empty"}));
  options.variants = {"call@saved"};
  EXPECT_EQ(complaint_of(options),
            "variant 'call@saved' cannot be switched on: call has no such form; there are empty, "
            "counter, timestamp, user");
  options.variants = {"usdt@uprobe"};
  EXPECT_EQ(complaint_of(options), "variant 'usdt@uprobe' cannot be switched on: no uprobe_events");
  options.variants = {"anchor@empty"};
  EXPECT_EQ(complaint_of(options),
            "variant 'anchor@empty' cannot be switched on: its sites have nothing to switch");
}

TEST(EnabledRequest, OnlyRunsThatSwitchAskTheLayouts) {
  RunOptions dormant;
  dormant.variants = {"call", "nop5@jump"};
  EXPECT_FALSE(switches_sites(parse_request(dormant)));
  dormant.variants = {"call@counter"};
  EXPECT_TRUE(switches_sites(parse_request(dormant)));
  EXPECT_TRUE(switches_sites(parse_request(enabled({}))));
}

TEST(EnabledRequest, OptionsThatDoNotGoTogetherAreNamed) {
  RunOptions options;
  options.state = "enalbed";
  EXPECT_EQ(complaint_of(options), "unknown state 'enalbed'; did you mean enabled?");
  options.state = "enabled";
  options.target = "1%";
  EXPECT_NE(complaint_of(options).find("leave --target out"), std::string::npos);
  options.target.reset();
  options.dose = true;
  EXPECT_NE(complaint_of(options).find("leave --dose out"), std::string::npos);
}

// The second one takes as long again.
TEST(EnabledRequest, ALongBudgetHasASecondWorkload) {
  RunOptions options = enabled({"call"});
  EXPECT_EQ(parse_request(options).workloads, (Names{"select_500.pure"}));
  options.budget = "10m";
  EXPECT_EQ(parse_request(options).workloads, (Names{"open_close.pure", "select_500.pure"}));
}

}  // namespace
}  // namespace tracetoll
