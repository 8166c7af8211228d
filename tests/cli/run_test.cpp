// Runs on stand-ins for layouts: what happens to the samples, not what they measure.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tool.hpp"

namespace tracetoll::testing {
namespace {

constexpr const char* kRun = "run --layout-folder fake -w select_500 -v call --seed 1 ";

TEST(Run, PrintsAReportAndKeepsTheSamples) {
  Workspace workspace;
  workspace.write_fake_layouts("fake", 8);
  const ToolResult result =
      workspace.tool(std::string(kRun) + "--layouts 8 --budget 2s -o out.jsonl");
  EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
  EXPECT_TRUE(contains(result.output, "call")) << result.output;
  EXPECT_TRUE(contains(result.errors, "samples: out.jsonl\n")) << result.errors;
  EXPECT_FALSE(contains(result.errors, "\r")) << "progress in a pipe";

  const ToolResult report = workspace.tool("report out.jsonl --format json");
  EXPECT_EQ(report.exit_code, 0) << report.errors;
  const auto json = nlohmann::json::parse(report.output);
  const auto& effect = json["workloads"][0]["variants"][1]["effect"];
  EXPECT_NEAR(effect["percent"].get<double>(), 10, 0.1);
  EXPECT_TRUE(effect["resolved"].get<bool>());
  EXPECT_EQ(json["checks"]["positive_control"]["ok"], true);
}

TEST(Run, ReportOfTheFileIsTheReportOfTheRun) {
  Workspace workspace;
  workspace.write_fake_layouts("fake", 4);
  const ToolResult run = workspace.tool(std::string(kRun) + "--layouts 4 --budget 1s -o out.jsonl");
  const ToolResult report = workspace.tool("report out.jsonl");
  EXPECT_EQ(run.output, report.output);
}

TEST(Run, UnreliableIsExitCode3AndStillAReport) {
  Workspace workspace;
  workspace.write_fake_layouts("fake", 8);
  // The A/A copy is 1 % off.
  const ToolResult result =
      workspace.shell("sed -i s/copy:1000000/copy:1010000/ fake/*; $TOOL " + std::string(kRun) +
                      "--layouts 8 --budget 1s -o out.jsonl");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_TRUE(contains(result.output, "UNRELIABLE")) << result.output;
}

TEST(Run, AMissedPositiveControlIsExitCode3) {
  Workspace workspace;
  workspace.write_fake_layouts("fake", 8);
  const ToolResult result =
      workspace.shell("sed -i s/1062500/1000000/ fake/*; $TOOL " + std::string(kRun) +
                      "--layouts 8 --budget 1s -o out.jsonl");
  EXPECT_EQ(result.exit_code, 3);
}

// One of eight layouts goes wrong: the run goes on, the report says so, and the file holds only
// what can be read again.
struct BadLayout {
  const char* name;
  const char* spoil;  // shell, makes fake/layout_05 bad
  const char* says;   // part of the report
};

class BadLayoutTest : public ::testing::TestWithParam<BadLayout> {};

TEST_P(BadLayoutTest, IsAFailureOfItsReplicates) {
  Workspace workspace;
  workspace.write_fake_layouts("fake", 8);
  const ToolResult result = workspace.shell(std::string(GetParam().spoil) + "; $TOOL " + kRun +
                                            "--layouts 8 --budget 2s -o out.jsonl");
  EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
  EXPECT_TRUE(contains(result.output, GetParam().says)) << result.output;
  EXPECT_EQ(workspace.tool("report out.jsonl").exit_code, 0);
}

#define REPLICATE "printf '#!/bin/sh\\n%s\\n' "

INSTANTIATE_TEST_SUITE_P(
    All, BadLayoutTest,
    ::testing::Values(
        BadLayout{"crashes", REPLICATE "'kill -SEGV $$' >fake/layout_05", "Segmentation fault"},
        BadLayout{"cannot_be_started", "chmod -x fake/layout_05", "cannot run"},
        BadLayout{"goes_missing", "{ (sleep 1; rm fake/layout_05) & }", "cannot run"},
        BadLayout{"prints_nonsense", REPLICATE "'echo hello' >fake/layout_05", "not a block"},
        BadLayout{"repeats_a_round", "sed -i 's/round in 0 1/round in 0 0/' fake/layout_05",
                  "not a block"},
        BadLayout{"runs_another_workload",
                  "sed -i 's/workload\":\"select_500\",\"var/workload\":\"other\",\"var/' "
                  "fake/layout_05",
                  "not a block"}),
    [](const ::testing::TestParamInfo<BadLayout>& info) { return info.param.name; });

#undef REPLICATE

TEST(Run, InterruptEndsItWithAReport) {
  Workspace workspace;
  workspace.write_fake_layouts("fake", 4);
  const ToolResult result =
      workspace.shell("$TOOL " + std::string(kRun) +
                      "--layouts 4 --budget 60s -o out.jsonl >text & pid=$!; sleep 2; "
                      "kill -INT $pid; wait $pid; echo $?");
  EXPECT_EQ(result.output, "0\n") << result.errors;
  EXPECT_TRUE(contains(workspace.read("text"), "call"));
  EXPECT_TRUE(contains(workspace.read("out.jsonl"), "\"end\":\"interrupted\""));
}

TEST(Run, KilledItLeavesAFileThatReportReads) {
  Workspace workspace;
  workspace.write_fake_layouts("fake", 4);
  workspace.shell("$TOOL " + std::string(kRun) +
                  "--layouts 4 --budget 60s -o out.jsonl >text & pid=$!; sleep 2; kill -KILL $pid");
  const ToolResult report = workspace.tool("report out.jsonl --format json");
  EXPECT_EQ(report.exit_code, 0) << report.errors;
  EXPECT_TRUE(contains(report.output, "\"call\""));
}

// With descriptor 2 closed the samples file would get its number, and every message.
TEST(Run, ClosedStreamsDoNotSpoilTheSamples) {
  Workspace workspace;
  workspace.write_fake_layouts("fake", 4);
  const ToolResult result = workspace.shell("$TOOL " + std::string(kRun) +
                                            "--layouts 4 --budget 1s -o out.jsonl <&- >&- 2>&-; "
                                            "$TOOL report out.jsonl --format csv");
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_TRUE(contains(result.output, "select_500,variant,call"));
}

// SIGXFSZ would kill it between two lines.
TEST(Run, AFileSizeLimitIsOneLineAndAReadableFile) {
  Workspace workspace;
  workspace.write_fake_layouts("fake", 4);
  const ToolResult result = workspace.shell("(ulimit -f 20; $TOOL " + std::string(kRun) +
                                            "--layouts 4 --budget 5s -o out.jsonl); echo $?");
  EXPECT_EQ(result.output, "2\n");
  EXPECT_EQ(result.error_lines(), 1) << result.errors;
  EXPECT_EQ(workspace.tool("report out.jsonl").exit_code, 0);
}

TEST(Report, ACutLastLineIsANote) {
  Workspace workspace;
  workspace.write_fake_layouts("fake", 4);
  workspace.tool(std::string(kRun) + "--layouts 4 --budget 1s -o out.jsonl");
  const ToolResult report =
      workspace.shell("head -c -30 out.jsonl >cut.jsonl; $TOOL report cut.jsonl");
  EXPECT_EQ(report.exit_code, 0) << report.errors;
  EXPECT_EQ(report.error_lines(), 1) << report.errors;
  EXPECT_TRUE(contains(report.errors, "note"));
}

TEST(Report, ABrokenLineInTheMiddleIsNamed) {
  Workspace workspace;
  workspace.write_fake_layouts("fake", 4);
  workspace.tool(std::string(kRun) + "--layouts 4 --budget 1s -o out.jsonl");
  const ToolResult report =
      workspace.shell("sed -i '5s/round/rou\"nd/' out.jsonl; $TOOL report out.jsonl");
  EXPECT_EQ(report.exit_code, 2);
  EXPECT_TRUE(contains(report.errors, "out.jsonl:5")) << report.errors;
}

TEST(Run, ADescriptorLimitThatCannotBeRaisedIsNamed) {
  Workspace workspace;
  const ToolResult result = workspace.shell(
      "ulimit -n 128; $TOOL run --layout-folder $LAYOUTS -w select_500 -v call -o out.jsonl");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.error_lines(), 1) << result.errors;
  EXPECT_TRUE(contains(result.errors, "128")) << result.errors;
}

// The shortest real run: what is measured has a name, a unit and a file, whatever the figures.
TEST(Run, MeasuresWithRealLayouts) {
  Workspace workspace;
  const ToolResult result = workspace.tool(
      "run --layout-folder $LAYOUTS --layouts 2 -w select_500.pure+fds=32 -w open_close -v call "
      "--budget 2s -o out.jsonl");
  EXPECT_TRUE(result.exit_code == 0 || result.exit_code == 3) << result.errors;
  const auto json = nlohmann::json::parse(workspace.tool("report out.jsonl --format json").output);
  EXPECT_EQ(json["workloads"][0]["name"], "select_500.pure+fds=32");
  EXPECT_EQ(json["workloads"][0]["variants"][1]["name"], "call");
  EXPECT_GT(json["workloads"][0]["variants"][1]["sites_hit_per_op"].get<double>(), 32);
  EXPECT_GT(json["workloads"][1]["variants"][0]["ns_per_op"].get<double>(), 0);
}

// In one process the exact mode's 500 descriptors would push lmbench's out of its range.
TEST(Run, LmbenchModeAndExactModeShareAProcess) {
  Workspace workspace;
  const ToolResult result = workspace.tool(
      "run --layout-folder $LAYOUTS --layouts 2 -w select_500.pure -w select_500.pure+mode=lmbench "
      "-v call --budget 1s -o out.jsonl");
  EXPECT_TRUE(result.exit_code == 0 || result.exit_code == 3) << result.errors;
  EXPECT_TRUE(contains(result.output, "of 500 descriptors")) << result.output;
}

// What every run measures anyway must not be there twice when it is asked for.
TEST(Run, TheCopyAndDosesAreOrdinaryVariants) {
  Workspace workspace;
  const ToolResult result = workspace.tool(
      "run --layout-folder $LAYOUTS --layouts 2 -w open_close.pure -v none:copy -v none:dose "
      "-v none:copy:dose -v call:dose --budget 1s -o out.jsonl");
  EXPECT_TRUE(result.exit_code == 0 || result.exit_code == 3) << result.errors;
  const ToolResult report = workspace.tool("report out.jsonl --format json");
  const auto json = nlohmann::json::parse(report.output);
  EXPECT_TRUE(json["failures"].empty()) << json["failures"];
  std::vector<std::string> names;
  for (const auto& variant : json["workloads"][0]["variants"]) {
    names.push_back(variant["name"]);
    EXPECT_TRUE(variant["ns_per_op"].is_number()) << variant["name"];
    EXPECT_EQ(variant["rounds"], json["rounds"]) << variant["name"];
  }
  EXPECT_EQ(names, (std::vector<std::string>{"none", "none:copy", "none:dose", "none:copy:dose",
                                             "call:dose"}));
}

TEST(List, NamesWhatCanBeRun) {
  Workspace workspace;
  const ToolResult result = workspace.tool("list --layout-folder $LAYOUTS");
  EXPECT_EQ(result.exit_code, 0);
  for (const char* name : {"open_close", "select_500.pure", "sled_cold:750", "static_key", "2007",
                           "standard", "validator_sites=off"})
    EXPECT_TRUE(contains(result.output, name)) << name;
  EXPECT_FALSE(contains(result.output, "none:copy"));
}

}  // namespace
}  // namespace tracetoll::testing
