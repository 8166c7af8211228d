// Topic "contention": what else wants the CPUs, and which of them this process may use.
#pragma once

#include <optional>

#include "finding.hpp"
#include "machine_files.hpp"

namespace tracetoll {

// `loadavg` as /proc/loadavg; obstacle from one runnable task a CPU on.
Finding judge_load(const FileText& loadavg, std::size_t cpus);

// /proc/pressure/cpu: the share of the last 10 s in which some task waited for a CPU.
Finding judge_pressure(const FileText& pressure);

// The share of stolen time in all time of all CPUs since boot, from the first line of /proc/stat:
// "cpu user nice system idle iowait irq softirq steal ..." (the last two, guest time, are counted
// in user and nice already).
Finding judge_steal(const FileText& stat);

// `allowed` from "Cpus_allowed_list" of /proc/self/status.
Finding judge_affinity(const FileText& status, const std::vector<int>& online);

Topic examine_contention(const MachineFiles& files, const std::vector<int>& online);

}  // namespace tracetoll
