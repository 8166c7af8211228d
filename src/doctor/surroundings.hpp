// Topic "surroundings": the kernel, and what stands between it and the machine.
#pragma once

#include "finding.hpp"
#include "machine.hpp"
#include "machine_files.hpp"

namespace tracetoll {

// What the files of a container show of it, against what only a machine's own kernel shows: its
// threads (process 2 is kthreadd). An image of a container that was started as a machine has the
// first and the second.
Finding judge_container(const MachineFiles& files);

Topic examine_surroundings(const MachineFiles& files, const MachineFacts& machine);

}  // namespace tracetoll
