#include "target.hpp"

#include "checks.hpp"
#include "effects.hpp"
#include "sign_test.hpp"

namespace tracetoll {

Decision decide(const Estimate& estimate, double target_percent) {
  if (!estimate.interval) return Decision::kOpen;
  if (estimate.resolved()) return Decision::kResolved;
  return largest_possible(estimate) < target_percent ? Decision::kSmaller : Decision::kOpen;
}

void TargetWatch::add(const std::vector<Block>& replicate) {
  for (const auto& workload : context_.workloads) {
    std::vector<Block> blocks;
    for (const Block& block : replicate) {
      if (block.workload == workload.name) blocks.push_back(block);
    }
    for (const auto& process : process_ratios(blocks, Clock::kCpu)) {
      for (const auto& [variant, effect] : effects_of(process))
        effects_[{workload.name, variant}].push_back(effect);
    }
  }
}

Estimate TargetWatch::effect(const std::string& workload, const std::string& variant,
                             double level) const {
  const auto found = effects_.find({workload, variant});
  const auto values = found == effects_.end() ? std::vector<double>{} : found->second;
  return estimate_median_anytime(values, level, "layouts");
}

bool TargetWatch::decided() const {
  const double check_level = level_of_checks(context_.workloads.size());
  for (const auto& workload : context_.workloads) {
    for (const auto& variant : context_.variants) {
      if (variant == kBaseline) continue;
      const auto estimate = effect(workload.name, variant, kDefaultLevel);
      if (decide(estimate, context_.target_percent) == Decision::kOpen) return false;
    }
    if (!effect(workload.name, kBaselineCopy, check_level).interval) return false;
    if (!effect(workload.name, kBaselineDose, check_level).resolved()) return false;
  }
  return true;
}

}  // namespace tracetoll
