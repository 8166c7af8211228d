// Topic "processor": the model, its cores and threads, its caches.
#pragma once

#include "finding.hpp"
#include "machine.hpp"
#include "machine_files.hpp"

namespace tracetoll {

// CPUs that are online, from sysfs; as many as the machine says where sysfs is silent.
std::vector<int> online_cpus(const MachineFiles& files, const MachineFacts& machine);

// The names of Arm cores in /proc/cpuinfo, which gives numbers: "Arm Neoverse N1". Empty where it
// has none. Parts from the main ID registers in Arm's technical reference manuals.
std::string arm_core_name(const std::string& cpuinfo);

// `active` and `control` of /sys/devices/system/cpu/smt.
Finding judge_smt(const FileText& active, const FileText& control, bool is_guest);

Topic examine_cpus(const MachineFiles& files, const MachineFacts& machine);

}  // namespace tracetoll
