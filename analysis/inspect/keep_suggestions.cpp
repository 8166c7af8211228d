// What the sites of a file come to: how many of their arguments are found, and what to write so
// that all are.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "site_arguments.hpp"

namespace tracetoll {

namespace {

void add(const ArgumentSite& site, ArgumentCoverage& coverage) {
  coverage.sites++;
  coverage.complete += std::ranges::all_of(site.arguments, &SiteArgument::found) ? 1 : 0;
  for (const SiteArgument& argument : site.arguments) {
    coverage.arguments++;
    coverage.found += argument.found() ? 1 : 0;
    coverage.operands += argument.by == SiteArgument::By::operand ? 1 : 0;
  }
}

KeepSuggestion suggestion(const std::vector<const ArgumentSite*>& copies) {
  const ArgumentSite& first = *copies[0];
  KeepSuggestion result;
  if (!first.file.empty()) result.where = fmt::format("{}:{}", first.file, first.line);
  result.text = "MARK(" + first.name;
  result.copies = static_cast<int>(copies.size());
  for (const ArgumentSite* copy : copies)
    result.losing += std::ranges::all_of(copy->arguments, &SiteArgument::found) ? 0 : 1;
  for (std::size_t i = 0; i < first.arguments.size(); i++) {
    int losing = 0;
    bool kept = false;
    std::string why;
    for (const ArgumentSite* copy : copies) {
      const SiteArgument& argument = copy->arguments[i];
      kept |= argument.by == SiteArgument::By::operand;
      if (argument.found()) continue;
      losing++;
      if (why.empty()) why = argument.why;
    }
    const std::string& source = first.arguments[i].source;
    result.text += losing > 0 || kept ? ", keep(" + source + ")" : ", " + source;
    if (losing > 0)
      result.lost.push_back(fmt::format("{}: {} in {} of {}", source, why, losing, copies.size()));
  }
  result.text += ")";
  return result;
}

}  // namespace

std::vector<ArgumentCoverage> coverage_of(const std::vector<ArgumentSite>& sites) {
  std::vector<ArgumentCoverage> result;
  ArgumentCoverage all;
  for (const ArgumentSite& site : sites) {
    auto own = std::ranges::find(result, site.variant, &ArgumentCoverage::variant);
    if (own == result.end()) {
      result.emplace_back().variant = site.variant;
      own = result.end() - 1;
    }
    add(site, *own);
    add(site, all);
  }
  result.push_back(all);
  return result;
}

// Copies of one site of the source have its line, its name and its arguments; patch_call's have
// operands already.
std::vector<KeepSuggestion> keep_suggestions(const std::vector<ArgumentSite>& sites) {
  using Key = std::tuple<std::string, int, std::string, std::vector<std::string>>;
  std::map<Key, std::vector<const ArgumentSite*>> by_source;
  for (const ArgumentSite& site : sites) {
    std::vector<std::string> sources;
    for (const SiteArgument& argument : site.arguments) sources.push_back(argument.source);
    by_source[{site.file, site.line, site.name, sources}].push_back(&site);
  }
  std::vector<KeepSuggestion> result;
  for (const auto& [key, copies] : by_source) {
    KeepSuggestion one = suggestion(copies);
    if (one.losing > 0) result.push_back(std::move(one));
  }
  return result;
}

}  // namespace tracetoll
