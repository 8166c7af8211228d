// Are two runs of the same thing on the same machine?
#pragma once

#include <string>
#include <vector>

#include "sample.hpp"

namespace tracetoll {

// Every way in which the machine (CPU, number of CPUs, hypervisor, kernel), the compiler (with its
// flags) or the workloads (which, their operation, the sites that one operation hits) differ, one
// short phrase each: "CPU: 'A' in OLD, 'B' in NEW". Empty when the runs are alike. Hits that one of
// the two did not count are no difference. Other variants are none either: they are left out.
std::vector<std::string> ways_unlike(const Context& before, const Context& after);

const WorkloadContext* find_workload(const Context& context, const std::string& name);

}  // namespace tracetoll
