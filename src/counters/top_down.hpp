// Top-down analysis, level 1: where the pipeline's issue slots went, from the "top-down-..." events
// of cause_events.hpp. Pure.
//
// Sources of the formulas: Yasin, "A top-down method for performance analysis and counters
// architecture" (ISPASS 2014); intel/perfmon's metrics of SKL, ICL and SPR; Linux's pmu-events
// amdzen4/pipeline.json and amdzen5/pipeline.json (6 and 8 dispatch slots a cycle); arm64
// neoverse-v1/metrics.json and neoverse-n2-v2/metrics.json (8 slots a cycle).
#pragma once

#include <map>
#include <optional>
#include <string>

#include "cpu_model.hpp"

namespace tracetoll {

// Shares of the slots, 0 to 1. They add up to 1, within kTopDownTolerance.
struct TopDown {
  double retiring = 0;
  double bad_speculation = 0;
  double front_end = 0;
  double back_end = 0;
  double other_thread = 0;  // Zen: slots that the core's other thread had
};

struct TopDownResult {
  std::optional<TopDown> parts;
  std::string reason;  // why there are none
};

// How far a part may leave 0..1, and the parts' sum 1, before all are refused. A judgement, not a
// measured figure: the sum of well-behaved counters is off by skid at the ends of a block, well
// under a percent of one of 1 ms, while a counter that is wrong is off by much more.
inline constexpr double kTopDownTolerance = 0.05;

// From counts of one group over the same stretch, by event name. Where the CPU counts all parts
// (Sapphire Rapids, Zen 4 and 5, Neoverse) their sum is the check; where one is the remainder of
// the others (Skylake, Ice Lake) it is that the remainder is a share.
TopDownResult top_down(const CpuModel& cpu, const std::map<std::string, double>& counts);

// Why this machine has no level 1; empty when it has. Skylake with SMT on: the slots are then
// shared with a thread that one process may not count. A PMU that cannot hold the events at once (a
// guest with four of Zen's six counters; the watchdog's share): they would be of different
// stretches.
std::string no_top_down(const CpuModel& cpu);

}  // namespace tracetoll
