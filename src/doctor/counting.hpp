// Topic "counters": which there are, and what the kernel lets this process do with them.
#pragma once

#include <map>
#include <string>

#include "counter_probe.hpp"
#include "finding.hpp"
#include "machine_files.hpp"

namespace tracetoll {

// What decides about a refusal beside the probe.
struct Rights {
  bool is_guest = false;
  bool has_perfmon = false;  // CAP_PERFMON or CAP_SYS_ADMIN: perf_event_paranoid does not bind
};

// Effective capabilities from "CapEff" of /proc/self/status. They count in the first user namespace
// alone, which maps all users to themselves: not in a container without root.
bool has_perfmon(const FileText& status, const FileText& uid_map);

// One finding for all events that work, one for each reason why others do not.
Findings judge_hardware(const std::map<std::string, Availability>& events, const Rights& rights);

// The CPU whose events by cause are known (src/counters/cause_events.hpp), by /proc/cpuinfo.
Finding event_table(const FileText& cpuinfo);

Finding judge_breakpoints(const Availability& breakpoints);

// kernel.perf_event_paranoid: 2 leaves user mode, 1 and less the kernel too; 3 (a patch of Debian's
// and Android's kernels) nothing at all. kernel: Documentation/admin-guide/sysctl/kernel.rst.
Finding judge_paranoid(const FileText& paranoid, const Rights& rights);

// "Seccomp" and "NoNewPrivs" of /proc/self/status; `is_blocked`: perf_event_open fails with EPERM
// or ENOSYS.
Finding judge_seccomp(const FileText& status, bool is_blocked);

// /sys/bus/event_source/devices/cpu/rdpmc
Finding judge_rdpmc(const FileText& rdpmc);

// kernel.nmi_watchdog: takes one counter of each CPU.
Finding judge_watchdog(const FileText& watchdog, bool has_pmu);

// Tracepoints and uprobes of the kernel, which its own probes need; the tool needs neither.
Finding judge_tracefs(const MachineFiles& files);

Topic examine_counting(const MachineFiles& files, const CounterProbe& probe, bool is_guest);

}  // namespace tracetoll
