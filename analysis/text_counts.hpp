// What was counted, as a table, and whether two ways of counting hits agree.
#pragma once

#include <string>
#include <vector>

#include "report.hpp"

namespace tracetoll {

// `none` an operation, a line a workload; then the other variants, what they execute more a site
// hit, workloads with the same figures in one column. Empty without exact counts.
std::string text_counts(const Report& report);

// The label of that table: the tool and what its counts leave out.
std::string text_counts_heading(const Report& report);

// "site hits: 6 of 14 markers checked by hardware breakpoints, all agree", or why not, a line for
// all workloads of which it can be said. Disagreements are not here but in text_hits_odd(). Both
// empty for runs that neither checked nor say why not.
std::string text_hits(const Report& report);
std::vector<std::string> text_hits_odd(const Report& report);

}  // namespace tracetoll
