// What was counted of a cause: Callgrind's exact counts and hardware events, and whether the time
// of the cause can be made of them. Corroboration only: counts are never turned into time.
//
//   cause      is made of                               also shown
//   arguments  instructions                             loads, stores, conditional branches
//   branch     one conditional branch a site hit        loads, instructions
//   icache     nothing that is counted exactly          instructions; simulated I1 misses, as
//   pressure registers  loads and stores together                instructions residual   nothing:
//   it is what no variant isolates  instructions, loads, stores
//
// Where both speak, executed counts are better than sums over the code: they weigh each path by how
// often it runs. So they win, and what the code says otherwise is said beside it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "causes.hpp"
#include "estimate.hpp"
#include "event_figures.hpp"
#include "sample.hpp"

namespace tracetoll {

// The contrast of a cause in Callgrind's events that belong to it, in the order above; without
// those that a variant of it has no count of. `hits`: site hits an operation.
std::vector<ExactContrast> exact_contrasts(const CountStudy& study, const std::string& workload,
                                           const Cause& cause, std::optional<double> hits);

// In hardware events: those that belong to the cause first. Not the software ones: none of them is
// what a marker is made of, and task-clock is time.
std::vector<MeasuredContrast> measured_contrasts(const std::vector<EventOfWorkload>& events,
                                                 const Cause& cause, std::optional<double> hits,
                                                 const Rule& rule);

// E.g. "executed: +502 conditional branches, +502 loads an operation, +1.00 and +1.00 a site hit
// (exact, Callgrind)"; empty without contrasts.
std::string evidence_from_exact(const std::vector<ExactContrast>& contrasts);

// Of icache alone: the simulated I1 misses of each of its variants. No difference: the figures are
// of one layout, and those of two layouts may differ in sign. Else empty.
std::string evidence_from_simulation(const CountStudy& study, const std::string& workload,
                                     const Cause& cause);

// At most one string: what belongs to the cause, and what else is resolved.
std::vector<std::string> evidence_from_events(const std::string& cause,
                                              const std::vector<MeasuredContrast>& contrasts);

// Nothing where the exact counts do not judge: the time is not resolved, the cause is icache or the
// residual, or a count is missing. Else what they deny of the time, empty when they agree. Slower
// without more of what the cause is made of, faster with more of it, or a guard that is not one
// conditional branch a hit (to a quarter: compilers rearrange other branches around it).
std::optional<std::string> counts_deny(const Cause& cause);

// What of the two is to be said. `code` is what contradiction() returned (evidence.hpp), and
// `code_judged` whether there was code to judge by.
struct Objection {
  std::string by;       // "the counts", "the code"; empty: nothing is contradicted
  std::string what;     // empty likewise
  std::string dissent;  // where code and counts differ: what the other says; else empty
};
Objection objection(const std::optional<std::string>& counts, const std::string& code,
                    bool code_judged);

}  // namespace tracetoll
