// What a run and a count record alike: the tool, the hour, the machine, and what the layouts were
// built with.
#pragma once

#include "layouts.hpp"
#include "sample.hpp"

namespace tracetoll {

Context context_here(const Layouts& layouts);

}  // namespace tracetoll
