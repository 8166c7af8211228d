#include <algorithm>
#include <array>
#include <cmath>

#include "block_counters.hpp"
#include "breakpoint_hits.hpp"
#include "hits_of_block.hpp"
#include "modes.hpp"
#include "sample.hpp"
#include "site_hits.hpp"
#include "stage.hpp"
#include "variant_name.hpp"

namespace tracetoll {
namespace {

constexpr int kReadings = 5;
constexpr std::int64_t kMostOperations = 10'000'000;
constexpr int kCountedOperations = 16;
constexpr int kSlowOperations = 2;  // of a uprobe: microseconds a hit
// Of a block whose probe fills a ring buffer: each is read, which is not timed.
constexpr std::int64_t kMostParts = 16;

double ns_per_operation(const Timed& timed, std::int64_t operations) {
  const BlockTime time = run_timed_block(timed, operations);
  if (!time.error.empty()) throw StageError(time.error);
  return time.cpu_ns / static_cast<double>(operations);
}

// A variant may be 60 times slower than `none` (256 copies in an empty loop): its blocks are kept
// to this many times `block_ns`, and those of all variants with them.
constexpr double kMostBlocks = 4;

// Grows the block until it is a fair share of `block_ns`, then takes the median of some readings: a
// single reading that was preempted has given counts 100 times too small.
double typical_ns(const Timed& timed, double block_ns) {
  std::int64_t operations = 1;
  while (ns_per_operation(timed, operations) * static_cast<double>(operations) < block_ns / 4 &&
         operations < kMostOperations)
    operations *= 2;
  std::array<double, kReadings> readings{};
  for (double& reading : readings) reading = ns_per_operation(timed, operations);
  std::nth_element(readings.begin(), readings.begin() + kReadings / 2, readings.end());
  return readings[kReadings / 2];
}

std::int64_t calibrate(double baseline_ns, double slowest_ns, double block_ns) {
  const double wanted = std::min(block_ns / baseline_ns, kMostBlocks * block_ns / slowest_ns);
  // Whole periods, so that the dose is exactly kDosePercent.
  const auto periods = static_cast<std::int64_t>(std::lround(wanted / kDosePeriod));
  return std::clamp<std::int64_t>(periods, 1, kMostOperations) * kDosePeriod;
}

// Twice, by the probes and by the CPU's debug registers: the report can compare them.
void count_hits(const Timed& call, WorkloadContext& context) {
  context.sites_hit_per_op = count_site_hits(call);
  const auto operation = [&call] { run_operation(call); };
  const BreakpointHits hits = count_breakpoint_hits(perf_kernel(), call.entry->variant, operation,
                                                    context.sites_hit_per_op);
  context.breakpoint_hits_per_op = hits.per_op;
  context.no_breakpoints = hits.none;
}

// Each form once, its sites on: what it takes decides how many operations its blocks have.
double ns_when_on(Stage& stage, const Timed& timed) {
  stage.begin_block(timed);
  double fastest = ns_per_operation(timed, 1);
  for (int i = 1; i < (timed.on->is_slow() ? 1 : kReadings); ++i)
    fastest = std::min(fastest, ns_per_operation(timed, 1));
  stage.end_block(timed);
  return fastest;
}

// Hits first: they decide about blocks, and whether these are kept.
void survey_enabled(Stage& stage, const Plan& plan, double block_ns, WorkloadContext& context) {
  const WorkloadName workload = parse_workload_name(context.name);
  const auto each = [&](auto visit) {
    for (const std::string& variant : plan.variants)
      if (is_enabled_variant(variant)) visit(variant, *patched_name(variant));
  };
  for (const char* counting : {"counter", "user", "uprobe", "timestamp"}) {
    each([&](const std::string& variant, const PatchedName& name) {
      if (name.form != counting || context.hits_per_op_by_variant.contains(name.built)) return;
      const Timed timed = stage.timed(workload, variant);
      const int operations = timed.on->is_slow() ? kSlowOperations : kCountedOperations;
      context.hits_per_op_by_variant[name.built] = count_switched_hits(timed, operations);
    });
  }
  each([&](const std::string& variant, const PatchedName& name) {
    const Timed timed = stage.timed(workload, variant);
    const double most = kMostBlocks * block_ns / ns_when_on(stage, timed);
    auto operations = std::min(context.operations_per_block, static_cast<std::int64_t>(most));
    const auto hits = context.hits_per_op_by_variant.find(name.built);
    if (timed.on->most_hits() > 0 && hits != context.hits_per_op_by_variant.end())
      operations =
          std::min(operations, kMostParts * operations_within(timed.on->most_hits(), hits->second));
    operations = std::max<std::int64_t>(operations, 1);
    if (operations != context.operations_per_block)
      context.operations_by_variant[variant] = operations;
  });
}

}  // namespace

Survey make_survey(const Plan& plan, double block_ns) {
  Survey survey;
  Stage stage(plan.seed);
  stage.prepare_lmbench_first(plan.workloads);
  for (const PlannedWorkload& planned : plan.workloads) {
    const WorkloadName name = parse_workload_name(planned.name);
    WorkloadContext context;
    context.name = planned.name;
    const Timed baseline = stage.timed(name, kBaseline);
    context.operation = baseline.entry->operation;
    context.dosed_hits_per_op = baseline.entry->dosed_hits;
    count_hits(stage.timed(name, "call"), context);
    const double baseline_ns = typical_ns(baseline, block_ns);
    double slowest_ns = baseline_ns;
    for (const std::string& variant : plan.variants)
      if (!is_enabled_variant(variant))
        slowest_ns = std::max(slowest_ns, typical_ns(stage.timed(name, variant), block_ns / 4));
    context.operations_per_block = calibrate(baseline_ns, slowest_ns, block_ns);
    survey_enabled(stage, plan, block_ns, context);
    context.note = stage.note(name);
    survey.workloads.push_back(context);
  }
  CounterSurvey counters = survey_counters(perf_kernel(), plan.events);
  survey.counters = std::move(counters.counters);
  survey.event_groups = std::move(counters.groups);
  return survey;
}

}  // namespace tracetoll
