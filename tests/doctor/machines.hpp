// Machines as their files describe them: a desktop of Intel's with two kinds of cores, a server of
// AMD's, a guest without a PMU, a container, an arm64 server.
#pragma once

#include <map>
#include <string>

namespace tracetoll::testing {

using Table = std::map<std::string, std::string>;

inline void add_cpu(Table& table, int cpu, const std::string& socket, const std::string& core) {
  const std::string folder = "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/";
  table[folder + "physical_package_id"] = socket;
  table[folder + "core_id"] = core;
}

inline void add_cpufreq(Table& table, int cpu, const std::string& driver,
                        const std::string& governor, const std::string& least,
                        const std::string& most) {
  const std::string folder = "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/cpufreq/";
  table[folder + "scaling_driver"] = driver;
  table[folder + "scaling_governor"] = governor;
  table[folder + "scaling_min_freq"] = least;
  table[folder + "scaling_max_freq"] = most;
  table[folder + "scaling_cur_freq"] = most;
}

inline Table intel_desktop() {
  Table table = {
      {"/proc/cpuinfo",
       "processor\t: 0\nvendor_id\t: GenuineIntel\nmodel name\t: 12th Gen Intel(R) Core(TM) "
       "i5-12500H\nflags\t\t: fpu vme de tsc msr constant_tsc art arch_perfmon nonstop_tsc avx2"},
      {"/proc/loadavg", "0.31 0.42 0.40 1/1203 91422"},
      {"/proc/pressure/cpu", "some avg10=0.00 avg60=0.06 avg300=0.05 total=41327745"},
      {"/proc/stat", "cpu  501230 1022 200133 99230112 4000 0 3120 0 0 0\ncpu0 1 2 3 4 5 6 7 0"},
      {"/proc/self/status",
       "Name:\ttracetoll\nCapEff:\t0000000000000000\nNoNewPrivs:\t0\nSeccomp:\t0\n"
       "Cpus_allowed_list:\t0-5"},
      {"/proc/self/cgroup", "0::/user.slice/user-1000.slice/session-3.scope"},
      {"/sys/fs/cgroup/user.slice/user-1000.slice/session-3.scope/cpu.max", "max 100000"},
      {"/sys/fs/cgroup/cgroup.controllers", "cpuset cpu io memory pids"},
      {"/proc/1/cgroup", "0::/init.scope"},
      {"/proc/2/comm", "kthreadd"},
      {"/proc/self/mounts", "proc /proc proc rw 0 0\ntracefs /sys/kernel/tracing tracefs rw 0 0"},
      {"/proc/self/limits", "Limit  Soft  Hard  Units\nMax open files  1024  1048576  files"},
      {"/proc/self/personality", "00000000"},
      {"/proc/swaps", "Filename Type Size Used Priority\n/dev/nvme0n1p3 partition 999420 0 -2"},
      {"/proc/vmstat", "nr_free_pages 1\npswpin 12\npswpout 340"},
      {"/proc/sys/kernel/perf_event_paranoid", "3"},
      {"/proc/sys/kernel/nmi_watchdog", "1"},
      {"/proc/sys/kernel/randomize_va_space", "2"},
      {"/sys/bus/event_source/devices/cpu/rdpmc", "1"},
      {"/sys/devices/cpu_core/cpus", "0-3"},
      {"/sys/devices/cpu_atom/cpus", "4-5"},
      {"/sys/devices/system/cpu/online", "0-5"},
      {"/sys/devices/system/cpu/offline", ""},
      {"/sys/devices/system/cpu/isolated", ""},
      {"/sys/devices/system/cpu/smt/active", "1"},
      {"/sys/devices/system/cpu/smt/control", "on"},
      {"/sys/devices/system/cpu/intel_pstate/no_turbo", "0"},
      {"/sys/devices/system/cpu/cpu0/cache/index0/level", "1"},
      {"/sys/devices/system/cpu/cpu0/cache/index0/type", "Instruction"},
      {"/sys/devices/system/cpu/cpu0/cache/index0/size", "32K"},
      {"/sys/devices/system/cpu/cpu0/cache/index0/ways_of_associativity", "8"},
      {"/sys/devices/system/cpu/cpu0/cache/index0/coherency_line_size", "64"},
      {"/sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet"},
      {"/sys/devices/system/clocksource/clocksource0/available_clocksource", "tsc hpet acpi_pm"},
      {"/sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never"}};
  for (int cpu = 0; cpu < 4; ++cpu) add_cpu(table, cpu, "0", std::to_string(cpu / 2));
  for (int cpu = 4; cpu < 6; ++cpu) add_cpu(table, cpu, "0", std::to_string(cpu));
  for (int cpu = 0; cpu < 6; ++cpu)
    add_cpufreq(table, cpu, "intel_pstate", "powersave", "400000", "4500000");
  return table;
}

inline Table amd_server() {
  Table table = {
      {"/proc/cpuinfo",
       "processor\t: 0\nvendor_id\t: AuthenticAMD\nmodel name\t: AMD EPYC 7B13 64-Core "
       "Processor\nflags\t\t: fpu tsc constant_tsc rep_good nopl nonstop_tsc"},
      {"/proc/loadavg", "2.50 1.00 0.50 2/812 1401"},
      {"/proc/2/comm", "kthreadd"},
      {"/proc/sys/kernel/perf_event_paranoid", "1"},
      {"/proc/sys/kernel/nmi_watchdog", "0"},
      {"/proc/sys/kernel/randomize_va_space", "0"},
      {"/proc/self/limits", "Max open files            256                  512          files"},
      {"/sys/bus/event_source/devices/cpu/rdpmc", "0"},
      {"/sys/devices/system/cpu/online", "0-3"},
      {"/sys/devices/system/cpu/isolated", "2-3"},
      {"/sys/devices/system/cpu/nohz_full", "2-3"},
      {"/sys/devices/system/cpu/smt/active", "0"},
      {"/sys/devices/system/cpu/smt/control", "off"},
      {"/sys/devices/system/cpu/cpufreq/boost", "1"},
      {"/sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc"},
      {"/sys/devices/system/clocksource/clocksource0/available_clocksource", "tsc hpet"}};
  for (int cpu = 0; cpu < 4; ++cpu) add_cpu(table, cpu, std::to_string(cpu / 2), "0");
  for (int cpu = 0; cpu < 4; ++cpu)
    add_cpufreq(table, cpu, "acpi-cpufreq", cpu < 2 ? "schedutil" : "performance", "1500000",
                "2450000");
  return table;
}

// Firecracker, with an image that a container was made of.
inline Table guest_without_pmu() {
  Table table = {
      {"/proc/cpuinfo",
       "processor\t: 0\nmodel name\t: AMD EPYC\nflags\t\t: fpu tsc constant_tsc nonstop_tsc "
       "hypervisor"},
      {"/proc/loadavg", "5.65 4.30 3.38 6/119 21770"},
      {"/proc/pressure/cpu", "some avg10=99.34 avg60=85.47 avg300=63.80 total=905218780"},
      {"/proc/stat", "cpu  100 0 100 700 0 0 0 100 0 0"},
      {"/.dockerenv", ""},
      {"/proc/2/comm", "kthreadd"},
      {"/proc/filesystems", "nodev\tsysfs\nnodev\ttracefs\n\text4"},
      {"/proc/sys/kernel/perf_event_paranoid", "2"},
      {"/sys/bus/event_source/devices/uprobe/type", "7"},
      {"/sys/devices/system/cpu/online", "0"},
      {"/sys/devices/system/cpu/smt/active", "0"},
      {"/sys/devices/system/cpu/smt/control", "notsupported"},
      {"/sys/devices/system/clocksource/clocksource0/current_clocksource", "kvm-clock"},
      {"/sys/devices/system/clocksource/clocksource0/available_clocksource", "kvm-clock"}};
  add_cpu(table, 0, "0", "0");
  return table;
}

// Docker's default: a filter, half a CPU, no view of the host's threads.
inline Table container() {
  Table table = {{"/.dockerenv", ""},
                 {"/proc/2/comm", "bash"},
                 {"/proc/1/cgroup", "0::/"},
                 {"/proc/self/cgroup", "0::/"},
                 {"/proc/self/status",
                  "CapEff:\t00000000a80425fb\nNoNewPrivs:\t1\nSeccomp:\t2\nSeccomp_filters:\t1\n"
                  "Cpus_allowed_list:\t1"},
                 {"/proc/loadavg", "1.00 1.00 1.00 1/300 20"},
                 {"/sys/fs/cgroup/cpu.max", "50000 100000"},
                 {"/sys/fs/cgroup/cpu.stat", "usage_usec 1\nnr_periods 100\nnr_throttled 37\n"},
                 {"/proc/sys/kernel/perf_event_paranoid", "2"},
                 {"/sys/devices/system/cpu/online", "0-1"}};
  return table;
}

inline Table arm_server() {
  Table table = {
      {"/proc/cpuinfo",
       "processor\t: 0\nBogoMIPS\t: 243.75\nFeatures\t: fp asimd atomics\nCPU implementer\t: "
       "0x41\nCPU architecture: 8\nCPU variant\t: 0x3\nCPU part\t: 0xd0c\nCPU revision\t: 1"},
      {"/proc/2/comm", "kthreadd"},
      {"/proc/sys/kernel/perf_event_paranoid", "2"},
      {"/sys/class/dmi/id/sys_vendor", "Amazon EC2"},
      {"/sys/class/dmi/id/product_name", "m6g.large"},
      {"/sys/devices/system/cpu/online", "0-1"},
      {"/sys/devices/system/cpu/cpu0/cpu_capacity", "1024"},
      {"/sys/devices/system/cpu/cpu1/cpu_capacity", "446"},
      {"/sys/devices/system/clocksource/clocksource0/current_clocksource", "arch_sys_counter"},
      {"/sys/devices/system/clocksource/clocksource0/available_clocksource", "arch_sys_counter"}};
  add_cpu(table, 0, "0", "0");
  add_cpu(table, 1, "0", "1");
  return table;
}

}  // namespace tracetoll::testing
