#include "layout_figures.hpp"

#include <cmath>

#include "effects.hpp"
#include "statistics.hpp"

namespace tracetoll {

namespace {

LayoutValues effects_of_layouts(const std::vector<Block>& blocks) {
  LayoutValues result;
  for (const auto& [layout, effects] : effects_by_layout(process_ratios(blocks, Clock::kCpu))) {
    for (const auto& [variant, effect] : effects) result[variant].push_back(effect);
  }
  return result;
}

LayoutValues log_times_of_layouts(const std::vector<Block>& blocks) {
  // Variant, layout, replicate.
  std::map<std::string, std::map<int, std::map<int, std::vector<double>>>> ns;
  for (const Block& block : blocks) {
    ns[block.variant][block.layout][block.replicate].push_back(
        ns_per_operation(block, Clock::kCpu));
  }
  LayoutValues result;
  for (const auto& [variant, layouts] : ns) {
    for (const auto& [layout, replicates] : layouts) {
      std::vector<double> medians;
      for (const auto& [replicate, rounds] : replicates) medians.push_back(*median(rounds));
      result[variant].push_back(std::log(*median(medians)));
    }
  }
  return result;
}

}  // namespace

LayoutFigures layout_figures(const std::vector<Block>& blocks, const std::string& workload) {
  std::vector<Block> of_workload;
  for (const Block& block : blocks) {
    if (block.workload == workload) of_workload.push_back(block);
  }
  return {effects_of_layouts(of_workload), log_times_of_layouts(of_workload)};
}

std::vector<double> values_of(const LayoutValues& values, const std::string& variant) {
  const auto found = values.find(variant);
  return found == values.end() ? std::vector<double>{} : found->second;
}

}  // namespace tracetoll
