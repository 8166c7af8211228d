// The section of the report on sites that were switched on.
#pragma once

#include <string>

#include "report.hpp"

namespace tracetoll {

// Dormant and enabled side by side, the parts, what is missing; empty when nothing was switched on.
std::string text_enabled(const Report& report);

// How long switching takes; empty where that was not asked.
std::string text_toggles(const Report& report);

}  // namespace tracetoll
