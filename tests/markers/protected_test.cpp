// The specimen compiled with -fcf-protection=full: functions begin with endbr64, and so may blocks
// that a label's address leads to.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "site_checks.hpp"
#include "specimen_expected.hpp"

namespace tracetoll {
namespace {

const Inspected& inspected() {
  static const Inspected file(path_from("TT_PROTECTED"));
  return file;
}

TEST(Protected, EverySiteAgreesWithItsFacts) {
  expect_agreement(inspected());
  expect_placement(inspected());
}

TEST(Protected, EveryVariantHasEveryRecord) {
  std::map<std::string, std::map<std::string, int>> found;
  for (const Site& site : inspected().sites) found[site.variant][site.name]++;
  for (const Facts& facts : inspected().facts) {
    if (!leaves_records(facts.variant)) continue;
    for (const auto& expected : specimen::kExpected)
      EXPECT_EQ(found[facts.variant][expected.name], expected.records)
          << facts.variant << " " << expected.name;
  }
}

// uftrace#1613: who looks for a site at the symbol finds endbr64 there. Its address comes from the
// record, also where the site is the function's first code.
TEST(Protected, SitesAreBehindTheEntry) {
  int functions = 0;
  for (const Site& site : inspected().sites) {
    const Function* function = inspected().functions.at(site.code);
    ASSERT_NE(function, nullptr);
    const auto code = inspected().functions.decode(*function);
    const auto entry = std::ranges::find(code, function->parts[0].begin, &Instruction::address);
    ASSERT_NE(entry, code.end());
    if (entry->mnemonic != "endbr64") continue;
    functions++;
    EXPECT_FALSE(entry->nop);
    EXPECT_GE(site.hot_begin, entry->end()) << site.variant << " " << site.name;
  }
  EXPECT_GT(functions, 10);
}

}  // namespace
}  // namespace tracetoll
