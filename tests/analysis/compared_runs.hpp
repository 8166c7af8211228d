// Pairs of runs with a known change between them, for the tests of compare.
#pragma once

#include "compare.hpp"
#include "simulated_run.hpp"

namespace tracetoll {

// Two tests, six variants, 16 layouts: an effect has a standard error of about 0.2 points.
inline SimulatedRun steady_run(std::uint64_t seed) {
  SimulatedRun run;
  run.layouts = 16;
  run.layout_sd = 0.004;
  run.round_sd = 0.002;
  run.seed = seed;
  return run;
}

// The same with `call` three points dearer.
inline SimulatedRun slower_run(std::uint64_t seed) {
  SimulatedRun run = steady_run(seed);
  run.effects["call"] += 3;
  return run;
}

// Short enough to be read in every format: one test, two variants, six layouts; `call` rises from
// 9 to 12 %, `anchor` stays. NEW was killed, has a variant more and runs on another kernel.
inline Comparison small_comparison(CompareOptions options = {1, Judged::kEffect, true, 0.05}) {
  SimulatedRun before;
  before.workloads = {{"select_500", 11.6195}};
  before.effects = {{"anchor", 2}, {"call", 9}};
  before.layout_sd = 0.004;
  before.seed = 4;
  SimulatedRun after = before;
  after.effects = {{"anchor", 2}, {"call", 12}, {"clobber", 8}};
  after.seed = 5;
  Samples old_samples = simulate(before);
  Samples new_samples = simulate(after);
  old_samples.context.kernel = "Linux 6.1";
  new_samples.context.kernel = "Linux 6.2";
  new_samples.end = "";
  Comparison comparison = make_comparison(old_samples, new_samples, options);
  comparison.before.file = "old.jsonl";
  comparison.after.file = "new.jsonl";
  comparison.after.notes = {"line 91 is cut, as a killed run leaves it: dropped (9 bytes)"};
  return comparison;
}

}  // namespace tracetoll
