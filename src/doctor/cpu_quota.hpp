// The CPU time that control groups leave to this process: a group that has used its share up is
// stopped for the rest of a period (100 ms unless changed), in the middle of a block.
//
// kernel: Documentation/admin-guide/cgroup-v2.rst (cpu.max), cgroup-v1/../scheduler/sched-bwc.rst.
#pragma once

#include "finding.hpp"
#include "machine_files.hpp"

namespace tracetoll {

// The tightest limit of this process's group and of those above it, in version 2 and 1.
Finding cpu_quota(const MachineFiles& files);

}  // namespace tracetoll
