// The time that switching sites on and off takes, from a program beside the layouts
// (bench/toggle), in fresh processes.
#pragma once

#include <string>

#include "run.hpp"
#include "sample.hpp"

namespace tracetoll {

// Starts `file` again and again, at least once and at most 12 times, for `seconds`. It prints lines
// {"variant":..,"sites":..,"enable_ns":..,"disable_ns":..}. What goes wrong is the study's reason;
// times of the processes before are kept.
ToggleStudy study_toggles(const std::string& file, double seconds, const RunHooks& hooks);

}  // namespace tracetoll
