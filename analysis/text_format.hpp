// Words and numbers for a terminal: ASCII, fixed widths, as many digits as the interval supports.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "estimate.hpp"

namespace tracetoll {

inline constexpr std::size_t kColumns = 100;

// Every byte that is not printable ASCII becomes '?': names and reasons come out of a file.
std::string ascii(std::string_view text);

// ASCII, and at most `width` long: the middle of a longer text becomes "..", since names tend to
// differ at their ends.
std::string fit(std::string_view text, std::size_t width);

// Lines of at most kColumns, the first after `first`, the others after `rest`; a word that is too
// long for a line is fitted. Ends in a newline.
std::string wrap(std::string_view text, std::string_view first, std::string_view rest);

// Decimals that give an interval of this half-width two significant digits, at most 2.
int decimals_for(const Interval& interval);

// The decimals of a column of effects: those of its middle half-width, so that its figures line up.
int common_decimals(const std::vector<const Estimate*>& estimates);

// "+9.02", with fewer decimals where it would be longer than 6; "+2e+05" from 100,000 on.
std::string signed_number(double value, int decimals);

// "[+8.38, +9.70]"
std::string bounds(const Interval& interval, int decimals);

// "+9.02 % [+8.38, +9.70]", "not resolved [-0.21, +0.40]", or the reason. `unit` as " %", "
// points".
std::string effect_phrase(const Estimate& estimate, std::string_view unit);

// The same for a column of kEffectWidth: brackets below brackets.
inline constexpr std::size_t kEffectWidth = 29;
std::string effect_cell(const Estimate& estimate, std::string_view unit, int decimals);

// "39 % [35, 43]", empty when there is none.
std::string share_phrase(const Share& share);

// The same for a column; the reason in brackets when there is none.
std::string share_cell(const Share& share);

// "0.8": the largest effect that an interval leaves possible.
std::string bound_number(const Estimate& estimate);

// Without spaces at the end of the line, with a newline.
std::string trimmed(std::string line);

// At most 8 wide; `scale` 1000 for microseconds out of nanoseconds.
std::string time_cell(double ns, double scale);

}  // namespace tracetoll
