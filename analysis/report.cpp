#include "report.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "evidence.hpp"
#include "irregular.hpp"
#include "variant_name.hpp"

namespace tracetoll {

namespace {

std::map<std::string, std::vector<Block>> by_workload(const std::vector<Block>& blocks) {
  std::map<std::string, std::vector<Block>> result;
  for (const Block& block : blocks) result[block.workload].push_back(block);
  return result;
}

BlockFigure ns_figure(Clock clock) {
  return [clock](const Block& block) { return ns_per_operation(block, clock); };
}

BlockFigure counter_figure(const std::string& name) {
  return [name](const Block& block) -> std::optional<double> {
    const auto found = block.counters.find(name);
    if (found == block.counters.end()) return std::nullopt;
    return found->second / static_cast<double>(block.operations);
  };
}

// Those that the run declared, and any that a block has all the same.
std::map<std::string, Availability> all_counters(const Samples& samples) {
  auto result = samples.context.counters;
  for (const Block& block : samples.blocks) {
    for (const auto& [name, value] : block.counters) result.emplace(name, Availability{true, ""});
  }
  return result;
}

CounterFigure read_counter(const std::vector<Block>& blocks, const std::string& variant,
                           const std::string& name, const Availability& availability) {
  const auto per_op = typical(blocks, variant, counter_figure(name));
  if (per_op) return {per_op, ""};
  if (!availability.available) return {{}, availability.reason};
  return {{}, "no block of this variant has it"};
}

std::optional<double> sites_hit(const WorkloadContext& workload, const std::string& variant) {
  // Copies (nop5*16) have other sites than those that were counted.
  const std::string code = without_control_dose(variant);
  const bool has_sites = code != kBaseline && code != kBaselineCopy && !copies_name(code);
  if (!has_sites || workload.sites_hit_per_op.empty()) return std::nullopt;
  double sum = 0;
  for (const auto& [marker, hits] : workload.sites_hit_per_op) sum += hits;
  return code == variant ? sum : sum * (1 + 1.0 / kDosePeriod);
}

std::vector<std::string> variants_of(const Context& context) {
  auto result = context.variants;
  if (std::find(result.begin(), result.end(), kBaseline) == result.end()) {
    result.insert(result.begin(), kBaseline);
  }
  return result;
}

void add_evidence(WorkloadReport& report, const Context& context) {
  for (Cause& cause : report.causes) {
    if (!cause.points.interval) continue;
    cause.evidence = evidence_from_code(cause.name, cause.contrast, context.code);
    cause.contradiction = contradiction(cause.name, cause.points, cause.contrast, context.code);
    for (const auto& [counter, availability] : context.counters) {
      EventsPerOp events;
      for (const auto& variant : report.variants) {
        const auto& per_op = variant.counters.at(counter).per_op;
        if (per_op) events[variant.name] = *per_op;
      }
      for (auto& text : evidence_from_counter(counter, cause.contrast, events)) {
        cause.evidence.push_back(std::move(text));
      }
    }
  }
}

WorkloadReport make_workload(const WorkloadContext& workload, const Context& context,
                             const std::vector<Block>& blocks,
                             const std::vector<ProcessRatios>& processes, const Rule& rule) {
  WorkloadReport result;
  result.context = workload;
  const auto layouts = effects_by_layout(processes);
  const auto wall_layouts = effects_by_layout(process_ratios(blocks, Clock::kWall));
  const Gated gated = apply_gates(blocks);
  const auto passed_layouts = effects_by_layout(process_ratios(gated.passed, Clock::kCpu));
  for (const auto& name : variants_of(context)) {
    VariantReport variant;
    variant.name = name;
    variant.ns_per_op = typical(blocks, name, ns_figure(Clock::kCpu));
    variant.wall_ns_per_op = typical(blocks, name, ns_figure(Clock::kWall));
    variant.effect = estimate_contrast({{name, 1}}, layouts, rule);
    variant.wall_effect = estimate_contrast({{name, 1}}, wall_layouts, rule);
    variant.passed_effect = estimate_contrast({{name, 1}}, passed_layouts, rule);
    for (const auto& process : processes) {
      const auto rounds = process.rounds.find(name);
      if (rounds != process.rounds.end()) variant.rounds += static_cast<int>(rounds->second.size());
    }
    variant.sites_hit_per_op = sites_hit(workload, name);
    for (const auto& [counter, availability] : context.counters) {
      variant.counters[counter] = read_counter(blocks, name, counter, availability);
    }
    result.variants.push_back(std::move(variant));
  }
  result.causes = find_causes(layouts, rule);
  result.largest = find_largest(result.causes, layouts, rule);
  result.reading = read_as_in_2007(layouts, rule);
  add_evidence(result, context);
  result.rounds = gated.counts.rounds;
  result.gates = gated.counts;
  result.autocorrelation = round_autocorrelation(processes);
  result.irregular = irregularities(workload, variants_of(context), blocks);
  return result;
}

int count_intervals(const std::vector<WorkloadReport>& workloads) {
  int result = 0;
  for (const auto& workload : workloads) {
    for (const auto& variant : workload.variants) {
      result += variant.name != kBaseline && variant.effect.interval ? 1 : 0;
    }
    for (const auto& cause : workload.causes) result += cause.points.interval ? 1 : 0;
    result += workload.reading.added.interval ? 1 : 0;
  }
  return result;
}

bool by_replicate(const Failure& left, const Failure& right) {
  return std::tie(left.replicate, left.layout, left.reason) <
         std::tie(right.replicate, right.layout, right.reason);
}

}  // namespace

Report make_report(const Samples& samples, double level) {
  Report report;
  report.context = samples.context;
  report.context.counters = all_counters(samples);
  report.rule = Rule(level, samples.context.target_percent > 0);
  report.failures = samples.failures;
  std::sort(report.failures.begin(), report.failures.end(), by_replicate);
  report.end = samples.end;
  report.elapsed_seconds = samples.elapsed_seconds;

  const auto blocks = by_workload(samples.blocks);
  WorkloadEffects effects;
  for (const auto& workload : samples.context.workloads) {
    const auto found = blocks.find(workload.name);
    const auto of_workload = found == blocks.end() ? std::vector<Block>{} : found->second;
    const auto processes = process_ratios(of_workload, Clock::kCpu);
    report.workloads.push_back(
        make_workload(workload, report.context, of_workload, processes, report.rule));
    if (!of_workload.empty()) effects[workload.name] = effects_by_layout(processes);
    for (auto& bad : find_bad_replicates(workload.name, processes)) {
      report.bad_replicates.push_back(std::move(bad));
    }
  }
  report.doses = find_doses(samples, level);
  report.patched = find_patched(samples, level);
  report.copies = check_copies(effects, report.rule.anytime);
  report.dose = check_dose(effects, report.rule.anytime);

  std::set<int> layouts;
  std::set<int> replicates;
  for (const Block& block : samples.blocks) {
    layouts.insert(block.layout);
    replicates.insert(block.replicate);
  }
  report.layouts = static_cast<int>(layouts.size());
  report.replicates = static_cast<int>(replicates.size());
  for (const auto& workload : report.workloads) {
    report.rounds += workload.rounds;
    report.gates += workload.gates;
  }
  report.intervals = count_intervals(report.workloads);
  return report;
}

const VariantReport* find_variant(const WorkloadReport& workload, const std::string& name) {
  const auto named = [&](const VariantReport& variant) { return variant.name == name; };
  const auto found = std::find_if(workload.variants.begin(), workload.variants.end(), named);
  return found == workload.variants.end() ? nullptr : &*found;
}

}  // namespace tracetoll
