// What disturbed the run, and what it would change: lines of the checks.
#pragma once

#include <string>

#include "report.hpp"

namespace tracetoll {

// The gates with what each counted, the effects without their rounds as far as they differ, and the
// autocorrelation of rounds. Empty when nothing was measured.
std::string text_gates(const Report& report);

}  // namespace tracetoll
