// The layout executables that a request needs, built where they are missing.
#pragma once

#include "command.hpp"
#include "layouts.hpp"
#include "run.hpp"

namespace tracetoll {

// All names are checked before anything is built, and again after. Throws InputError. Variants of a
// preset that cannot be built here are taken out of the request, and said so.
Layouts layouts_for(const RunOptions& options, RunRequest& request);

}  // namespace tracetoll
