// What is said of machines, each as its files describe it. The danger: a fact that is read from one
// kind of machine and false, or without its command, on another.
#include "machines.hpp"

#include <gtest/gtest.h>

#include "doctor.hpp"
#include "table_files.hpp"

namespace tracetoll::testing {
namespace {

Observed observed(const std::string& hypervisor, const std::string& kernel) {
  Observed result;
  result.machine = {"some CPU", 6, kernel, hypervisor};
  result.noise.why_absent = "not measured";
  result.counters.hardware["cycles"] = {true, ""};
  result.counters.breakpoints = {true, ""};
  result.counters.software["task-clock"] = {true, ""};
  return result;
}

Observed bare(const std::string& machine = "x86_64") {
  return observed("", "Linux 6.1.0 " + machine);
}

Observed no_pmu() {
  Observed result = observed("KVM", "Linux 6.1.0 x86_64");
  result.counters.hardware["cycles"] = {false, "no PMU (ENOENT)"};
  return result;
}

Observed blocked() {
  Observed result = bare();
  const Availability refused{false, "not permitted (EPERM): a container's seccomp filter"};
  result.counters.hardware["cycles"] = result.counters.breakpoints = refused;
  return result;
}

struct Expected {
  const char* name;
  Severity severity;
  const char* says;    // part of the value or of the reason
  const char* remedy;  // part of the command; "" where there is none
};

void check(const Table& table, const Observed& seen, const std::vector<Expected>& all) {
  const Diagnosis diagnosis = diagnose(TableFiles(table), seen);
  for (const Expected& expected : all) {
    const Finding* found = nullptr;
    for (const Topic& topic : diagnosis.topics)
      for (const Finding& finding : topic.findings)
        if (finding.name == expected.name) found = &finding;
    ASSERT_NE(found, nullptr) << expected.name;
    const std::string said = found->value + found->why_absent;
    EXPECT_EQ(found->severity, expected.severity) << expected.name << ": " << said;
    EXPECT_NE(said.find(expected.says), std::string::npos) << expected.name << ": " << said;
    EXPECT_NE(found->remedy.find(expected.remedy), std::string::npos) << found->remedy;
    EXPECT_EQ(found->remedy.empty(), *expected.remedy == '\0') << found->remedy;
  }
}

constexpr auto kOk = Severity::ok;
constexpr auto kNote = Severity::note;
constexpr auto kObstacle = Severity::obstacle;

TEST(Machines, IntelDesktop) {
  check(
      intel_desktop(), bare(),
      {{"model", kOk, "12th Gen Intel(R) Core(TM) i5-12500H", ""},
       {"logical CPUs", kOk, "6 online (0-5)", ""},
       {"topology", kOk, "1 socket, 4 cores, 6 threads", ""},
       {"SMT", kObstacle, "active (on)", "echo off | sudo tee /sys/devices/system/cpu/smt/control"},
       {"core types", kObstacle, "P-cores 0-3, E-cores 4-5", "taskset -c 0-3 "},
       {"caches", kOk, "L1I 32K 8-way lines of 64", ""},
       {"container", kOk, "none", ""},
       {"perf_event_paranoid", kObstacle, "3", "sudo sysctl kernel.perf_event_paranoid=2"},
       {"seccomp", kOk, "off", ""},
       {"rdpmc", kOk, "1", ""},
       {"NMI watchdog", kObstacle, "on", "sudo sysctl kernel.nmi_watchdog=0"},
       {"tracefs, uprobes", kNote, "mounted at /sys/kernel/tracing, not readable", ""},
       {"driver", kOk, "intel_pstate", ""},
       {"governor", kObstacle, "powersave", "echo performance | sudo tee "},
       {"frequencies", kOk, "0.40 to 4.50 GHz allowed", ""},
       {"turbo", kObstacle, "no_turbo is 0",
        "echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo"},
       {"load", kOk, "0.31 0.42 0.40", ""},
       {"CPU pressure", kOk, "in 0 % of", ""},
       {"stolen time", kOk, "none reported", ""},
       {"CPU quota", kOk, "none", ""},
       {"CPUs allowed", kOk, "0-5 (all)", ""},
       {"huge pages", kNote, "always", "echo madvise | sudo tee "},
       {"swap", kOk, "12 pages came in and 340 went out", ""},
       {"clock source", kObstacle, "hpet (available: tsc hpet acpi_pm)", "echo tsc | sudo tee "},
       {"invariant TSC", kOk, "yes", ""},
       {"ASLR", kOk, "on (2)", ""},
       {"open files", kOk, "soft limit 1024, hard 1048576", ""}});
}

TEST(Machines, AmdServer) {
  check(amd_server(), bare(),
        {{"topology", kOk, "2 sockets, 2 cores, 4 threads", ""},
         {"SMT", kOk, "off (off)", ""},
         {"governor", kObstacle, "performance on 2-3, schedutil on 0-1", "echo performance"},
         {"turbo", kObstacle, "boost is 1", "echo 0 | sudo tee "},
         {"perf_event_paranoid", kOk, "1", ""},
         {"rdpmc", kNote, "0", "echo 1 | sudo tee /sys/bus/event_source/devices/cpu/rdpmc"},
         {"isolated CPUs", kNote, "2-3, without ticks: 2-3", "taskset -c 2 "},
         {"load", kNote, "on 4 CPUs; 2 runnable", "top -b"},
         {"clock source", kOk, "tsc", ""},
         {"ASLR", kNote, "off (0)", "sudo sysctl kernel.randomize_va_space=2"},
         {"open files", kObstacle, "hard 512", "prlimit --pid $$ --nofile"}});
}

TEST(Machines, GuestWithoutPmu) {
  check(guest_without_pmu(), no_pmu(),
        {{"logical CPUs", kNote, "1 online", ""},
         {"SMT", kOk, "none that this guest can see", ""},
         {"caches", kOk, "shows none", ""},
         {"hypervisor", kNote, "KVM", ""},
         {"container", kOk, "/.dockerenv, but the kernel's own threads", ""},
         {"hardware counters", kObstacle, "no PMU (ENOENT)", ""},
         {"perf_event_paranoid", kNote, "2", "sudo sysctl kernel.perf_event_paranoid=1"},
         {"tracefs, uprobes", kNote, "perf has uprobes", "sudo mount -t tracefs nodev "},
         {"governor", kOk, "its host sets the frequency", ""},
         {"load", kObstacle, "5.65", "top -b"},
         {"CPU pressure", kObstacle, "99.34 %", ""},
         {"stolen time", kNote, "10 % of all", ""},
         {"clock source", kOk, "kvm-clock", ""}});
}

TEST(Machines, Container) {
  check(container(), blocked(),
        {{"model", kOk, "/proc/cpuinfo: not there", ""},
         {"container", kNote, "yes: /.dockerenv", ""},
         {"hardware counters", kObstacle, "EPERM", ""},
         {"breakpoints", kObstacle, "EPERM", ""},
         {"seccomp", kObstacle, "filtered, NoNewPrivs; perf_event_open is blocked", "docker run"},
         {"CPU quota", kObstacle, "0.50 CPUs, set in /sys/fs/cgroup; 37 periods cut",
          "echo max | sudo tee '/sys/fs/cgroup/cpu.max'"},
         {"CPUs allowed", kOk, "1", ""},
         {"SMT", kOk, "not there", ""}});
}

TEST(Machines, ArmServer) {
  check(arm_server(), bare("aarch64"),
        {{"model", kOk, "Arm Neoverse N1", ""},
         {"core types", kObstacle, "capacity 446 on 1, capacity 1024 on 0", "taskset -c 0 "},
         {"hypervisor", kNote, "Amazon EC2 m6g.large", ""},
         {"clock source", kOk, "arch_sys_counter", ""},
         {"invariant TSC", kOk, "no TSC", ""},
         {"rdpmc", kOk, "no PMU of the CPU", ""}});
}

// Root needs no sudo, and images of containers seldom have it.
TEST(Machines, RootIsToldNoSudo) {
  Observed root = bare();
  root.is_root = true;
  for (const Topic& topic : diagnose(TableFiles(intel_desktop()), root).topics)
    for (const Finding& finding : topic.findings)
      EXPECT_EQ(finding.remedy.find("sudo"), std::string::npos) << finding.remedy;
}

// A machine that says nothing of itself: every fact is absent with a reason, none is made up.
TEST(Machines, NothingToRead) {
  Observed nothing;
  nothing.machine.kernel = "Linux";
  nothing.noise.why_absent = "not measured";
  const Diagnosis diagnosis = diagnose(TableFiles({}), nothing);
  for (const Topic& topic : diagnosis.topics)
    for (const Finding& finding : topic.findings)
      EXPECT_NE(finding.value.empty(), finding.why_absent.empty()) << finding.name;
  EXPECT_FALSE(doctor_text(diagnosis).empty());
}

}  // namespace
}  // namespace tracetoll::testing
