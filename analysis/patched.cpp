#include "patched.hpp"

#include <map>
#include <tuple>

#include "autocorrelation.hpp"
#include "effects.hpp"
#include "holm.hpp"
#include "sign_test.hpp"
#include "variant_name.hpp"

namespace tracetoll {

namespace {

constexpr double kMostAutocorrelation = 0.2;

// In the order of the replicates and rounds, by layout.
using Ratios = std::map<int, std::vector<double>>;

// In percent of the unpatched.
Ratios round_ratios(const std::vector<Block>& blocks, const PatchedEffect& of) {
  std::map<std::tuple<int, int, int>, std::pair<double, double>> ns;  // layout, replicate, round
  for (const Block& block : blocks) {
    if (block.workload != of.workload) continue;
    auto& [built, patched] = ns[{block.layout, block.replicate, block.round}];
    if (block.variant == of.built) built = ns_per_operation(block, Clock::kCpu);
    if (block.variant == of.variant) patched = ns_per_operation(block, Clock::kCpu);
  }
  Ratios result;
  for (const auto& [round, pair] : ns) {
    const auto& [built, patched] = pair;
    if (built > 0 && patched > 0) result[std::get<0>(round)].push_back(100 * (patched / built - 1));
  }
  return result;
}

}  // namespace

std::vector<PatchedEffect> find_patched(const Samples& samples, double level) {
  std::vector<PatchedEffect> result;
  std::vector<std::vector<double>> pooled;
  std::vector<std::optional<double>> p_values;
  for (const auto& workload : samples.context.workloads) {
    for (const auto& variant : samples.context.variants) {
      const auto name = patched_name(variant);
      if (!name || is_enabled_form(name->form)) continue;
      PatchedEffect effect{workload.name, variant, name->built, {}, 0, {}};
      std::vector<double> all;
      for (const auto& [layout, rounds] : round_ratios(samples.blocks, effect)) {
        const auto merged = decorrelated(rounds, kMostAutocorrelation);
        effect.rounds += static_cast<int>(rounds.size());
        effect.layouts.push_back({layout, estimate_median_by_signs(merged, level, "rounds")});
        all.insert(all.end(), merged.begin(), merged.end());
      }
      p_values.push_back(sign_test_p(all));
      pooled.push_back(std::move(all));
      result.push_back(std::move(effect));
    }
  }
  const auto decisions = holm(p_values, 1 - level);
  for (std::size_t i = 0; i < result.size(); ++i) {
    const double of_step = decisions[i] ? decisions[i]->level : level;
    result[i].effect = estimate_median_by_signs(pooled[i], of_step, "rounds");
  }
  return result;
}

}  // namespace tracetoll
