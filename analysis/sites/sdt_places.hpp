// Where one argument of a USDT probe lies: the operand in the assembler's syntax.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "found_site.hpp"

namespace tracetoll {

// Each fills in place and what belongs to it; false, and all as it was, if it does not understand.
bool parse_x86_place(std::string_view text, Operand& operand);
bool parse_arm64_place(std::string_view text, Operand& operand);

// "-12", "0x10", "18446744073709551615" (as -1): what fits into 64 bits.
std::optional<std::int64_t> parse_number(std::string_view text);
// "8+foo-4", "foo": numbers into displacement, and at most one name into symbol.
bool parse_sum(std::string_view text, Operand& operand);
// The text without blanks at its ends.
std::string_view trimmed(std::string_view text);
// The text before the separator, which is taken off with it; all of it if there is none.
std::string_view take_until(std::string_view& text, char separator);
// "12" of "xmm12" where it is below `count` and no zero stands in front.
std::optional<int> register_number(std::string_view digits, int count);

}  // namespace tracetoll
