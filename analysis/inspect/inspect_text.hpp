// An inspection for people: lines of at most 100 columns where names allow it.
#pragma once

#include <cstddef>
#include <string>

#include "inspection.hpp"

namespace tracetoll {

// The dearest `top` sites and functions; 0: all.
std::string inspect_text(const Inspection& inspection, std::size_t top);

}  // namespace tracetoll
