// Exact counts of variants: a layout executable under Callgrind.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sample.hpp"

namespace tracetoll {

struct CountRequest {
  std::string file;                    // a layout executable
  int layout = 1;                      // its number, for the record
  std::string not_countable;           // the inventory's; empty: it can be counted
  std::vector<std::string> workloads;  // canonical names
  std::vector<std::string> variants;   // as for a run; what is not compiled has a reason instead
  double budget_seconds = 60;
  int processes = 2;  // at a time, at most; the counts do not depend on it
};

struct CountHooks {
  std::function<bool()> interrupted;  // asked often, by several threads
  // After each variant of a workload: how many of how many, and which. Not by two threads at once.
  std::function<void(int done, int all, const std::string& what)> on_counted;
};

struct CountResult {
  CountStudy study;
  std::vector<WorkloadContext> workloads;  // as asked, in that order; only a name where it did not
                                           // run
};

// Counts what can be counted within the budget. Never throws for what Valgrind or the executable
// does: each variant without counts has its reason, and the study has one when no variant has any.
CountResult count_variants(const CountRequest& request, const CountHooks& hooks);

// Has the study counts of any variant?
bool any_counts(const CountStudy& study);

}  // namespace tracetoll
