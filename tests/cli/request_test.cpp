#include "request.hpp"

#include <gtest/gtest.h>

#include "error.hpp"

namespace tracetoll {
namespace {

using Names = std::vector<std::string>;

// The message of the InputError; empty when there is none.
template <typename Action>
std::string complaint_of(Action action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string complaint_of(const RunOptions& options) {
  return complaint_of([&] { parse_request(options); });
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Inventory inventory_of(const Names& variants) {
  Inventory inventory;
  for (const std::string& variant : variants)
    inventory.entries.push_back({"select_500", "", variant, "one select"});
  return inventory;
}

// What check_names says of these variants on a workload that is there.
std::string complaint_of(const RunOptions& options, const Names& linked) {
  RunOptions of_workload = options;
  of_workload.workloads = {"select_500"};
  return complaint_of([&] { check_names(parse_request(of_workload), {}, inventory_of(linked)); });
}

RunOptions with_variants(const Names& variants) {
  RunOptions options;
  options.variants = variants;
  return options;
}

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

const Names kLinked = {"none",       "none:copy",        "nop5", "branch", "call",
                       "static_key", "sled_executed:750"};

// What a patched variant is compared with is measured too, and comes first.
TEST(Patched, ItsBaseIsMeasuredBeforeIt) {
  EXPECT_EQ(parse_request(with_variants({"nop5@jump"})).variants,
            (Names{"none", "nop5", "nop5@jump"}));
  EXPECT_EQ(parse_request(with_variants({"call", "nop5@jump", "nop5@long", "nop5"})).variants,
            (Names{"none", "call", "nop5", "nop5@jump", "nop5@long"}));
}

TEST(Patched, NamesAreCanonicalAndThereOnce) {
  EXPECT_EQ(
      parse_request(with_variants({"sled_executed@jump", "sled_executed:0750@jump"})).variants,
      (Names{"none", "sled_executed:750", "sled_executed:750@jump"}));
}

TEST(Patched, VariantsOfNopsAreTaken) {
  EXPECT_EQ(
      complaint_of(with_variants({"nop5@jump", "static_key@long", "sled_executed@short"}), kLinked),
      "");
}

TEST(Patched, AnUnknownFormNamesTheForms) {
  const std::string far = complaint_of(with_variants({"nop5@zzzzzzz"}), kLinked);
  for (const char* form : {"zzzzzzz", "jump", "long", "short"})
    EXPECT_TRUE(contains(far, form)) << far;
  EXPECT_TRUE(contains(complaint_of(with_variants({"nop5@jmp"}), kLinked), "did you mean jump"));
  for (const char* name : {"nop5@", "nop5@jump@long", "nop5@JUMP"})
    EXPECT_TRUE(contains(complaint_of(with_variants({name}), kLinked), "unknown form")) << name;
}

TEST(Patched, SitesThatAreNoNopsAreRefused) {
  for (const char* name : {"call@jump", "branch@long", "none@jump"}) {
    const std::string complaint = complaint_of(with_variants({name}), kLinked);
    EXPECT_TRUE(contains(complaint, name) && contains(complaint, "only sites that are NOPs"))
        << complaint;
  }
  EXPECT_TRUE(contains(complaint_of(with_variants({"nop6@jump"}), kLinked), "did you mean nop5"));
  EXPECT_TRUE(contains(complaint_of(with_variants({"@jump"}), kLinked), "unknown variant"));
}

// What is patched is linked by its base: no build for it.
TEST(Patched, SledsAreBuiltOnce) {
  const RunRequest request = parse_request(with_variants({"sled_executed:300@jump"}));
  EXPECT_EQ(sleds_to_build(request, {"none", "sled_executed:750", "sled_executed:matched"}),
            (std::set<std::string>{"sled_executed:300"}));
}

RunOptions dose() {
  RunOptions options;
  options.dose = true;
  return options;
}

TEST(Dose, HasWorkloadsAndAVariantOfItsOwn) {
  const RunRequest request = parse_request(dose());
  EXPECT_EQ(request.workloads, (Names{"empty_loop", "leaf_loop"}));
  EXPECT_EQ(request.dosed, Names{"nop5"});
  EXPECT_EQ(request.variants,
            (Names{"none", "nop5*0", "nop5*1", "nop5*4", "nop5*16", "nop5*64", "nop5*256"}));
  EXPECT_TRUE(parse_request({}).dosed.empty());
}

TEST(Dose, MultipliesEveryVariant) {
  RunOptions options = dose();
  options.variants = {"sled_cold", "none", "branch"};
  options.workloads = {"select_500"};
  const RunRequest request = parse_request(options);
  EXPECT_EQ(request.workloads, Names{"select_500"});
  EXPECT_EQ(request.dosed, (Names{"sled_cold:750", "branch"}));
  ASSERT_EQ(request.variants.size(), 13U);
  EXPECT_EQ(request.variants[1], "sled_cold:750*0");
  EXPECT_EQ(request.variants[12], "branch*256");
}

TEST(Dose, StandsAlone) {
  RunOptions options = dose();
  options.preset = "2007";
  EXPECT_TRUE(contains(complaint_of(options), "leave the preset '2007' out"));
  options = dose();
  options.target = "1%";
  EXPECT_TRUE(contains(complaint_of(options), "leave --target out"));
  options = dose();
  options.variants = {"none"};
  EXPECT_TRUE(contains(complaint_of(options), "no marker to multiply"));
}

TEST(Dose, OnlyCompiledMarkersAreMultiplied) {
  for (const char* name : {"nop5@jump", "none:copy"}) {
    RunOptions options = dose();
    options.variants = {name};
    EXPECT_TRUE(contains(complaint_of(options, kLinked), "not a marker that is compiled")) << name;
  }
  for (const char* name : {"nop5*4", "nop6"}) {
    RunOptions options = dose();
    options.variants = {name};
    EXPECT_TRUE(contains(complaint_of(options, kLinked), "unknown variant")) << name;
  }
  RunOptions options = dose();
  options.variants = {"nop5", "branch"};
  EXPECT_EQ(complaint_of(options, kLinked), "");
}

// Copies are of the executables of --dose alone.
TEST(Dose, CopiesAreNoVariantsOfAnOrdinaryRun) {
  EXPECT_TRUE(contains(complaint_of(with_variants({"nop5*4"}), kLinked), "unknown variant"));
}

RunOptions target(const std::string& percent) {
  RunOptions options;
  options.target = percent;
  return options;
}

TEST(Target, IsAPercentage) {
  EXPECT_EQ(parse_request({}).target_percent, 0);
  EXPECT_EQ(parse_request(target("0.5%")).target_percent, 0.5);
  EXPECT_EQ(parse_request(target("2")).target_percent, 2);
  EXPECT_EQ(parse_request(target("0.01%")).target_percent, 0.01);
  EXPECT_EQ(parse_request(target("100%")).target_percent, 100);
}

TEST(Target, OtherTextIsRefusedWithTheBounds) {
  for (const char* text :
       {"", "%", "0", "0.009%", "100.1", "-1%", "1%%", "1 %", "some", "nan", "inf", "1e300"}) {
    const std::string complaint = complaint_of(target(text));
    EXPECT_TRUE(contains(complaint, "--target '") && contains(complaint, "from 0.01 to 100"))
        << text << ": " << complaint;
  }
}

TEST(Target, TakesAsManyLayoutsAsItNeeds) {
  RunOptions options = target("1%");
  options.layouts = "8";
  EXPECT_TRUE(contains(complaint_of(options), "leave --layouts out"));
}

Inventory with_two_not_built() {
  Inventory inventory = inventory_of({"none", "call", "usdt"});
  inventory.entries.push_back({"select_500", "+validator=off", "none", "one select"});
  inventory.entries.push_back({"select_500", "+validator=off", "call", "one select"});
  inventory.not_built = {{"mcount", "no reason"}, {"xray", "g++ has no -fxray-instrument"}};
  return inventory;
}

TEST(NotBuilt, AskedForByNameItIsRefusedWithTheReason) {
  RunOptions options = with_variants({"call", "xray"});
  options.workloads = {"select_500"};
  RunRequest request = parse_request(options);
  EXPECT_TRUE(leave_out_not_built(request, options, with_two_not_built()).empty());
  const std::string complaint =
      complaint_of([&] { check_names(request, {}, with_two_not_built()); });
  EXPECT_EQ(complaint, "variant 'xray': not built: g++ has no -fxray-instrument");
}

TEST(NotBuilt, APresetGoesWithoutIt) {
  RunOptions options;
  options.preset = "techniques";
  RunRequest request = parse_request(options);
  const std::size_t all = request.variants.size();
  const auto lines = leave_out_not_built(request, options, with_two_not_built());
  EXPECT_EQ(lines, (Names{"mcount is left out, not built: no reason",
                          "xray is left out, not built: g++ has no -fxray-instrument"}));
  EXPECT_EQ(request.variants.size(), all - 2);
}

TEST(CheckNames, NotEveryVariantHasEveryAxis) {
  RunOptions options = with_variants({"call"});
  options.workloads = {"select_500+validator=off"};
  EXPECT_NO_THROW(check_names(parse_request(options), {}, with_two_not_built()));
  options.variants = {"usdt"};
  EXPECT_EQ(complaint_of([&] { check_names(parse_request(options), {}, with_two_not_built()); }),
            "variant 'usdt': select_500+validator=off is not compiled with it; leave "
            "'+validator=off' out, or the variant; compiled with it are: none, call");
}

TEST(Dose, SitesOfFunctionsAreNotMultiplied) {
  RunOptions options = with_variants({"mcount"});
  options.dose = true;
  EXPECT_TRUE(contains(complaint_of([&] {
                         RunRequest request = parse_request(options);
                         request.workloads = {"select_500"};
                         check_names(request, {}, inventory_of({"none", "mcount"}));
                       }),
                       "those of functions"));
}

}  // namespace
}  // namespace tracetoll
