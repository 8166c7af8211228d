#include "nearest_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace tracetoll {
namespace {

// Levenshtein's distance, one row of the table at a time.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitution = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitution});
    }
  }
  return row.back();
}

}  // namespace

std::vector<std::string> nearest(const std::string& name, const std::vector<std::string>& known) {
  constexpr std::size_t kMost = 3;
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(name, candidate);
    const bool is_start = !name.empty() && candidate.starts_with(name);
    if (is_start || distance <= (candidate.size() + 2) / 3)
      ranked.emplace_back(is_start ? 0 : distance, candidate);
  }
  std::ranges::stable_sort(ranked, {}, &std::pair<std::size_t, std::string>::first);
  std::vector<std::string> names;
  for (const auto& [distance, candidate] : ranked)
    if (names.size() < kMost) names.push_back(candidate);
  return names;
}

std::string unknown_name(const std::string& kind, const std::string& name,
                         const std::vector<std::string>& known) {
  const std::vector<std::string> near = nearest(name.substr(0, 100), known);
  const std::string shown = name.size() > 100 ? name.substr(0, 100) + "..." : name;
  if (!near.empty())
    return fmt::format("unknown {} '{}'; did you mean {}?", kind, shown, fmt::join(near, ", "));
  return fmt::format("unknown {} '{}'; there are {}", kind, shown, fmt::join(known, ", "));
}

}  // namespace tracetoll
