#include "request.hpp"

#include <gtest/gtest.h>

#include "error.hpp"

namespace tracetoll {
namespace {

TEST(ParseRequest, ThePresetGivesWorkloadsAndVariants) {
  RunOptions options;
  options.preset = "2007";
  const RunRequest request = parse_request(options);
  EXPECT_EQ(request.workloads.size(), 4U);
  EXPECT_EQ(request.variants.front(), "none");
  EXPECT_EQ(request.variants.back(), "call");
  EXPECT_EQ(request.budget_seconds, 60);
  EXPECT_EQ(request.layouts, 16);
}

TEST(ParseRequest, NamesAreCanonicalAndThereOnce) {
  RunOptions options;
  options.workloads = {"select_500+mode=exact", "select_500", "open_close"};
  options.variants = {"sled_cold", "sled_cold:0750", "none", "call", "call"};
  const RunRequest request = parse_request(options);
  EXPECT_EQ(request.workloads, (std::vector<std::string>{"select_500", "open_close"}));
  EXPECT_EQ(request.variants, (std::vector<std::string>{"none", "sled_cold:750", "call"}));
}

TEST(ParseRequest, FdsIsForTheSelectsOfTheRun) {
  RunOptions options;
  options.workloads = {"select_500", "open_close"};
  options.fds = "64";
  EXPECT_EQ(parse_request(options).workloads,
            (std::vector<std::string>{"select_500+fds=64", "open_close"}));
}

TEST(ParseRequest, ASeedMakesTheRunRepeatable) {
  RunOptions options;
  options.seed = "42";
  EXPECT_EQ(parse_request(options).seed, 42U);
}

// A word that is no variant must not start a build of minutes.
TEST(SledsToBuild, OnlyWellFormedOnesOfAKnownKind) {
  RunRequest request;
  request.variants = {"none", "sled_cold:300", "sled_cold:750", "sled_warm:300", "cal"};
  EXPECT_EQ(sleds_to_build(request, {"none", "sled_cold:750", "sled_cold:matched"}),
            (std::set<std::string>{"sled_cold:300"}));
}

// The code is built, not its dose.
TEST(SledsToBuild, ADoseNeedsTheSledItself) {
  RunRequest request;
  request.variants = {"none", "sled_cold:300:dose", "sled_cold:750:dose"};
  EXPECT_EQ(sleds_to_build(request, {"none", "sled_cold:750", "sled_cold:matched"}),
            (std::set<std::string>{"sled_cold:300"}));
}

TEST(CheckNames, TakesTheCopyAndDosesOfWhatIsThere) {
  Inventory inventory;
  inventory.entries = {{"select_500", "", "none", "one select"},
                       {"select_500", "", "none:copy", "one select"},
                       {"select_500", "", "call", "one select"}};
  RunRequest request;
  request.variants = {"none", "none:copy", "none:dose", "none:copy:dose", "call:dose"};
  EXPECT_NO_THROW(check_names(request, {}, inventory));
  for (const char* wrong :
       {"clobber:dose", "call:dose:dose", ":dose", "call:dos", "nop5@jump:dose"}) {
    request.variants = {"none", wrong};
    EXPECT_THROW(check_names(request, {}, inventory), InputError) << wrong;
  }
}

// The sites that --dose multiplies are another study.
TEST(CheckNames, DoseMultipliesNoDose) {
  Inventory inventory;
  inventory.entries = {{"empty_loop", "", "none", "one loop"},
                       {"empty_loop", "", "nop5", "one loop"}};
  RunRequest request;
  request.dosed = {"nop5:dose"};
  EXPECT_THROW(check_names(request, {}, inventory), InputError);
  request.dosed = {"nop5"};
  EXPECT_NO_THROW(check_names(request, {}, inventory));
}

TEST(CheckNames, RefusesWhatIsNotThere) {
  Inventory inventory;
  inventory.entries = {{"select_500", "", "none", "one select"}};
  RunRequest request;
  request.workloads = {"select_500+fds=3"};
  request.variants = {"none", "sled_cold:300"};
  EXPECT_NO_THROW(check_names(request, {"sled_cold:300"}, inventory));
  EXPECT_THROW(check_names(request, {}, inventory), InputError);
  request.workloads = {"select_5"};
  EXPECT_THROW(check_names(request, {"sled_cold:300"}, inventory), InputError);
}

}  // namespace
}  // namespace tracetoll
