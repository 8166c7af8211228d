// The parts of the text report that say how far it can be believed.
#pragma once

#include <string>

#include "report.hpp"

namespace tracetoll {

// "UNRELIABLE: ..." in capitals, and why; empty when both checks hold.
std::string text_unreliable(const Report& report);

// The lines below that: each check that failed, with the workloads and the reason.
std::string text_failed_checks(const Report& report);

std::string text_checks(const Report& report);

// Why the run has less than it was to have: killed, or ended early; empty when it was done. Not
// wrapped.
std::string text_end(const Report& report);

// Counters, workloads, variants and replicates that are missing or odd, with the reason of each;
// empty when nothing is.
std::string text_not_measured(const Report& report);

}  // namespace tracetoll
