// The section of the report on many copies of a marker at one site.
#pragma once

#include <string>

#include "report.hpp"

namespace tracetoll {

// Empty when the run was no dose study.
std::string text_doses(const Report& report);

}  // namespace tracetoll
