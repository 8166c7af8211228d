// Counts in the JSON of the report.
//
// "counters" of a variant, by event:
//   measured  {"per_op", "source": "perf_event", "total", "blocks", "operations", "lost"?,
//              "difference"?: {"events", "low", "high", "resolved", "layouts"}, "per_hit"?:
//              likewise}
//             task-clock also has "unit": "ns"; `none` has no difference
//   Callgrind {"per_op", "source": "callgrind", "exact": true, "difference"?: {"events",
//   "percent"?},
//              "per_hit"?: {"events"}}; where the measured event of that name is missing, the
//              reason
//             stays as "measured_unavailable"
//   simulated as "simulated-I1-misses", "source": "callgrind, simulated", "simulated": true in
//   place
//             of "exact", and no difference: the figure is of one layout
//   missing   {"unavailable": why}
// A measured event has the name; Callgrind's of the same name is then in "exact" alone.
#pragma once

#include <nlohmann/json.hpp>

#include "report.hpp"

namespace tracetoll {

nlohmann::ordered_json counters_json(const VariantReport& variant);

// Of a workload: {"tool", "layout", "caches", "variants": {NAME: {EVENT: as above...,
// "simulated": {EVENT: ...}}}}, or {"unavailable": why}.
nlohmann::ordered_json exact_json(const CountStudy& study, const WorkloadReport& workload);

// {"retiring", "bad_speculation", "front_end", "back_end", "other_thread"?}: shares of the issue
// slots; or {"unavailable": why}.
nlohmann::ordered_json top_down_json(const TopDownResult& slots);

// {"markers", "checked", "agree", "disagreements"}; "agree" is null, with "unavailable", where
// nothing was checked.
nlohmann::ordered_json hits_json(const WorkloadReport& workload);

// The contrast of a cause by event: {"exact": {...}, "measured": {...}}.
nlohmann::ordered_json cause_counts_json(const Cause& cause);

}  // namespace tracetoll
