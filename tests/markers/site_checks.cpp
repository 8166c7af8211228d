#include "site_checks.hpp"

#include <fstream>
#include <regex>
#include <set>
#include <sstream>

namespace tracetoll {

void expect_agreement(const Inspected& inspected) {
  ASSERT_FALSE(inspected.sites.empty());
  for (const Site& site : inspected.sites) {
    for (const std::string& complaint : check_site(site, inspected.facts)) {
      ADD_FAILURE() << complaint << " in " << site.function;
    }
  }
}

// A compiler lets the guard jump over the body where a site ends an arm in a loop (arm_right under
// g++ 12 and clang 14), and where the whole path is unlikely; g++ also moves a few sleds out of
// line that should be in it. So most sites of a variant must lie as declared, not all: measured, 18
// of 23 in the host under g++ at the least.
void expect_placement(const Inspected& inspected) {
  std::map<std::string, int> all;
  std::map<std::string, std::vector<std::string>> elsewhere;
  for (const Site& site : inspected.sites) {
    all[site.variant]++;
    if (!placed_as_declared(site, inspected.facts)) elsewhere[site.variant].push_back(site.name);
  }
  for (const auto& [variant, names] : elsewhere) {
    EXPECT_LE(names.size() * 10, static_cast<std::size_t>(all[variant]) * 4)
        << variant << ": " << testing::PrintToString(names);
  }
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) result.push_back(part);
  return result;
}

SiteCounts sites_declared_in(const std::string& names) {
  SiteCounts result;
  const std::regex mark(R"(\bMARK(_DOSED)?\((\w+))");
  for (const std::string& name : split(names)) {
    std::ifstream file(std::string(TT_BENCH_DIR) + "/" + name);
    EXPECT_TRUE(file) << name;
    std::ostringstream text;
    text << file.rdbuf();
    const std::string source = text.str();
    for (std::sregex_iterator at(source.begin(), source.end(), mark), end; at != end; ++at)
      result[(*at)[2]]++;
  }
  return result;
}

const SiteCounts& host_sites() {
  static const SiteCounts declared =
      sites_declared_in(TT_VALIDATOR_FILES "," TT_MARKED_FILES "," TT_LOOP_FILES);
  return declared;
}

const SiteCounts& axis_sites() {
  static const SiteCounts declared = sites_declared_in(TT_MARKED_FILES);
  return declared;
}

std::string host_namespace(const std::string& variant, const std::string& suffix) {
  return "tracetoll::host::" + namespace_of(variant) + suffix + "::";
}

bool leaves_records(const std::string& variant) {
  return variant != "none" && variant != "none:copy" && !function_sites_of(variant);
}

std::optional<SiteKind> function_sites_of(const std::string& variant) {
  if (variant == "patchable_entry") return SiteKind::patchable;
  if (variant == "mcount") return SiteKind::mcount;
  if (variant == "xray") return SiteKind::xray;
  return std::nullopt;
}

std::vector<std::string> missing_sites(const Inspected& inspected, const std::string& variant,
                                       std::string_view name_space, const SiteCounts& declared) {
  std::set<const Function*> functions;
  for (const Function* function : inspected.functions.in_namespace(name_space))
    functions.insert(function);
  std::map<std::string, std::set<std::uint64_t>> found;  // by marker, or by address without one
  for (const Site& site : inspected.sites) {
    if (site.variant != variant || !functions.contains(inspected.functions.at(site.code))) continue;
    found[site.name].insert(site.marker != 0 ? site.marker : site.code);
  }
  std::vector<std::string> result;
  for (const auto& [name, count] : declared) {
    const auto size = static_cast<int>(found[name].size());
    if (size < count) {
      result.push_back(std::string(name_space) + " " + name + ": " + std::to_string(size) + " of " +
                       std::to_string(count) + " sites");
    }
  }
  return result;
}

}  // namespace tracetoll
