// Single judgements where the machines of machines_test.cpp do not reach.
#include <gtest/gtest.h>

#include <algorithm>

#include "clocks.hpp"
#include "counting.hpp"
#include "cpu_quota.hpp"
#include "frequency.hpp"
#include "process.hpp"
#include "programs.hpp"
#include "table_files.hpp"

namespace tracetoll::testing {
namespace {

// 25 ns a reading in steps of 100: the mean must not be taken for the step, nor the step for it.
TEST(Clocks, CallAndStepAreTwoFigures) {
  std::int64_t calls = 0;
  const auto figures = measure_clock([&] { return ++calls * 25 / 100 * 100; });
  ASSERT_TRUE(figures);
  EXPECT_NEAR(figures->call_ns, 25, 1);
  EXPECT_EQ(figures->step_ns, 100);
}

// One batch in a hundred that was interrupted must not count.
TEST(Clocks, ADisturbedBatchIsOutvoted) {
  std::int64_t calls = 0, time = 0;
  const auto figures =
      measure_clock([&] { return time += ++calls % 10'000 == 0 ? 1'000'000 : 25; });
  ASSERT_TRUE(figures);
  EXPECT_DOUBLE_EQ(figures->call_ns, 25);
}

TEST(Clocks, AClockThatStandsStillHasNoFigures) {
  EXPECT_FALSE(measure_clock([] { return 7; }));
  EXPECT_FALSE(judge_clock("x", std::nullopt).why_absent.empty());
}

TEST(Clocks, ASlowOneIsAnObstacle) {
  EXPECT_EQ(judge_clock("x", ClockFigures{1300, 1}).severity, Severity::ok);
  EXPECT_EQ(judge_clock("x", ClockFigures{6000, 1}).severity, Severity::obstacle);
}

// Without the TSC among the available there is no command that could choose it.
TEST(Clocks, NoCommandForASourceThatIsNotThere) {
  const Finding finding = judge_clock_source(text_of("acpi_pm"), text_of("acpi_pm hpet"));
  EXPECT_EQ(finding.severity, Severity::obstacle);
  EXPECT_TRUE(finding.remedy.empty());
}

TEST(Paranoid, DoesNotBindWhoHasTheCapability) {
  const FileText root = text_of("CapEff:\t000001ffffffffff");
  const FileText perfmon = text_of("CapEff:\t0000004000000000");
  const FileText user = text_of("CapEff:\t0000000000000000");
  const FileText first = text_of("0          0 4294967295");
  EXPECT_TRUE(has_perfmon(root, first));
  EXPECT_TRUE(has_perfmon(root, kNoFile));
  // Root of a container without root has all capabilities, and none of them counts here.
  EXPECT_FALSE(has_perfmon(root, text_of("0 1000 1\n1 100000 65536")));
  EXPECT_TRUE(has_perfmon(perfmon, first));
  EXPECT_FALSE(has_perfmon(user, first));
  EXPECT_FALSE(has_perfmon(kNoFile, first));
  EXPECT_EQ(judge_paranoid(text_of("4"), {false, true}).severity, Severity::ok);
  EXPECT_EQ(judge_paranoid(text_of("4"), {false, false}).severity, Severity::obstacle);
  EXPECT_EQ(judge_paranoid(text_of("-1"), {false, false}).severity, Severity::ok);
}

// A reason each: one event that this PMU lacks must not hide those that it has.
TEST(Hardware, EventsAreToldApartByReason) {
  const Findings findings = judge_hardware({{"cycles", {true, ""}},
                                            {"branches", {true, ""}},
                                            {"x", {false, "no such event on this PMU (ENOENT)"}},
                                            {"y", {false, "no free counter (ENOSPC)"}}},
                                           {});
  ASSERT_EQ(findings.size(), 3U);
  EXPECT_EQ(findings[0].value, "branches, cycles (known answers right)");
  EXPECT_EQ(findings[1].name, "y");
  EXPECT_EQ(findings[2].name, "x");
  EXPECT_EQ(findings[2].severity, Severity::note);
}

TEST(Seccomp, AFilterThatLetsCountersThroughIsNoObstacle) {
  const FileText status = text_of("Seccomp:\t2\nNoNewPrivs:\t1");
  EXPECT_EQ(judge_seccomp(status, false).severity, Severity::ok);
  EXPECT_EQ(judge_seccomp(status, true).severity, Severity::obstacle);
}

// It can take a counter only where there is one.
TEST(Watchdog, MattersOnlyWithAPmu) {
  EXPECT_EQ(judge_watchdog(text_of("1"), false).severity, Severity::ok);
  EXPECT_EQ(judge_watchdog(text_of("1"), true).severity, Severity::obstacle);
}

// "powersave" is a fixed clock with one driver and a moving one with another.
TEST(Governor, PowersaveDependsOnTheDriver) {
  EXPECT_EQ(judge_governors({{0, "powersave"}}, "intel_pstate").severity, Severity::obstacle);
  EXPECT_EQ(judge_governors({{0, "powersave"}}, "amd-pstate-epp").severity, Severity::obstacle);
  EXPECT_EQ(judge_governors({{0, "powersave"}}, "acpi-cpufreq").severity, Severity::note);
  EXPECT_EQ(judge_governors({{0, "performance"}}, "intel_pstate").severity, Severity::ok);
}

// The limit that binds may be set in any group above.
TEST(Quota, TheTightestOfAllGroupsAbove) {
  const Finding finding = cpu_quota(TableFiles({{"/proc/self/cgroup", "0::/a/b"},
                                                {"/sys/fs/cgroup/a/b/cpu.max", "800000 100000"},
                                                {"/sys/fs/cgroup/a/cpu.max", "200000 100000"}}));
  EXPECT_EQ(finding.value, "2.00 CPUs, set in /sys/fs/cgroup/a");
  EXPECT_EQ(finding.severity, Severity::note);
}

TEST(Quota, VersionOne) {
  const Finding finding =
      cpu_quota(TableFiles({{"/proc/self/cgroup", "4:cpu,cpuacct:/x\n3:cpuset:/y\n0::/"},
                            {"/sys/fs/cgroup/cpu,cpuacct/x/cpu.cfs_quota_us", "50000"},
                            {"/sys/fs/cgroup/cpu,cpuacct/x/cpu.cfs_period_us", "100000"}}));
  EXPECT_EQ(finding.value, "0.50 CPUs, set in /sys/fs/cgroup/cpu,cpuacct/x");
  EXPECT_EQ(finding.severity, Severity::obstacle);
}

// "None" is said only where the files that would name one are there.
TEST(Quota, NoControllerToAskIsNotNone) {
  const Finding finding = cpu_quota(
      TableFiles({{"/proc/self/cgroup", "1:cpu:/\n0::/"}, {"/sys/fs/cgroup/memory/tasks", "1"}}));
  EXPECT_FALSE(finding.why_absent.empty());
}

TEST(Aslr, PersonalitySwitchesItOffForOneProcess) {
  EXPECT_EQ(judge_aslr(text_of("2"), text_of("00040000")).severity, Severity::note);
  EXPECT_EQ(judge_aslr(text_of("2"), text_of("00000000")).severity, Severity::ok);
  EXPECT_EQ(judge_aslr(text_of("2"), kNoFile).severity, Severity::ok);
}

TEST(Programs, WhatIsInstalledAndHangsIsNotToBeInstalled) {
  const Topic topic = judge_programs({{"meson", {"", "meson --version: hung, and was killed"}}});
  const auto meson = std::ranges::find(topic.findings, "meson", &Finding::name);
  ASSERT_NE(meson, topic.findings.end());
  EXPECT_EQ(meson->severity, Severity::note);
  EXPECT_EQ(meson->remedy, "");
}

// One compiler is enough; none is not.
TEST(Programs, OneCompilerIsEnough) {
  ProgramVersions versions;
  for (const char* name : {"valgrind", "g++", "ld.lld", "meson", "ninja"})
    versions[name] = {"1", ""};
  versions["clang++"] = {"", "not installed"};
  for (const Finding& finding : judge_programs(versions).findings)
    EXPECT_EQ(finding.severity, finding.name == "clang++" ? Severity::note : Severity::ok);
  versions["g++"] = {"", "not installed"};
  versions["valgrind"] = {"", "not installed"};
  for (const Finding& finding : judge_programs(versions).findings) {
    const bool missing = !finding.why_absent.empty();
    EXPECT_EQ(finding.severity, missing ? Severity::obstacle : Severity::ok) << finding.name;
    EXPECT_EQ(finding.remedy.starts_with("sudo apt install "), missing);
  }
}

}  // namespace
}  // namespace tracetoll::testing
