#include "dose.hpp"

#include <algorithm>
#include <cmath>

#include "effects.hpp"
#include "statistics.hpp"
#include "variant_name.hpp"

namespace tracetoll {

namespace {

std::vector<std::string> dosed_variants(const Context& context) {
  std::vector<std::string> result;
  for (const auto& variant : context.variants) {
    const auto name = copies_name(variant);
    if (name && std::ranges::find(result, name->variant) == result.end())
      result.push_back(name->variant);
  }
  return result;
}

// The blocks of the copies of one variant, those with no copy as the baseline.
std::vector<Block> against_no_copy(const std::vector<Block>& blocks, const std::string& workload,
                                   const std::string& variant) {
  std::vector<Block> result;
  for (const Block& block : blocks) {
    const auto name = copies_name(block.variant);
    if (block.workload != workload || !name || name->variant != variant) continue;
    result.push_back(block);
    if (name->copies == 0) result.back().variant = kBaseline;
  }
  return result;
}

std::map<int, DoseCurve> curves(const std::vector<Block>& blocks, double ns_per_pass) {
  std::map<int, DoseCurve> result;
  for (const auto& [layout, effects] : effects_by_layout(process_ratios(blocks, Clock::kCpu))) {
    for (const auto& [variant, percent] : effects) {
      const auto name = copies_name(variant);
      result[layout][name ? name->copies : 0] = percent / 100 * ns_per_pass;
    }
  }
  return result;
}

std::map<int, DoseCurve> without_baseline(std::map<int, DoseCurve> layouts) {
  for (auto& [layout, curve] : layouts) curve.erase(0);
  return layouts;
}

std::map<int, Estimate> locations(const std::map<int, std::vector<double>>& values, double level) {
  std::map<int, Estimate> result;
  for (const auto& [copies, of_layouts] : values)
    result[copies] = estimate_location(of_layouts, level);
  return result;
}

void add_points(DoseEffect& effect, const std::map<int, DoseCurve>& layouts, double level) {
  std::map<int, std::vector<double>> values;
  std::map<int, std::vector<double>> slopes;
  for (const auto& [layout, curve] : layouts) {
    const std::pair<const int, double>* before = nullptr;
    for (const auto& point : curve) {
      const auto& [copies, value] = point;
      if (copies > 0) values[copies].push_back(value);
      if (before) slopes[copies].push_back((value - before->second) / (copies - before->first));
      before = &point;
    }
  }
  effect.points = locations(values, level);
  effect.steps = locations(slopes, level);
}

}  // namespace

std::vector<DoseEffect> find_doses(const Samples& samples, double level) {
  std::vector<DoseEffect> result;
  for (const auto& workload : samples.context.workloads) {
    for (const auto& variant : dosed_variants(samples.context)) {
      DoseEffect effect{workload.name, variant, workload.dosed_hits_per_op, {}, {}, {}};
      const auto blocks = against_no_copy(samples.blocks, workload.name, variant);
      const auto none = typical(blocks, kBaseline, [](const Block& block) {
        return std::optional(ns_per_operation(block, Clock::kCpu));
      });
      if (effect.hits_per_op == 0) {
        effect.line.reason = "the workload has no site that is multiplied";
      } else if (!none) {
        effect.line.reason = "not measured without copies";
      } else {
        const auto layouts = curves(blocks, *none / static_cast<double>(effect.hits_per_op));
        effect.line =
            fit_dose_line(without_baseline(layouts), level, kLackOfFitLevel, kStraightEnough);
        add_points(effect, layouts, level);
      }
      result.push_back(std::move(effect));
    }
  }
  return result;
}

}  // namespace tracetoll
