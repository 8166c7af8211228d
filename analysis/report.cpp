#include "report.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "counts_evidence.hpp"
#include "event_figures.hpp"
#include "evidence.hpp"
#include "exact_figures.hpp"
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

// Those that the run declared, and any that a block has all the same.
std::map<std::string, Availability> all_counters(const Samples& samples) {
  auto result = samples.context.counters;
  for (const Block& block : samples.blocks) {
    for (const auto& [name, value] : block.counters) result.emplace(name, Availability{true, ""});
  }
  return result;
}

std::optional<double> sites_hit(const WorkloadContext& workload, const std::string& variant) {
  // Copies (nop5*16) have other sites than those that were counted.
  const std::string code = without_control_dose(variant);
  const bool has_sites = code != kBaseline && code != kBaselineCopy && !copies_name(code);
  if (!has_sites || workload.sites_hit_per_op.empty()) return std::nullopt;
  const auto patched = patched_name(code);
  const auto own = workload.hits_per_op_by_variant.find(patched ? patched->built : code);
  if (own != workload.hits_per_op_by_variant.end()) return own->second;
  double sum = 0;
  for (const auto& [marker, hits] : workload.sites_hit_per_op) sum += hits;
  return code == variant ? sum : sum * (1 + 1.0 / kDosePeriod);
}

Ran what_ran(const std::vector<Block>& blocks, const std::string& variant) {
  Ran result;
  std::set<int> processes;
  std::set<int> layouts;
  for (const Block& block : blocks) {
    if (block.variant != variant) continue;
    processes.insert(block.replicate);
    layouts.insert(block.layout);
    result.wall_ns += block.wall_ns;
  }
  result.processes = static_cast<int>(processes.size());
  result.layouts = static_cast<int>(layouts.size());
  return result;
}

std::vector<std::string> variants_of(const Context& context) {
  auto result = context.variants;
  if (std::find(result.begin(), result.end(), kBaseline) == result.end()) {
    result.insert(result.begin(), kBaseline);
  }
  return result;
}

// Of any variant that has all the sites: what a contrast of two such is divided by.
std::optional<double> hits_of_all_sites(const WorkloadContext& workload) {
  return sites_hit(workload, "call");
}

void add_evidence(WorkloadReport& report, const Context& context,
                  const std::vector<EventOfWorkload>& events, const Rule& rule) {
  const auto hits = hits_of_all_sites(report.context);
  for (Cause& cause : report.causes) {
    if (!cause.points.interval) continue;
    cause.exact = exact_contrasts(context.exact, report.context.name, cause, hits);
    cause.measured = measured_contrasts(events, cause, hits, rule);
    cause.evidence = evidence_from_code(cause.name, cause.contrast, context.code);
    const bool has_code = !cause.evidence.empty();
    for (auto text : {evidence_from_exact(cause.exact),
                      evidence_from_simulation(context.exact, report.context.name, cause)})
      if (!text.empty()) cause.evidence.push_back(std::move(text));
    for (auto& text : evidence_from_events(cause.name, cause.measured))
      cause.evidence.push_back(std::move(text));
    const auto by_code = contradiction(cause.name, cause.points, cause.contrast, context.code);
    auto [by, what, dissent] = objection(counts_deny(cause), by_code, has_code);
    cause.contradicted_by = std::move(by);
    cause.contradiction = std::move(what);
    if (!dissent.empty()) cause.evidence.push_back(std::move(dissent));
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
  const auto events = events_of(blocks, context.counters);
  for (const auto& name : variants_of(context)) {
    VariantReport variant;
    variant.name = name;
    variant.ran = what_ran(blocks, name);
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
    for (const auto& event : events) {
      variant.counters[event.name] =
          counter_figure(event, blocks, name, variant.sites_hit_per_op, rule);
    }
    variant.slots = issue_slots(context, variant.counters);
    variant.exact = exact_figures(context.exact, workload.name, name, variant.sites_hit_per_op);
    result.variants.push_back(std::move(variant));
  }
  result.causes = find_causes(layouts, rule);
  result.largest = find_largest(result.causes, layouts, rule);
  result.reading = read_as_in_2007(layouts, rule);
  add_evidence(result, context, events, rule);
  result.rounds = gated.counts.rounds;
  result.gates = gated.counts;
  result.autocorrelation = round_autocorrelation(processes);
  result.irregular = irregularities(workload, variants_of(context), blocks);
  result.no_exact_counts = no_exact_counts(context.exact, workload.name);
  result.hits = check_hits(workload);
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

void add_lost(std::vector<LostBlocks>& lost, const Failure& failure) {
  const auto same = [&](const LostBlocks& blocks) {
    return blocks.workload == failure.workload && blocks.variant == failure.variant;
  };
  auto found = std::ranges::find_if(lost, same);
  if (found == lost.end())
    found = lost.insert(found, {failure.workload, failure.variant, 0, failure});
  ++found->count;
}

int count_intervals(const std::vector<EnabledWorkload>& workloads) {
  int result = 0;
  for (const auto& workload : workloads) {
    for (const auto& variant : workload.variants) {
      for (const auto& cost : variant.costs) result += cost.ns.interval ? 1 : 0;
      for (const auto& part : variant.parts) result += part.ns.interval ? 1 : 0;
    }
  }
  return result;
}

}  // namespace

Report make_report(const Samples& samples, double level) {
  Report report;
  report.context = samples.context;
  report.context.counters = all_counters(samples);
  report.rule = Rule(level, samples.context.target_percent > 0);
  for (const Failure& failure : samples.failures) {
    if (failure.variant.empty())
      report.failures.push_back(failure);
    else
      add_lost(report.lost_blocks, failure);
  }
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
  report.enabled = find_enabled(samples, report.rule);
  report.toggles = find_toggles(samples.context.toggles, level);
  report.copies = check_copies(effects, report.rule.anytime);
  report.dose = check_dose(effects, report.rule.anytime);

  std::set<int> layouts;
  std::set<int> replicates;
  for (const Block& block : samples.blocks) {
    layouts.insert(block.layout);
    replicates.insert(block.replicate);
    if (!block.counters_lost.empty()) ++report.lost[block.counters_lost];
  }
  report.blocks = static_cast<int>(samples.blocks.size());
  report.layouts = static_cast<int>(layouts.size());
  report.replicates = static_cast<int>(replicates.size());
  for (const auto& workload : report.workloads) {
    report.rounds += workload.rounds;
    report.gates += workload.gates;
  }
  report.intervals = count_intervals(report.workloads) + count_intervals(report.enabled);
  return report;
}

const VariantReport* find_variant(const WorkloadReport& workload, const std::string& name) {
  const auto named = [&](const VariantReport& variant) { return variant.name == name; };
  const auto found = std::find_if(workload.variants.begin(), workload.variants.end(), named);
  return found == workload.variants.end() ? nullptr : &*found;
}

}  // namespace tracetoll
