// Causes as bars, and the reading of 2007.
#pragma once

#include <set>
#include <string>

#include "report.hpp"

namespace tracetoll {

// A bar, the points with their interval, the share of call and the evidence, for each cause
// measured.
// '#' above zero, '-' below, no bar where it is not resolved. Empty when no cause was measured.
// Evidence in `shown` is not repeated (the code is the same for all workloads) and what is printed
// is added to it.
std::string text_causes(const WorkloadReport& workload, std::set<std::string>& shown);

// All workloads; empty when none has sled_cold:750.
std::string text_reading(const Report& report);

}  // namespace tracetoll
