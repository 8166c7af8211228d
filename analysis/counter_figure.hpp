// What was counted of one event and one variant: the figures that the printers print.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "estimate.hpp"

namespace tracetoll {

// Fewer site hits an operation than this are none to divide by.
inline constexpr double kFewestHits = 1e-9;

// Events that were counted around the blocks, or why there are none of this variant.
struct CounterFigure {
  std::optional<double> per_op;  // task-clock in ns
  std::string reason;            // why there is no per_op; empty when there is
  std::string source;            // "perf_event", "getrusage", "sched_getcpu"
  bool available = true;         // the machine has the event, whether or not a block has

  // With per_op. All are of the blocks that have the event: groups counted in turn are not in every
  // block, and nothing is scaled up to those without.
  double total = 0;
  int blocks = 0;
  double operations = 0;
  double cpu_ns = 0;   // thread CPU time
  double wall_ns = 0;  // elapsed
  double share = 0;    // of the CPU time of all of the variant's blocks
  // Standard error of the mean over processes of events an operation, in percent of that mean: what
  // `perf stat -r` calls the variance. None with fewer than two processes, or where none occurred.
  std::optional<double> error_percent;
  std::string lost;  // "3 of 48 blocks lost: ..."; empty when none of the blocks without it says so

  Estimate difference;               // to `none`, events an operation; no figures for `none`
  std::optional<Estimate> per_site;  // the same a site hit; none without hits
};

// Callgrind's count of one event and one variant, or why there is none. No intervals: the count is
// the same in every run and layout, but for what is simulated.
struct ExactFigure {
  std::optional<double> per_op;
  std::string reason;
  bool simulated = false;
  std::optional<double> difference;  // to `none`; none for `none`, and where `none` has no count
  std::optional<double> per_site;    // the same a site hit

  const char* source() const { return simulated ? "callgrind, simulated" : "callgrind"; }
};

using CounterFigures = std::map<std::string, CounterFigure>;  // by event
using ExactFigures = std::map<std::string, ExactFigure>;      // by the names of sample.hpp

// Names that no measured event has: of this CPU or of a simulated one must be told at a glance.
inline std::string simulated_name(const std::string& event) {
  return "simulated-" + event;
}

}  // namespace tracetoll
