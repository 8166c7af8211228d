// The A/A on stand-ins for layouts: what becomes of their blocks, and of what goes wrong.
#include "noise.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace tracetoll {
namespace {

namespace fs = std::filesystem;

// Two workloads; the copy of `none` takes `copy` ns, alternating by layout.
std::string fake_layout(int copy) {
  return R"(#!/bin/sh
number() { printf '%s' "$2" | sed 's/.*"'"$1"'":\([0-9]*\).*/\1/'; }
case $1 in
--tracetoll=inventory)
  echo '{"compiler":"fake","flags":"","entries":[{"workload":"open_close","axis":"","variant":"none","operation":"x"}]}' ;;
--tracetoll=survey)
  echo '{"counters":{},"workloads":[{"name":"select_500.pure","operations_per_block":16},{"name":"open_close","operations_per_block":16}]}' ;;
--tracetoll=replicate)
  replicate=$(number replicate "$2") layout=$(number layout "$2")
  for workload in select_500.pure open_close; do
    position=0
    for pair in none:1000000 none:copy:)" +
         std::to_string(copy) + R"( none:dose:1062500; do
      time=$((${pair##*:} + (layout % 2 * 2 - 1) * 200 * position))
      printf '{"replicate":%d,"layout":%d,"round":0,"position":%d,"workload":"%s",' $replicate $layout $position $workload
      printf '"variant":"%s","operations":16,"cpu_ns":%d,"wall_ns":%d,"involuntary_switches":1}\n' ${pair%:*} $time $time
      position=$((position + 1))
    done
  done ;;
esac
)";
}

class NoiseTest : public ::testing::Test {
 protected:
  NoiseTest() : folder_(fs::temp_directory_path() / ("noise_" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
  }
  ~NoiseTest() override { fs::remove_all(folder_); }

  void write_layouts(const std::string& text) const {
    for (int i = 1; i <= 6; ++i) {
      const fs::path file = folder_ / ("layout_0" + std::to_string(i));
      std::ofstream(file) << text;
      fs::permissions(file, fs::perms::owner_all);
    }
  }

  Noise measure(bool interrupted = false) const {
    NoiseRequest request;
    request.layout_folder = folder_.string();
    request.seconds = 1;
    request.interrupted = [interrupted] { return interrupted; };
    request.on_progress = [](double) {};
    return measure_noise(request);
  }

  fs::path folder_;
};

// How many processes fit into the time is the machine's affair; the checks need one a layout.
constexpr int kEnoughProcesses = 6;

TEST_F(NoiseTest, CopiesOfTheSameCodeDoNotDiffer) {
  write_layouts(fake_layout(1'000'000));
  const Noise noise = measure();
  if (noise.processes < kEnoughProcesses) GTEST_SKIP() << noise.processes << " processes";
  ASSERT_EQ(noise.workloads.size(), 2U) << noise.why_absent;
  EXPECT_EQ(noise.copies_failure, "");
  EXPECT_EQ(noise.dose_failure, "");
  const WorkloadNoise& pure = noise.workloads[0];
  EXPECT_EQ(pure.name, "select_500.pure");
  ASSERT_TRUE(pure.copy.interval) << pure.copy.reason;
  EXPECT_LE(pure.copy.interval->low, 0);
  EXPECT_GE(pure.copy.interval->high, 0);
  EXPECT_NEAR(pure.dose.interval->value, 6.25, 0.1);
  EXPECT_EQ(pure.gates.switches, pure.gates.rounds);
}

// A machine on which two copies of the same code differ is not one to measure on.
TEST_F(NoiseTest, ACopyThatDiffersIsAnObstacle) {
  write_layouts(fake_layout(1'010'000));
  const Noise noise = measure();
  if (noise.processes < kEnoughProcesses) GTEST_SKIP() << noise.processes << " processes";
  EXPECT_NE(noise.copies_failure, "");
  const Topic topic = judge_noise(noise);
  const auto found = std::ranges::find(topic.findings, "A/A check", &Finding::name);
  ASSERT_NE(found, topic.findings.end());
  EXPECT_EQ(found->severity, Severity::obstacle);
}

// No layouts, layouts that die, Ctrl-C: a reason, never a figure and never an exception.
TEST_F(NoiseTest, WhatStandsInTheWayIsAReason) {
  const Noise none = measure();
  EXPECT_TRUE(none.failed);
  EXPECT_NE(none.why_absent.find("no layout executables"), std::string::npos) << none.why_absent;
  write_layouts("#!/bin/sh\nexit 1\n");
  EXPECT_TRUE(measure().failed);
  write_layouts(fake_layout(1'000'000));
  const Noise interrupted = measure(true);
  EXPECT_TRUE(interrupted.failed);
  EXPECT_NE(interrupted.why_absent.find("interrupted"), std::string::npos);
  EXPECT_EQ(judge_noise(interrupted).findings.size(), 1U);
}

// What a machine is asked for a diagnosis is not a run: no file of samples is left.
TEST_F(NoiseTest, KeepsNoFile) {
  write_layouts(fake_layout(1'000'000));
  measure();
  for (const auto& entry : fs::directory_iterator(folder_))
    EXPECT_TRUE(entry.path().filename().string().starts_with("layout_")) << entry.path();
}

}  // namespace
}  // namespace tracetoll
