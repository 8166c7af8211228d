#include "simulated_run.hpp"

#include <cmath>
#include <numbers>

namespace tracetoll {

double Normal::uniform() {
  return (static_cast<double>(engine_() >> 11) + 0.5) * 0x1p-53;
}

double Normal::operator()() {
  const double radius = std::sqrt(-2 * std::log(uniform()));
  return radius * std::cos(2 * std::numbers::pi * uniform());
}

Samples simulate(const SimulatedRun& run) {
  Samples samples;
  samples.context.tool = "tracetoll 0.1.0";
  samples.context.compiler = "g++ 12.2.0";
  samples.context.flags = "-O2";
  samples.context.cpu = "Simulated CPU";
  samples.context.seed = run.seed;
  samples.context.layouts = run.layouts;
  samples.context.variants = {kBaseline};
  for (const auto& [variant, effect] : run.effects) samples.context.variants.push_back(variant);
  for (const auto& [workload, us] : run.workloads) {
    WorkloadContext context;
    context.name = workload;
    context.operation = "one operation";
    context.operations_per_block = 100;
    samples.context.workloads.push_back(context);
  }
  samples.end = "done";
  samples.elapsed_seconds = 12.5;

  Normal normal(run.seed);
  for (int layout = 1; layout <= run.layouts; ++layout) {
    for (const auto& [workload, us] : run.workloads) {
      auto effects = run.effects;
      if (const auto own = run.effects_of.find(workload); own != run.effects_of.end()) {
        effects = own->second;
      }
      effects[kBaseline] = 0;
      effects[kBaselineCopy] = 0;
      effects[kBaselineDose] = kDosePercent;
      std::map<std::string, double> luck;
      for (const auto& [variant, effect] : effects) luck[variant] = run.layout_sd * normal();
      for (int process = 0; process < run.processes; ++process) {
        for (int round = 0; round < run.rounds; ++round) {
          int position = 0;
          for (const auto& [variant, effect] : effects) {
            Block block;
            block.replicate = (layout - 1) * run.processes + process;
            block.layout = layout;
            block.round = round;
            block.position = position++;
            block.workload = workload;
            block.variant = variant;
            block.operations = 100;
            block.cpu_ns = us * 1000 * 100 * (1 + effect / 100) *
                           std::exp(luck[variant] + run.round_sd * normal());
            block.wall_ns = block.cpu_ns * 1.01;
            samples.blocks.push_back(block);
          }
        }
      }
    }
  }
  return samples;
}

}  // namespace tracetoll
