// The answer in words, for the formats that people read.
#pragma once

#include <string>

#include "compare.hpp"

namespace tracetoll {

// "UNRELIABLE: ..." in capitals, which run and why; empty when both runs are reliable.
std::string compare_unreliable(const Comparison& comparison);

// What was judged: "REGRESSION: ..." with the changes, or "No regression: ...", or that there was
// nothing to judge. ASCII, not wrapped.
std::string compare_verdict(const Comparison& comparison);

// What keeps the changes from being quoted alone: unlike runs, what was left out, runs that ended
// early, and how many changes were looked at together. One phrase each, ASCII, not wrapped.
std::vector<std::string> compare_notes(const Comparison& comparison);

}  // namespace tracetoll
