// Counts of events as text: not percent, not time, of any size.
#pragma once

#include <string>

#include "estimate.hpp"

namespace tracetoll {

// "41203", "0.25", "1.2e+15": whole where it is whole, at least three significant digits.
std::string count_number(double value);

// "+502", "+1.50", "-0.0031", "+0".
std::string signed_count(double value);

// "+1.00", "+0.025", "+0": of a figure a site hit; what is exactly 0 has no decimals.
std::string signed_rate(double value);

// "[+11.2, +12.8]" with two significant digits of the half-width; "+12.0 [+11.2, +12.8]" with the
// value.
std::string count_bounds(const Interval& interval);
std::string count_interval(const Interval& interval);

// "+12.0 [+11.2, +12.8]", "not resolved [-0.3, +0.4]", "+10 in each layout", or the reason.
std::string count_phrase(const Estimate& estimate);

}  // namespace tracetoll
