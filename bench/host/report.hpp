// What the validator found, as text.
#pragma once

#include <string>
#include <string_view>

#include "host/validator_state.hpp"

namespace tracetoll::host {

// "circular", "held_overflow", ...
std::string_view violation_name(Violation kind);

// One line that names the classes; empty when there was no violation.
std::string describe(const Validator& validator);

}  // namespace tracetoll::host
