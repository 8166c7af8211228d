// The section of the report on sites that were patched within one layout (E2).
#pragma once

#include <string>

#include "report.hpp"

namespace tracetoll {

// Empty when nothing was patched.
std::string text_patched(const Report& report);

}  // namespace tracetoll
