// Every site of what is timed, in every variant: at -O2, as the layouts have it, and at -O3.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "code_shape.hpp"
#include "site_checks.hpp"

namespace tracetoll {
namespace {

const Inspected& layout() {
  static const Inspected inspected(path_from("TT_LAYOUT"));
  return inspected;
}
const Inspected& optimised() {
  static const Inspected inspected(path_from("TT_OPTIMISED"));
  return inspected;
}

TEST(Layout, EverySiteAgreesWithItsFacts) {
  expect_agreement(layout());
  expect_placement(layout());
}

TEST(Optimised, EverySiteAgreesWithItsFacts) {
  expect_agreement(optimised());
}

// A compiler that deletes a guard makes its variant equal to none, and the figures plausible.
TEST(Layout, EveryVariantHasEverySiteOfTheSource) {
  EXPECT_GE(host_sites().size(), 15U);
  EXPECT_EQ(axis_sites().at("syscall_entry"), 3);
  const std::vector<std::string> suffixes = split(TT_MARKED_SUFFIXES);
  EXPECT_GE(suffixes.size(), 2U);
  const std::vector<std::string> without = split(TT_WITHOUT_AXES);
  const std::set<std::string> without_axes(without.begin(), without.end());
  int checked = 0;
  for (const Facts& facts : layout().facts) {
    if (!leaves_records(facts.variant)) continue;
    checked++;
    EXPECT_EQ(missing_sites(layout(), facts.variant, host_namespace(facts.variant), host_sites()),
              std::vector<std::string>{});
    if (without_axes.contains(facts.variant)) continue;
    for (const std::string& suffix : suffixes) {
      EXPECT_EQ(missing_sites(layout(), facts.variant, host_namespace(facts.variant, suffix),
                              axis_sites()),
                std::vector<std::string>{});
    }
  }
  EXPECT_GE(checked, 13);
}

TEST(Optimised, EveryVariantHasEverySiteOfTheSource) {
  std::set<std::string> of_layout, of_optimised;
  for (const Facts& facts : layout().facts) of_layout.insert(header_of(facts.variant));
  for (const Facts& facts : optimised().facts) {
    of_optimised.insert(header_of(facts.variant));
    if (!leaves_records(facts.variant)) continue;
    EXPECT_EQ(
        missing_sites(optimised(), facts.variant, host_namespace(facts.variant), host_sites()),
        std::vector<std::string>{});
  }
  EXPECT_EQ(of_optimised, of_layout);
}

// The same check of a variant whose guards both compilers delete, and of one site too few.
TEST(Deleted, SitesAreMissed) {
  const Inspected deleted(path_from("TT_DELETED"));
  ASSERT_EQ(deleted.facts.size(), 1U);
  EXPECT_EQ(deleted.facts[0].variant, "deleted");
  EXPECT_FALSE(deleted.functions.in_namespace(host_namespace("deleted")).empty());
  EXPECT_EQ(missing_sites(deleted, "deleted", host_namespace("deleted"),
                          sites_declared_in(TT_LOOP_FILES)),
            (std::vector<std::string>{"tracetoll::host::deleted:: empty: 0 of 1 sites",
                                      "tracetoll::host::deleted:: leaf: 0 of 1 sites"}));
  EXPECT_EQ(missing_sites(layout(), "call", host_namespace("call"), {{"empty", 2}, {"leaf", 1}}),
            std::vector<std::string>{"tracetoll::host::call:: empty: 1 of 2 sites"});
}

// The point of clobber: what runs dormant is what runs in call. Under g++, whose asm would say
// more.
TEST(Layout, ClobberRunsWhatCallRuns) {
  if (std::ranges::find(layout().facts, "clobber", &Facts::variant) == layout().facts.end())
    GTEST_SKIP() << "this build leaves clobber out";
  if (!is_by_gcc(layout().file)) GTEST_SKIP() << "clang's body of clobber is an asm";
  const auto shape = [&](const std::string& variant) {
    return code_shape(layout().functions, layout().sites, host_namespace(variant));
  };
  const CodeShape call = shape("call"), clobber = shape("clobber");
  EXPECT_GT(call.instructions, 1000);
  // g++ may set up one register more before the loop of empty_loop.
  EXPECT_NEAR(clobber.instructions, call.instructions, 1);
  EXPECT_EQ(clobber.callee_saved_pushes, call.callee_saved_pushes);
  EXPECT_EQ(clobber.stack_loads, call.stack_loads);
  EXPECT_EQ(clobber.stack_stores, call.stack_stores);
  EXPECT_LT(clobber.text_bytes, call.text_bytes);
}

}  // namespace
}  // namespace tracetoll
