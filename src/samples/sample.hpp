// What measuring and analysing share: the samples of a run. Plain values; samples_file.hpp reads
// and writes them as JSON lines ("tracetoll.samples/1").
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tracetoll {

inline constexpr const char* kSamplesSchema = "tracetoll.samples/1";

// Names of the variants that every run measures beside those asked for.
inline constexpr const char* kBaseline = "none";
inline constexpr const char* kBaselineCopy = "none:copy";  // A/A: `none`, compiled and linked again
inline constexpr const char* kBaselineDose = "none:dose";  // positive control: the code of `none`,
                                                           // one operation of a period done twice
inline constexpr int kDosePeriod = 16;
inline constexpr double kDosePercent = 100.0 / kDosePeriod;

// One timed run of `operations` operations of one variant.
struct Block {
  int replicate = 0;  // which process, from 0
  int layout = 0;     // which link of the objects it ran, from 1
  int round = 0;      // within the process and the workload, from 0
  int position = 0;   // within the round, from 0
  std::string workload;
  std::string variant;
  std::int64_t operations = 0;
  double cpu_ns = 0;   // thread CPU time of the whole block
  double wall_ns = 0;  // elapsed time of the whole block
  std::int64_t involuntary_switches = 0;
  std::int64_t migrations = 0;     // 1: it ended on another CPU than it began on
  std::optional<double> loop_ns;   // the calibrated loop, right before the block
  std::optional<double> steal_ns;  // that a hypervisor took from all CPUs during the block's round
  // Events of the whole block, hardware and software, by name as in Context::counters.
  std::map<std::string, double> counters;
  std::string counters_lost;  // why events that the run counts are not among them; empty: all are
};

// A workload as it was run.
struct WorkloadContext {
  std::string name;
  std::string operation;  // what one operation is
  std::int64_t operations_per_block = 0;
  std::map<std::string, double> sites_hit_per_op;  // by marker; counted by the probes of `call`
  std::string note;                                // e.g. how many descriptors were polled
  std::int64_t dosed_hits_per_op = 0;  // of the site that --dose multiplies; 0: there is none
  // Hits an operation of single markers, counted by hardware breakpoints on all of their sites in
  // `call`; empty where there are none, and then `no_breakpoints` says why.
  std::map<std::string, double> breakpoint_hits_per_op = {};
  std::string no_breakpoints = {};
  // Of all sites of a compiled variant together, counted by its own probes: a compiler may leave
  // one variant more sites than another, and a site at a function's entry is hit as often as that.
  std::map<std::string, double> hits_per_op_by_variant = {};
  // Of the variants whose blocks have another number of operations than operations_per_block.
  std::map<std::string, std::int64_t> operations_by_variant = {};
};

// A figure that a machine may not have: a value, or the reason why there is none.
struct Availability {
  bool available = false;
  std::string reason;                 // "no PMU (ENOENT)"; empty when available
  std::string source = "perf_event";  // or "getrusage", "clock_gettime", "sched_getcpu"
};

// What one operation of one variant executes, counted by Callgrind: bit-identical in every run and
// layout of the same objects, but for what is simulated.
struct ExactCounts {
  std::map<std::string, double> per_op;     // by the names in kExactEvents
  std::map<std::string, double> simulated;  // by the names in kSimulatedEvents: of a simulated
                                            // cache and predictor, never of this CPU
  std::string unavailable;                  // why there are none; empty when there are
};

// Instructions; reads of memory; writes, a read-modify-write of one place among them and not among
// the reads; conditional branches. Callgrind's Ir, Dr, Dw and Bc.
inline constexpr std::array<const char*, 4> kExactEvents = {"instructions", "loads", "stores",
                                                            "conditional-branches"};
// Callgrind's I1mr, and Bcm + Bim.
inline constexpr std::array<const char*, 2> kSimulatedEvents = {"I1-misses", "mispredictions"};

struct CountStudy {
  std::string tool;         // "callgrind, valgrind-3.19.0"; empty: nothing was counted
  std::string caches;       // the simulated geometry: "I1 32 KiB 8-way, D1 ..., lines of 64 bytes"
  int layout = 0;           // which layout was run
  std::string unavailable;  // why nothing was counted
  std::map<std::string, std::map<std::string, ExactCounts>> counts;  // by workload, then variant
};

// How long it took to switch so many sites on and off, in one process.
struct ToggleTime {
  int process = 0;
  std::string variant;
  std::int64_t sites = 0;
  double enable_ns = 0;
  double disable_ns = 0;
};

struct ToggleStudy {
  std::vector<ToggleTime> times;
  std::string unavailable;  // why there are none, or not all
};

// Static shape of one variant's marked functions, from the machine code that was timed. Sums over
// the functions of the variant's default build, of the path on which its sites are dormant.
struct CodeShape {
  int sites = 0;
  int text_bytes = 0;  // of all paths, cold parts and padding included
  int instructions = 0;
  int callee_saved_pushes = 0;  // or stores: what a function keeps for its caller
  int stack_loads = 0;          // reads through %rsp (and %rbp of a frame), pops left out
  int stack_stores = 0;         // writes likewise, pushes left out
  int conditional_branches = 0;
  int calls = 0;
  // Cache lines of 64 bytes that dormant code touches, each function by itself, in the first
  // layout; older files do not have it.
  std::optional<int> hot_lines = std::nullopt;
};

struct Context {
  std::string tool;     // "tracetoll 0.1.0"
  std::string started;  // ISO 8601, UTC
  std::vector<std::string> command;
  std::string preset;
  std::uint64_t seed = 0;
  double budget_seconds = 0;
  double target_percent = 0;  // the run may end as soon as it knows; 0: it goes on to its budget
  std::string compiler;       // "g++ 12.2.0"
  std::string flags;
  std::string cpu;
  std::string cpu_model;  // whose events it has: "Zen 3" (src/counters/cpu_model.hpp)
  int cpus = 0;
  std::string kernel;      // "Linux 6.18.44 x86_64"
  std::string hypervisor;  // empty on bare metal
  int layouts = 0;         // how many the run had to choose from
  std::vector<WorkloadContext> workloads;
  std::vector<std::string> variants;  // in report order, `none` first; copy and dose if asked for
  std::map<std::string, Availability> counters;
  std::map<std::string, CodeShape> code;  // by variant
  CountStudy exact;
  // Of a run with --state enabled.
  bool enabled = false;
  std::map<std::string, std::string> not_enabled;  // "anchor" or "usdt@uprobe": why it is not there
  ToggleStudy toggles;
};

// A replicate that gave no samples, or not all; or one block of it, and then the block is named.
struct Failure {
  int replicate = 0;
  int layout = 0;
  std::string reason;
  std::string workload = {};
  std::string variant = {};
};

struct Samples {
  Context context;
  std::vector<Block> blocks;
  std::vector<Failure> failures;
  std::string end;  // "done", "target" (reached), "interrupted", or empty: the run was killed
  double elapsed_seconds = 0;
};

}  // namespace tracetoll
