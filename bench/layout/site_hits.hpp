// How often an operation hits each marker, counted by the probes themselves.
#pragma once

#include <map>
#include <string>

#include "timed_block.hpp"

namespace tracetoll {

// Runs one operation. Throws StageError when it does not do its work.
void run_operation(const Timed& timed);

// Enables the markers of `timed`'s variant, runs some operations, and returns the probe's calls per
// operation by marker name, markers that were not hit left out. The variant's body must call the
// probe (`call`). Throws StageError when an operation fails.
std::map<std::string, double> count_site_hits(const Timed& timed);

// The same of all sites of a variant together, by the probe of `timed.on`, which must count.
double count_switched_hits(const Timed& timed, int operations);

}  // namespace tracetoll
