// The exact counts that a run takes before it measures.
#pragma once

#include "layouts.hpp"
#include "progress.hpp"
#include "run.hpp"
#include "sample.hpp"

namespace tracetoll {

// Of the run's compiled variants in its first layout, within a quarter of its budget; the standard
// preset takes 4.1 s of CPU time, on two CPUs at once. A run that is too short for that, and one of
// copies, which are no variants of their own, is not counted: `unavailable` says so.
CountStudy counts_of_run(const RunRequest& request, const Layouts& layouts, const RunHooks& hooks,
                         Progress& progress);

}  // namespace tracetoll
