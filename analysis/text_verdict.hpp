// One sentence a workload: what a dormant call costs there and which part of it is largest.
#pragma once

#include <string>

#include "report.hpp"

namespace tracetoll {

// ASCII, not wrapped. Claims nothing that is not resolved: "largest" only if it is told from the
// next, and a part below zero is never called a saving (it is an optimisation that the compiler
// lost or gained, or where the layouts happened to put things).
std::string verdict(const WorkloadReport& workload);

}  // namespace tracetoll
