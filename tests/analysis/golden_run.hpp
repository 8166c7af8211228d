// The fixed runs that the printers' golden tests print.
#pragma once

#include "report.hpp"
#include "simulated_run.hpp"

namespace tracetoll {

// Two tests and their .pure forms, 6 layouts, a counter that is missing, a failed replicate and a
// process that ran one variant 4 times slower.
inline Report golden_report() {
  SimulatedRun run;
  run.workloads = {{"open_close", 5.6717},
                   {"open_close.pure", 0.35},
                   {"select_500", 11.6195},
                   {"select_500.pure", 8}};
  run.effects_of["open_close.pure"] = {{"anchor", -4},       {"branch", 9},
                                       {"call", 21},         {"clobber", 20},
                                       {"sled_cold:750", 9}, {"sled_cold:matched", 9}};
  run.layout_sd = 0.004;
  run.round_sd = 0.004;
  run.seed = 2007;
  Samples samples = simulate(run);
  Context& context = samples.context;
  context.variants = {"none",    "anchor", "branch", "sled_cold:750", "sled_cold:matched",
                      "clobber", "call"};
  context.counters = {{"cycles", {false, "no PMU (ENOENT)"}}};
  context.code = {{"none", {0, 900, 210, 8, 4, 6, 20, 12}},
                  {"anchor", {10, 930, 218, 8, 4, 6, 20, 12}},
                  {"branch", {10, 1010, 240, 8, 4, 6, 30, 12}},
                  {"clobber", {10, 1180, 290, 22, 35, 28, 30, 12}}};
  context.workloads[2].sites_hit_per_op = {{"lock_acquire", 501}, {"lock_release", 501}};
  samples.failures = {{6, 3, "select returned 499 of 500"}};
  for (Block& block : samples.blocks) {
    const bool bad =
        block.replicate == 4 && block.variant == "clobber" && block.workload == "select_500";
    if (bad) block.cpu_ns *= 4;
  }
  Report report = make_report(samples);
  report.file = "golden.jsonl";
  return report;
}

// One workload, one variant and three layouts, killed: short enough to be read in every format.
inline Report small_golden_report() {
  SimulatedRun run;
  run.workloads = {{"select_500", 11.6195}};
  run.effects = {{"call", 9}};
  run.layouts = 3;
  run.rounds = 1;
  run.layout_sd = 0.001;
  run.seed = 3;
  Samples samples = simulate(run);
  samples.end = "";
  samples.context.counters = {{"cycles", {false, "no PMU (ENOENT)"}}};
  samples.context.workloads[0].sites_hit_per_op = {{"lock_acquire", 501}};
  Report report = make_report(samples);
  report.file = "small.jsonl";
  report.notes = {"line 16 is cut, as a killed run leaves it: dropped (9 bytes)"};
  return report;
}

}  // namespace tracetoll
