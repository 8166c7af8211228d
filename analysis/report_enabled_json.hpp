// The JSON of a run with --state enabled, beside the other sections of the report.
#pragma once

#include <nlohmann/json.hpp>

#include "report.hpp"

namespace tracetoll {

// By workload and variant: a hit's cost of each form, parts, what is missing. Shares of 1 are all
// of it.
nlohmann::ordered_json enabled_json(const Report& report);

// Nanoseconds to switch so many sites on and off.
nlohmann::ordered_json toggles_json(const Report& report);

}  // namespace tracetoll
