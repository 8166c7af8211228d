// Nanoseconds with their interval, for figures of any size: as many decimals as the interval
// supports.
#pragma once

#include <string>

#include "estimate.hpp"

namespace tracetoll {

// "+0.0512 ns [+0.0508, +0.0516]", "not resolved [-0.01, +0.02]", or the reason.
std::string ns_phrase(const Estimate& estimate);

// "+0.0512 [+0.0508, +0.0516]", "at most 0.02" where it is not resolved, "-" without an interval;
// at most kNsWidth wide.
inline constexpr std::size_t kNsWidth = 20;
std::string ns_cell(const Estimate& estimate);

}  // namespace tracetoll
