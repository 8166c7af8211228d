#include "bad_layouts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "sample.hpp"

namespace tracetoll {

std::vector<std::string> bad_layouts(const std::vector<BadReplicate>& replicates) {
  struct Off {
    int processes = 0;
    double least = 0, most = 0;  // logarithms of the factor
  };
  std::map<std::tuple<int, std::string, std::string>, Off> by_layout;
  for (const auto& one : replicates) {
    Off& off = by_layout[{one.layout, one.workload, one.variant}];
    // What is called off of `none` is the ratio of the others to it.
    const double distance = std::log(one.variant == kBaseline ? 1 / one.factor : one.factor);
    off.least = off.processes == 0 ? distance : std::min(off.least, distance);
    off.most = off.processes == 0 ? distance : std::max(off.most, distance);
    ++off.processes;
  }
  std::vector<std::pair<double, std::string>> lines;
  for (const auto& [place, off] : by_layout) {
    const auto& [layout, workload, variant] = place;
    const auto factors = off.processes == 1 ? fmt::format("{:.3g}", std::exp(off.least))
                                            : fmt::format("{:.3g} to {:.3g}", std::exp(off.least),
                                                          std::exp(off.most));
    lines.emplace_back(
        -std::max(std::abs(off.least), std::abs(off.most)),
        fmt::format("{} of layout {}: {} of {} against none took {} times what it takes in the "
                    "median process, so one of the two was off (kept: medians and trimming absorb "
                    "it)",
                    off.processes == 1 ? "1 process" : fmt::format("{} processes", off.processes),
                    layout, variant == kBaseline ? "most variants" : variant, workload, factors));
  }
  std::ranges::stable_sort(lines, {}, &std::pair<double, std::string>::first);
  std::vector<std::string> result;
  for (auto& [distance, line] : lines) result.push_back(std::move(line));
  return result;
}

}  // namespace tracetoll
