// The twin difference that a person reads: which files, the figures that differ, why.
#pragma once

#include <string>

#include "twin.hpp"

namespace tracetoll {

// Lines of at most 100 columns. `all` prints the figures that are equal too.
std::string twin_text(const Twin& twin, bool all = false);

}  // namespace tracetoll
