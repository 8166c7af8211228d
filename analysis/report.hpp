// Everything that a printer needs, and nothing that it has to compute.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bad_replicates.hpp"
#include "causes.hpp"
#include "checks.hpp"
#include "counter_figure.hpp"
#include "dose.hpp"
#include "enabled.hpp"
#include "estimate.hpp"
#include "gates.hpp"
#include "hit_check.hpp"
#include "issue_slots.hpp"
#include "patched.hpp"
#include "sample.hpp"
#include "toggles.hpp"

namespace tracetoll {

// What was run of a variant, all blocks together.
struct Ran {
  int processes = 0;
  int layouts = 0;
  double wall_ns = 0;
};

struct VariantReport {
  std::string name;
  Ran ran;
  std::optional<double> ns_per_op;       // CPU time; empty when it was not measured
  std::optional<double> wall_ns_per_op;  // elapsed
  Estimate effect;                       // of CPU time, percent of `none`
  Estimate wall_effect;
  Estimate passed_effect;                  // of CPU time, without the rounds that met a gate
  int rounds = 0;                          // that the effect rests on
  std::optional<double> sites_hit_per_op;  // empty for `none`, its copy and copies of a site, and
                                           // where hits were not counted
  CounterFigures counters;                 // measured
  ExactFigures exact;                      // counted or simulated by Callgrind
  std::optional<TopDownResult> slots;      // empty: its events were not asked for
};

struct WorkloadReport {
  WorkloadContext context;
  std::vector<VariantReport> variants;  // in the order of the context, `none` first
  std::vector<Cause> causes;            // always the five of the ladder
  std::optional<LargestCause> largest;
  Reading2007 reading;
  int rounds = 0;  // with at least one block
  GateCounts gates;
  std::optional<double> autocorrelation;  // lag 1, of rounds
  std::vector<std::string> irregular;     // what its blocks lack
  std::string no_exact_counts;            // why none of its variants has any; empty: some have
  HitCheck hits;
  bool measured() const { return rounds > 0; }
};

// Blocks of one variant that were measured and not kept.
struct LostBlocks {
  std::string workload;
  std::string variant;
  int count = 0;
  Failure first;
};

struct Report {
  Context context;
  Rule rule;                              // of all intervals but those of the checks
  std::vector<WorkloadReport> workloads;  // in the order of the context
  std::vector<PatchedEffect> patched;     // E2, by workload and variant
  std::vector<DoseEffect> doses;          // of a dose study, by workload and variant
  std::vector<EnabledWorkload> enabled;   // of a run with --state enabled, by workload
  std::vector<ToggleCost> toggles;        // likewise
  Check copies;                           // A/A
  Check dose;                             // positive control
  std::vector<Failure> failures;          // of replicates
  std::vector<LostBlocks> lost_blocks;
  std::vector<BadReplicate> bad_replicates;
  int layouts = 0;  // that gave blocks
  int replicates = 0;
  int rounds = 0;
  GateCounts gates;
  int blocks = 0;
  std::map<std::string, int> lost;  // blocks that say why events are not among theirs, by reason
  int intervals = 0;                // how many effects and causes were given one
  std::string end;                  // as in Samples: empty when the run was killed
  double elapsed_seconds = 0;

  // The caller's: where the samples came from and what reading them noted.
  std::string file;
  std::vector<std::string> notes;

  bool unreliable() const { return !copies.ok || !dose.ok; }
};

// A dose study answers another question: of copies of a marker, not of the causes of its cost.
inline bool is_dose_study(const Report& report) {
  return !report.doses.empty();
}

// A pure function; any Samples will do, also one without blocks. 0 < level < 1. The rule is that of
// a run with a target when the samples are of one.
Report make_report(const Samples& samples, double level = kDefaultLevel);

// "call" of a workload, or null when it is not in the report.
const VariantReport* find_variant(const WorkloadReport& workload, const std::string& name);

// The printers, one file each. Every one is total: it prints whatever report it is given.
std::string report_text(const Report& report);  // ASCII, lines of at most 100 columns
std::string report_json(const Report& report);  // "tracetoll.report/1", strict: no NaN
std::string report_csv(const Report& report);   // RFC 4180
// As `perf stat` prints counts; as `perf stat -x,` and as `perf stat -j` do.
std::string report_perf_stat(const Report& report);
std::string report_perf_stat_csv(const Report& report);
std::string report_perf_stat_json(const Report& report);

}  // namespace tracetoll
