#include "cpu_model.hpp"

#include <gtest/gtest.h>

namespace tracetoll {
namespace {

// The first lines of /proc/cpuinfo, as these machines show them.
constexpr const char* kZen3Text =
    "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 1\n"
    "model name\t: AMD EPYC 7763 64-Core Processor\nstepping\t: 1\n"
    "flags\t\t: fpu vme perfctr_core cpb svm\n\n"
    "processor\t: 1\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 1\n"
    "model name\t: AMD EPYC 7763 64-Core Processor\nflags\t\t: fpu vme perfctr_core\n\n";

constexpr const char* kZen5Guest =
    "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 26\nmodel\t\t: 2\n"
    "model name\t: AMD EPYC\nflags\t\t: fpu vme de hypervisor perfctr_core_x\n";

constexpr const char* kCascadeLake =
    "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 85\n"
    "model name\t: Intel(R) Xeon(R) Platinum 8259CL CPU @ 2.50GHz\nstepping\t: 7\n";

constexpr const char* kGraviton3 =
    "processor\t: 0\nBogoMIPS\t: 2100.00\nFeatures\t: fp asimd sve\nCPU implementer\t: 0x41\n"
    "CPU architecture: 8\nCPU variant\t: 0x1\nCPU part\t: 0xd40\nCPU revision\t: 1\n\n"
    "Hardware\t: something\n";

// A wrong family or a nibble of the model taken for the whole gives another CPU's events.
TEST(CpuModel, OfRealCpuinfos) {
  EXPECT_EQ(cpu_of_cpuinfo(kZen3Text).cpu, Cpu::kZen3);
  EXPECT_EQ(cpu_of_cpuinfo(kZen3Text).name, "Zen 3");
  EXPECT_EQ(cpu_of_cpuinfo(kZen5Guest).cpu, Cpu::kZen5);
  EXPECT_EQ(cpu_of_cpuinfo(kCascadeLake).cpu, Cpu::kSkylakeServer);
  EXPECT_EQ(cpu_of_cpuinfo(kGraviton3).cpu, Cpu::kNeoverseV1);
}

// A flag whose name merely begins so would promise two counters that are not there.
TEST(CpuModel, CoreCountersAreAWholeFlag) {
  EXPECT_TRUE(cpu_of_cpuinfo(kZen3Text).has_core_counters);
  EXPECT_FALSE(cpu_of_cpuinfo(kZen5Guest).has_core_counters);
}

// The generations interleave within a family (Linux's arch/x86/kernel/cpu/amd.c).
TEST(CpuModel, TellsZensApartByModel) {
  EXPECT_EQ(cpu_of_x86("AuthenticAMD", 0x17, 0x01), Cpu::kUnknown);  // Zen 1
  EXPECT_EQ(cpu_of_x86("AuthenticAMD", 0x17, 0x18), Cpu::kUnknown);  // Zen+
  EXPECT_EQ(cpu_of_x86("AuthenticAMD", 0x17, 0x31), Cpu::kZen2);     // Rome
  EXPECT_EQ(cpu_of_x86("AuthenticAMD", 0x17, 0x71), Cpu::kZen2);     // Matisse
  EXPECT_EQ(cpu_of_x86("AuthenticAMD", 0x19, 0x01), Cpu::kZen3);     // Milan
  EXPECT_EQ(cpu_of_x86("AuthenticAMD", 0x19, 0x50), Cpu::kZen3);     // Cezanne
  EXPECT_EQ(cpu_of_x86("AuthenticAMD", 0x19, 0x11), Cpu::kZen4);     // Genoa
  EXPECT_EQ(cpu_of_x86("AuthenticAMD", 0x19, 0x61), Cpu::kZen4);     // Raphael
  EXPECT_EQ(cpu_of_x86("AuthenticAMD", 0x1a, 0x44), Cpu::kZen5);     // Granite Ridge
  EXPECT_EQ(cpu_of_x86("AuthenticAMD", 0x1a, 0x50), Cpu::kUnknown);  // Zen 6
}

TEST(CpuModel, KnowsIntelsByModel) {
  EXPECT_EQ(cpu_of_x86("GenuineIntel", 6, 0x5e), Cpu::kSkylake);
  EXPECT_EQ(cpu_of_x86("GenuineIntel", 6, 0x9e), Cpu::kSkylake);  // Kaby, Coffee Lake
  EXPECT_EQ(cpu_of_x86("GenuineIntel", 6, 0x6a), Cpu::kIceLake);
  EXPECT_EQ(cpu_of_x86("GenuineIntel", 6, 0x8f), Cpu::kSapphireRapids);
  EXPECT_EQ(cpu_of_x86("GenuineIntel", 6, 0x97), Cpu::kUnknown);  // Alder Lake: two kinds of core
  EXPECT_EQ(cpu_of_x86("GenuineIntel", 15, 0x5e), Cpu::kUnknown);
  EXPECT_EQ(cpu_of_x86("HygonGenuine", 0x17, 0x31), Cpu::kUnknown);
}

TEST(CpuModel, KnowsArmsByImplementerAndPart) {
  EXPECT_EQ(cpu_of_arm(0x41, 0xd0c), Cpu::kNeoverseN1);
  EXPECT_EQ(cpu_of_arm(0x41, 0xd4f), Cpu::kNeoverseV2);
  EXPECT_EQ(cpu_of_arm(0x41, 0xd49), Cpu::kUnknown);  // Neoverse N2
  EXPECT_EQ(cpu_of_arm(0x61, 0xd0c), Cpu::kUnknown);
}

// On a big.LITTLE machine the thread may move to a core that numbers its events otherwise.
TEST(CpuModel, SeveralKindsAreNone) {
  const CpuModel mixed = cpu_of_cpuinfo(
      "processor : 0\nCPU implementer : 0x41\nCPU part : 0xd40\n\n"
      "processor : 1\nCPU implementer : 0x41\nCPU part : 0xd0c\n");
  EXPECT_EQ(mixed.cpu, Cpu::kUnknown);
  EXPECT_EQ(mixed.name, "CPUs of several kinds");
}

TEST(CpuModel, AnUnknownOneKeepsItsOwnName) {
  EXPECT_EQ(cpu_of_cpuinfo("vendor_id : GenuineIntel\ncpu family : 6\nmodel : 151\n"
                           "model name : 12th Gen Intel(R) Core(TM) i9-12900K\n")
                .name,
            "12th Gen Intel(R) Core(TM) i9-12900K");
}

TEST(CpuModel, AnyTextIsSomeModel) {
  for (const char* text : {"", "\n\n", ":", " : \n : ", "model", "cpu family : x\nmodel : 5",
                           "cpu family : 99999999999999\nmodel : 1", "CPU part : 0x"})
    EXPECT_EQ(cpu_of_cpuinfo(text).cpu, Cpu::kUnknown) << text;
}

TEST(CpuModel, OfThisMachineHasAName) {
  EXPECT_FALSE(this_cpu().name.empty());
}

// A samples file names the CPU; the report finds its formulas by that name.
TEST(CpuModel, IsFoundByItsName) {
  for (int i = 1; i <= static_cast<int>(Cpu::kNeoverseV2); ++i) {
    const auto cpu = static_cast<Cpu>(i);
    EXPECT_EQ(cpu_named(model_of(cpu).name), cpu) << model_of(cpu).name;
  }
  EXPECT_EQ(cpu_named(""), Cpu::kUnknown);
  EXPECT_EQ(cpu_named(model_of(Cpu::kUnknown).name), Cpu::kUnknown);
}

}  // namespace
}  // namespace tracetoll
