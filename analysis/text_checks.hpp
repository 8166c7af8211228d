// The parts of the text report that say how far it can be believed.
#pragma once

#include <string>

#include "report.hpp"

namespace tracetoll {

// "UNRELIABLE: ..." in capitals, and why; empty when both checks hold.
std::string text_unreliable(const Report& report);

std::string text_checks(const Report& report);

// Counters, workloads, variants and replicates that are missing or odd, with the reason of each;
// empty when nothing is.
std::string text_not_measured(const Report& report);

}  // namespace tracetoll
