// How many arguments of the validator's sites are found, compiled as they are measured and with -g.
// docs/extending.md quotes the figures.
#include <gtest/gtest.h>

#include <algorithm>

#include "elf_file.hpp"
#include "site_arguments.hpp"

namespace tracetoll::testing {
namespace {

#ifdef __clang__
constexpr double kLowest = 0.65, kHighest = 0.85;  // clang 14: 60 of 82, 73 %
#else
constexpr double kLowest = 0.75, kHighest = 0.95;  // g++ 12: 69 of 84, 82 %
#endif

class Coverage : public ::testing::Test {
 protected:
  Coverage() : file_(TT_VALIDATOR_DEBUG, ""), arguments_(site_arguments(file_, "")) {}
  ElfFile file_;
  SiteArguments arguments_;
};

TEST_F(Coverage, IsTheFigureOfTheDocuments) {
  ASSERT_EQ(arguments_.coverage.size(), 2U);
  const ArgumentCoverage& all = arguments_.coverage.back();
  ASSERT_GE(all.arguments, 70);
  EXPECT_EQ(all.operands, 0);
  const double share = static_cast<double>(all.found) / all.arguments;
  EXPECT_GE(share, kLowest) << all.found << " of " << all.arguments;
  EXPECT_LE(share, kHighest) << all.found << " of " << all.arguments;
}

TEST_F(Coverage, WhatIsLostIsLostToTheCompilerNotToUs) {
  for (const ArgumentSite& site : arguments_.sites) {
    EXPECT_EQ(site.note, "");
    EXPECT_FALSE(site.file.empty()) << site.name;
    for (const SiteArgument& argument : site.arguments) {
      if (argument.found()) continue;
      // A constant that no code refers to has no entry: keep() costs nothing there.
      EXPECT_TRUE(argument.why == "optimised out" || argument.why == "entry value" ||
                  argument.source == "kSelectNumber")
          << site.name << ": " << argument.source << ": " << argument.reason;
    }
  }
}

TEST_F(Coverage, EverySiteThatLosesAnArgumentHasASuggestion) {
  int losing = 0, suggested = 0;
  for (const ArgumentSite& site : arguments_.sites)
    losing += std::ranges::all_of(site.arguments, &SiteArgument::found) ? 0 : 1;
  for (const KeepSuggestion& one : arguments_.suggestions) {
    suggested += one.losing;
    EXPECT_NE(one.text.find("keep("), std::string::npos) << one.text;
    EXPECT_NE(one.where.find(".cpp:"), std::string::npos) << one.where;
  }
  EXPECT_EQ(suggested, losing);
}

TEST_F(Coverage, OfOneFunction) {
  const SiteArguments one = site_arguments(file_, "lock_release");
  ASSERT_FALSE(one.sites.empty());
  EXPECT_LT(one.sites.size(), arguments_.sites.size());
  for (const ArgumentSite& site : one.sites)
    EXPECT_NE(site.function.find("lock_release"), std::string::npos) << site.function;
  EXPECT_THROW(site_arguments(file_, "nobody"), std::runtime_error);
}

TEST_F(Coverage, DebugDataChangesNoCode) {
  const ElfFile plain(TT_VALIDATOR_PLAIN, "");
  const Section* with = file_.section(".text");
  const Section* without = plain.section(".text");
  ASSERT_NE(with, nullptr);
  ASSERT_NE(without, nullptr);
  EXPECT_TRUE(std::ranges::equal(with->bytes, without->bytes));
}

TEST_F(Coverage, WithoutDebugDataEveryArgumentSaysWhatIsMissing) {
  const ElfFile plain(TT_VALIDATOR_PLAIN, "");
  const SiteArguments none = site_arguments(plain, "");
  EXPECT_FALSE(none.notes.empty());
  EXPECT_EQ(none.sites.size(), arguments_.sites.size());
  for (const ArgumentSite& site : none.sites) {
    for (const SiteArgument& argument : site.arguments) {
      EXPECT_EQ(argument.why, "no debug data");
      EXPECT_NE(argument.reason.find("-g"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace tracetoll::testing
