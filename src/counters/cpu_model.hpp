// Which CPU this is, as far as its events and counters are concerned.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tracetoll {

enum class Cpu {
  kUnknown,
  kSkylake,         // and Kaby, Coffee, Whiskey and Comet Lake: one event list (intel/perfmon)
  kSkylakeServer,   // Skylake-SP, Cascade Lake, Cooper Lake
  kIceLake,         // client and server, and Rocket Lake
  kSapphireRapids,  // and Emerald Rapids
  kZen2,
  kZen3,
  kZen4,
  kZen5,
  kNeoverseN1,
  kNeoverseV1,
  kNeoverseV2,
};

struct CpuModel {
  Cpu cpu = Cpu::kUnknown;
  std::string name;                // "Zen 3"; of an unknown CPU what the machine says of itself
  std::vector<std::string> pmus;   // libpfm4's names of its core PMU, "skx", "clx"; may be empty
  bool smt_active = false;         // other hyper-threads run on the same cores
  bool has_core_counters = false;  // AMD: the six counters of PerfCtrExtCore ("perfctr_core")
  bool has_watchdog = false;       // the kernel's NMI watchdog counts cycles, pinned, on every CPU
};

// The model of a name; what a machine adds is left false.
CpuModel model_of(Cpu cpu);

// The CPU that model_of() calls so; unknown for any other text.
Cpu cpu_named(std::string_view name);

// By CPUID's family and model, the extended parts added in (what /proc/cpuinfo shows). Sources:
// Linux's arch/x86/include/asm/intel-family.h, arch/x86/kernel/cpu/amd.c (the Zen generations), and
// mapfile.csv of intel/perfmon for which models share an event list.
Cpu cpu_of_x86(std::string_view vendor, unsigned family, unsigned model);

// By MIDR_EL1's implementer and part. Source: Linux's arch/arm64/include/asm/cputype.h.
Cpu cpu_of_arm(unsigned implementer, unsigned part);

// By the text of /proc/cpuinfo. Unknown when it names no CPU, or several that differ (a thread may
// run on any of them).
CpuModel cpu_of_cpuinfo(std::string_view cpuinfo);

// By /proc/cpuinfo, /sys/devices/system/cpu/smt/active and /proc/sys/kernel/nmi_watchdog of this
// machine.
CpuModel this_cpu();

}  // namespace tracetoll
