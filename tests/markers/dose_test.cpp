// The executables of run --dose: so many copies of the marker at one site, and no others.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "specimen_file.hpp"
#include "variant_name.hpp"

namespace tracetoll {
namespace {

const Inspected& inspected_dose() {
  static const Inspected inspected(path_from("TT_DOSE_LAYOUT"));
  return inspected;
}

std::vector<Site> sites_of(const std::string& variant, const std::string& name) {
  std::vector<Site> result;
  for (const Site& site : inspected_dose().sites)
    if (site.variant == variant && site.name == name) result.push_back(site);
  return result;
}

std::string dosed(int copies) {
  return "nop5*" + std::to_string(copies);
}

TEST(DoseLayout, HasSoManyCopiesOfEachSite) {
  for (const int copies : kDoseCopies) {
    for (const char* name : {"leaf", "empty"}) {
      const auto sites = sites_of(dosed(copies), name);
      EXPECT_EQ(sites.size(), static_cast<std::size_t>(copies)) << dosed(copies) << " " << name;
      for (const Site& site : sites) {
        EXPECT_EQ(site.code_end - site.code, 5U) << site.function;
        EXPECT_EQ(site.hot_code, "nop") << site.function;
      }
    }
  }
}

// In a row under g++. clang 14 puts the arithmetic of leaf_loop between them (63 bytes in all
// between 64 copies or more): of what the loop does anyway, and no more than that.
TEST(DoseLayout, CopiesFollowOneAnother) {
  const std::uint64_t most = is_by_gcc(inspected_dose().file) ? 0 : 80;
  for (const int copies : kDoseCopies) {
    for (const char* name : {"leaf", "empty"}) {
      auto sites = sites_of(dosed(copies), name);
      std::ranges::sort(sites, {}, &Site::code);
      std::uint64_t between = 0;
      for (std::size_t i = 1; i < sites.size(); ++i)
        between += sites[i].code - sites[i - 1].code_end;
      EXPECT_LE(between, most) << dosed(copies) << " " << name;
    }
  }
}

// Of sys_open the entry alone, in the function of the namespace of that dose.
TEST(DoseLayout, SysOpenHasSoManyCopiesOfItsEntry) {
  for (const int copies : kDoseCopies) {
    const std::string function = "::nop5_" + std::to_string(copies) + "::sys_open(";
    int found = 0;
    for (const Site& site : sites_of(dosed(copies), "syscall_entry")) {
      if (site.function.find(function) == std::string::npos) continue;
      ++found;
      EXPECT_EQ(site.hot_code, "nop");
      EXPECT_EQ(site.code_end - site.code, 5U);
    }
    EXPECT_EQ(found, copies) << function;
  }
}

// Sites that are not multiplied are there once in every dose, so that the doses differ by the
// copies.
TEST(DoseLayout, OtherSitesAreTheSameInEveryDose) {
  const auto others = [](int copies) {
    std::map<std::string, int> count;
    for (const Site& site : inspected_dose().sites) {
      if (site.variant == dosed(copies) && site.name != "leaf" && site.name != "empty" &&
          site.name != "syscall_entry")
        ++count[site.name];
    }
    return count;
  };
  ASSERT_FALSE(others(0).empty());
  for (const int copies : kDoseCopies) EXPECT_EQ(others(copies), others(0)) << copies;
}

}  // namespace
}  // namespace tracetoll
