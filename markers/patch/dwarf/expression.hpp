// The source text of one argument, evaluated at a site as far as a stub can follow: names, members,
// pointers, casts, constants, and sums of one of them with constants.
#pragma once

#include <string>

#include "location.hpp"
#include "scope.hpp"

namespace tracetoll::patch {

// Throws Missing: what the text needs is not there, or is more than this.
Argument find_argument(const std::string& source, Scope& scope, const Place& place);

}  // namespace tracetoll::patch
