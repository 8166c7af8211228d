// The table below the first one: how far each effect lies apart over the layouts, and what it is
// without the gated rounds.
#pragma once

#include <string>
#include <vector>

#include "report.hpp"

namespace tracetoll {

// The workloads side by side, at most two (tables_of in text_table.hpp); empty when no variant has
// an interval.
std::string text_layouts(const std::vector<const WorkloadReport*>& workloads);

}  // namespace tracetoll
