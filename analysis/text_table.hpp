// The table of the post: variants down, workloads across, two to a table.
#pragma once

#include <string>
#include <vector>

#include "report.hpp"

namespace tracetoll {

// The workloads to print side by side: the tests with real system calls first, then the .pure
// forms, then the other axes; within those open_close, select_500, the rest. Without the
// unmeasured.
std::vector<std::vector<const WorkloadReport*>> tables_of(const Report& report);

// One table of one or two workloads.
std::string text_table(const std::vector<const WorkloadReport*>& workloads);

}  // namespace tracetoll
