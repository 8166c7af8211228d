// Variants whose sites are those of functions: every function of such a variant has its sled, as
// declared, and no function of another variant has one.
#include <algorithm>
#include <map>
#include <set>

#include "find_sites.hpp"
#include "site_checks.hpp"

namespace tracetoll {
namespace {

// g++ puts five bytes of one-byte NOPs, clang one NOP: patchable_entry.h, mcount.h, xray.h.
using Code = std::vector<std::uint8_t>;
const std::map<std::string, Code> kSleds = {
    {"patchable_entry by g++", {0x90, 0x90, 0x90, 0x90, 0x90}},
    {"patchable_entry by clang", {0x0f, 0x1f, 0x44, 0x00, 0x08}},
    {"mcount by g++", {0x0f, 0x1f, 0x44, 0x00, 0x00}},
    {"xray by clang", {0xeb, 0x09, 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x02, 0x00, 0x00}},
};
const Code kXrayExit = {0xc3, 0x2e, 0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x02, 0x00, 0x00};

class FunctionSites : public testing::TestWithParam<std::pair<const char*, const char*>> {
 protected:
  Inspected inspected{path_from(GetParam().first)};
  std::string prefix = GetParam().second;

  std::vector<std::string> function_variants() const {
    std::vector<std::string> result;
    for (const Facts& facts : inspected.facts)
      if (function_sites_of(facts.variant)) result.push_back(facts.variant);
    return result;
  }
  std::vector<FoundSite> sites_of(SiteKind kind) const {
    std::vector<FoundSite> sites = find_sites(inspected.file);
    std::erase_if(sites, [&](const FoundSite& site) { return site.kind != kind; });
    return sites;
  }
  // g++ leaves out those that two units emit: patchable_entry.h.
  bool left_out(const std::string& variant, const Function& function) const {
    return variant == "patchable_entry" && is_by_gcc(inspected.file) &&
           function.symbol.find("9in_comdat") != std::string::npos;
  }
  void expect_sled(const std::string& variant, const FoundSite& site) const;
};

void FunctionSites::expect_sled(const std::string& variant, const FoundSite& site) const {
  const Facts& facts = *std::ranges::find(inspected.facts, variant, &Facts::variant);
  const int size = static_cast<int>(site.size);
  EXPECT_GE(size, facts.hot_bytes_min) << variant;
  EXPECT_LE(size, facts.hot_bytes_max) << variant;
  EXPECT_TRUE(site.notes.empty()) << variant << ": " << testing::PrintToString(site.notes);
  const auto view = inspected.file.bytes(site.address, site.size);
  const Code code(view.begin(), view.end());
  const bool exit = site.kind == SiteKind::xray && site.name == "exit";
  const auto sled = kSleds.find(variant + (is_by_gcc(inspected.file) ? " by g++" : " by clang"));
  ASSERT_NE(sled, kSleds.end()) << variant;
  EXPECT_EQ(code, exit ? kXrayExit : sled->second) << variant << " " << site.name;
}

TEST_P(FunctionSites, EveryFunctionHasASledAsDeclared) {
  ASSERT_GE(function_variants().size(), 1U);  // patchable_entry; mcount by g++, xray by clang++
  for (const std::string& variant : function_variants()) {
    std::map<const Function*, int> entries;
    for (const FoundSite& site : sites_of(*function_sites_of(variant))) {
      expect_sled(variant, site);
      const Function* function = inspected.functions.at(site.address);
      ASSERT_NE(function, nullptr) << variant;
      if (site.kind != SiteKind::xray || site.name == "entry") entries[function]++;
    }
    const auto functions = inspected.functions.in_namespace(prefix + variant + "::");
    EXPECT_GE(functions.size(), 15U) << variant;
    for (const Function* function : functions) {
      EXPECT_EQ(entries[function], left_out(variant, *function) ? 0 : 1)
          << variant << " " << function->name();
    }
  }
}

// A flag that leaks into the objects of another variant would put its cost there too.
TEST_P(FunctionSites, NoFunctionOfAnotherVariantHasOne) {
  for (const std::string& variant : function_variants()) {
    for (const FoundSite& site : sites_of(*function_sites_of(variant))) {
      const Function* function = inspected.functions.at(site.address);
      ASSERT_NE(function, nullptr) << variant;
      const std::string name = function->name();
      if (name.find(prefix) == std::string::npos) continue;  // a constructor of the unit
      EXPECT_NE(name.find(prefix + variant + "::"), std::string::npos) << variant << " " << name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Files, FunctionSites,
                         testing::Values(std::pair("TT_SPECIMEN", "tracetoll::specimen::"),
                                         std::pair("TT_PROTECTED", "tracetoll::specimen::"),
                                         std::pair("TT_LAYOUT", "tracetoll::host::"),
                                         std::pair("TT_OPTIMISED", "tracetoll::host::")),
                         [](const auto& info) { return std::string(info.param.first + 3); });

}  // namespace
}  // namespace tracetoll
