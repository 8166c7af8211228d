// A run whose events and exact counts are known by hand: what the tests of the counts are fed.
#pragma once

#include "report.hpp"
#include "simulated_run.hpp"

namespace tracetoll {

inline constexpr double kCountedHits = 10;  // site hits an operation

// Callgrind's counts an operation: 1000 instructions, 300 loads, 100 stores and 200 conditional
// branches of `none`, and so many more.
inline ExactCounts counts_of(double instructions, double loads, double stores, double branches,
                             double misses = 0) {
  return {{{"instructions", 1000 + instructions},
           {"loads", 300 + loads},
           {"stores", 100 + stores},
           {"conditional-branches", 200 + branches}},
          {{"I1-misses", 0.5 + misses}, {"mispredictions", 2}},
          ""};
}

inline CountStudy counted_study() {
  CountStudy study;
  study.tool = "callgrind, valgrind-3.19.0";
  study.caches = "I1 32 KiB 8-way, D1 32 KiB 8-way, LL 8 MiB 16-way, lines of 64 bytes";
  study.layout = 1;
  auto& of = study.counts["select_500.pure"];
  of["none"] = counts_of(0, 0, 0, 0);
  of["anchor"] = counts_of(15, 2, 1, 0);
  of["branch"] = counts_of(45, 12, 1, 10);
  of["sled_cold:matched"] = counts_of(45, 12, 1, 10, 0.25);
  of["sled_cold:750"] = counts_of(45, 12, 1, 10, 0.5);
  of["clobber"] = counts_of(95, 42, 31, 10);
  of["call"] = counts_of(97, 42, 31, 10);
  return study;
}

// One workload, five layouts of two processes of two rounds. Software events of every block; the
// one hardware event there is, branches, grows by 10 an operation behind the guard, and two blocks
// of `call` lost it.
inline Samples counted_samples() {
  SimulatedRun run;
  run.workloads = {{"select_500.pure", 2}};
  run.layouts = 5;
  run.processes = 2;
  run.rounds = 2;
  run.layout_sd = 0.002;
  run.seed = 8;
  Samples samples = simulate(run);
  Context& context = samples.context;
  context.variants = {"none",    "anchor", "branch", "sled_cold:750", "sled_cold:matched",
                      "clobber", "call"};
  context.counters = {{"branches", {true, ""}},
                      {"cycles", {false, "this CPU has none to give"}},
                      {"context-switches", {true, "", "getrusage"}},
                      {"page-faults", {true, "", "getrusage"}},
                      {"task-clock", {true, ""}}};
  context.exact = counted_study();
  auto& workload = context.workloads[0];
  workload.sites_hit_per_op = {{"lock_acquire", 5}, {"lock_release", 5}};
  workload.breakpoint_hits_per_op = {{"lock_acquire", 5}};
  int lost = 2;
  for (Block& block : samples.blocks) {
    const bool guarded = block.variant != "anchor" && !block.variant.starts_with("none");
    const double operations = static_cast<double>(block.operations);
    block.counters = {{"task-clock", block.cpu_ns + 1000},
                      {"context-switches", block.replicate == 3 ? 1 : 0},
                      {"page-faults", 0}};
    if (block.variant == "call" && lost > 0) {
      --lost;
      block.counters_lost = "multiplexed: ran 61 % of the time";
    } else {
      block.counters["branches"] =
          operations * (200 + 0.1 * block.layout + (guarded ? 10 + 0.01 * block.layout : 0));
    }
  }
  return samples;
}

inline Report counted_report() {
  Report report = make_report(counted_samples());
  report.file = "counted.jsonl";
  return report;
}

}  // namespace tracetoll
