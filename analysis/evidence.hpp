// What corroborates a cause: differences in the machine code that was timed, and in hardware
// events. Corroboration only; instruction counts are never turned into time (docs/method.md).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "contrast.hpp"
#include "sample.hpp"

namespace tracetoll {

// One string, e.g. "+14 callee-saved pushes, +31 stack loads in the marked functions"; empty when a
// variant of the contrast has no code shape or the cause has no code to look at. A difference of 0
// in everything that should differ is evidence too: "no change in ...".
std::vector<std::string> evidence_from_code(const std::string& cause, const Contrast& contrast,
                                            const std::map<std::string, CodeShape>& code);

// Events per operation by variant; `none` included, since events are not relative to it.
using EventsPerOp = std::map<std::string, double>;

// "+12.0 loads an operation (perf_event)"; empty when a variant has no figure.
std::vector<std::string> evidence_from_counter(const std::string& counter, const Contrast& contrast,
                                               const EventsPerOp& events);

}  // namespace tracetoll
