// Topic "frequency": who sets the CPUs' clock, and whether it may change within a run.
#pragma once

#include "finding.hpp"
#include "machine_files.hpp"

namespace tracetoll {

// Governor of each CPU as (CPU, governor); `driver` decides what "powersave" means: with
// intel_pstate and amd-pstate-epp the hardware still varies the clock, with others it is the
// lowest.
Finding judge_governors(const std::vector<std::pair<int, std::string>>& governors,
                        const std::string& driver);

// `no_turbo` of intel_pstate and `boost` of the other drivers.
Finding judge_boost(const FileText& no_turbo, const FileText& boost);

Topic examine_frequency(const MachineFiles& files, const std::vector<int>& cpus, bool is_guest);

}  // namespace tracetoll
