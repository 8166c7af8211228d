#include "enabled_run.hpp"

#include <cmath>

#include "simulated_run.hpp"
#include "variant_name.hpp"

namespace tracetoll {

Samples simulate(const EnabledRun& run) {
  Samples samples;
  samples.context.enabled = true;
  samples.context.workloads.resize(1);
  WorkloadContext& workload = samples.context.workloads[0];
  workload.name = "select_500.pure";
  workload.operations_per_block = 100;
  workload.sites_hit_per_op = {{"lock_acquire", run.hits}};
  workload.hits_per_op_by_variant = run.own_hits;
  samples.context.variants = {kBaseline};
  for (const auto& [variant, ns] : run.ns_per_hit) samples.context.variants.push_back(variant);
  samples.end = "done";
  Normal normal(run.seed);
  for (int layout = 1; layout <= run.layouts; ++layout) {
    std::map<std::string, double> time = {{kBaseline, run.none_ns}};
    std::map<std::string, double> luck;
    for (const auto& [variant, ns] : run.ns_per_hit) {
      const auto name = patched_name(variant);
      const std::string built = name ? name->built : variant;
      const auto own = run.own_hits.find(built);
      const double hits = own == run.own_hits.end() ? run.hits : own->second;
      if (!luck.contains(built)) luck[built] = std::exp(run.layout_luck * normal());
      const double of_site = name ? run.site_luck * normal() : 0;
      const double below = name ? time.at(built) : run.none_ns * luck[built];
      time[variant] = below + hits * (ns + of_site);
    }
    for (int round = 0; round < run.rounds; ++round) {
      for (const auto& [variant, ns] : time) {
        Block block;
        block.replicate = layout - 1;
        block.layout = layout;
        block.round = round;
        block.workload = workload.name;
        block.variant = variant;
        block.operations = 100;
        block.cpu_ns = block.wall_ns = 100 * ns * std::exp(run.round_sd * normal());
        samples.blocks.push_back(block);
      }
    }
  }
  return samples;
}

}  // namespace tracetoll
