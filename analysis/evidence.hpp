// What corroborates a cause: differences in the machine code that was timed. Corroboration only;
// instruction counts are never turned into time (docs/method.md). What was counted while it ran is
// in counts_evidence.hpp.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "contrast.hpp"
#include "estimate.hpp"
#include "sample.hpp"

namespace tracetoll {

// One string, e.g. "+14 callee-saved pushes, +31 stack loads in the marked functions"; empty when a
// variant of the contrast has no code shape or the cause has no code to look at. A difference of 0
// in everything that should differ is evidence too: "no change in ...".
std::vector<std::string> evidence_from_code(const std::string& cause, const Contrast& contrast,
                                            const std::map<std::string, CodeShape>& code);

// What the time of a cause says and the machine code denies: slower without more of what the cause
// is made of (instructions; conditional branches; cache lines; pushes, stack loads and stores), or
// faster with more of it. Then layout, or something that the code does not show, is in the time.
// Empty when the two agree, when the time is not resolved, and for the residual, which is what no
// code accounts for.
std::string contradiction(const std::string& cause, const Estimate& points,
                          const Contrast& contrast, const std::map<std::string, CodeShape>& code);

}  // namespace tracetoll
