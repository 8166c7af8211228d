#include "noise.hpp"

#include <fmt/format.h>

#include <chrono>
#include <random>

#include "error.hpp"
#include "report.hpp"
#include "run.hpp"
#include "text_format.hpp"

namespace tracetoll {
namespace {

constexpr const char* kPure = "select_500.pure";
constexpr const char* kReal = "open_close";

RunRequest request_of(double seconds) {
  RunRequest request;
  request.workloads = {kPure, kReal};
  request.variants = {kBaseline, kBaselineCopy, kBaselineDose};
  request.budget_seconds = seconds;
  request.seed = std::random_device{}();
  return request;
}

Estimate effect_of(const WorkloadReport& workload, const char* name) {
  const VariantReport* variant = find_variant(workload, name);
  if (variant != nullptr) return variant->effect;
  Estimate none;
  none.reason = "not measured";
  return none;
}

Noise noise_of(const Report& report) {
  Noise noise;
  noise.seconds = report.elapsed_seconds;
  noise.processes = report.replicates;
  for (const WorkloadReport& workload : report.workloads)
    if (workload.measured())
      noise.workloads.push_back({workload.context.name, effect_of(workload, kBaselineCopy),
                                 effect_of(workload, kBaselineDose), workload.gates});
  if (!report.copies.ok) noise.copies_failure = report.copies.reason;
  if (!report.dose.ok) noise.dose_failure = report.dose.reason;
  if (!noise.workloads.empty()) return noise;
  noise.failed = true;
  noise.why_absent = report.failures.empty() ? "interrupted before anything was measured"
                                             : report.failures.front().reason;
  return noise;
}

// What was counted, and how often; what no block had is left out.
std::string gate_text(const GateCounts& gates) {
  std::string text = fmt::format("of {} rounds {} had an involuntary switch, {} a migration",
                                 gates.rounds, gates.switches, gates.migrations);
  if (gates.steal) text += fmt::format(", {} time reported as stolen", *gates.steal);
  if (gates.frequency)
    text += fmt::format(", {} a CPU whose speed changed by over 10 %", *gates.frequency);
  return text;
}

Finding judge_copy(const WorkloadNoise& workload) {
  const std::string name = "A/A " + workload.name;
  const auto& interval = workload.copy.interval;
  if (!interval) return absent(name, workload.copy.reason);
  const int decimals = decimals_for(*interval);
  return fine(name, fmt::format("{:+.{}f} % {} (true 0); SD over {} layouts {:.2g} points",
                                interval->value, decimals, bounds(*interval, decimals),
                                workload.copy.n, workload.copy.layouts.sd));
}

Finding judge_check(const char* name, const std::string& failure, const char* problem) {
  if (failure.empty()) return fine(name, "holds");
  Finding finding = obstacle(name, "fails: " + failure, problem);
  return finding;
}

}  // namespace

Noise measure_noise(const NoiseRequest& request) try {
  const Layouts layouts = find_layouts(request.layout_folder);
  const RunRequest run = request_of(request.seconds);
  auto begin = std::chrono::steady_clock::now();
  RunHooks hooks;
  hooks.seconds = [&begin] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  hooks.interrupted = request.interrupted;
  hooks.on_replicate = [&](const Samples&) { request.on_progress(hooks.seconds()); };
  Samples samples;
  samples.context.variants = run.variants;
  samples.context.workloads = survey(layouts, run, hooks).workloads;
  begin = std::chrono::steady_clock::now();
  SamplesWriter nowhere;
  measure(layouts, run, hooks, nowhere, samples);
  return noise_of(make_report(samples));
} catch (const InputError& error) {
  Noise noise;
  noise.failed = true;
  noise.why_absent = error.what();
  return noise;
}

Topic judge_noise(const Noise& noise) {
  Topic topic{"noise", {}};
  if (!noise.why_absent.empty()) {
    Finding finding = absent("A/A", noise.why_absent);
    if (noise.failed) finding.severity = Severity::obstacle;
    topic.findings.push_back(finding);
    return topic;
  }
  topic.findings.push_back(
      fine("measured", fmt::format("{:.1f} s, {} processes", noise.seconds, noise.processes)));
  GateCounts gates;
  for (const WorkloadNoise& workload : noise.workloads) {
    topic.findings.push_back(judge_copy(workload));
    gates += workload.gates;
  }
  topic.findings.push_back(fine("gates", gate_text(gates)));
  topic.findings.push_back(judge_check("A/A check", noise.copies_failure,
                                       "a run as short as this cannot be believed here"));
  topic.findings.push_back(judge_check("positive control", noise.dose_failure,
                                       "a run as short as this is too blind here"));
  return topic;
}

}  // namespace tracetoll
