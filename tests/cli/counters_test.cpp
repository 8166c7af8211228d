// What `run` counts, and what it says where it may not.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "tool.hpp"

namespace tracetoll::testing {
namespace {

constexpr const char* kSoftware[] = {"context-switches", "cpu-migrations", "page-faults",
                                     "task-clock"};

// The counters of each block, as names.
std::vector<std::string> counters_of_blocks(const std::string& samples) {
  std::vector<std::string> result;
  std::istringstream lines(samples);
  for (std::string line; std::getline(lines, line);) {
    const auto json = nlohmann::json::parse(line);
    if (!json.contains("variant")) continue;
    std::string names;
    const auto counters = json.value("counters", nlohmann::json::object());
    for (const auto& [name, value] : counters.items()) names += (names.empty() ? "" : " ") + name;
    result.push_back(names);
  }
  return result;
}

// moby/moby#43163: a container forbids perf_event_open in one of two ways; the run goes on with
// what needs no permission.
class ForbiddenTest : public ::testing::TestWithParam<const char*> {};

TEST_P(ForbiddenTest, TheRunGoesOnAndSaysWhy) {
  Workspace workspace;
  const ToolResult result = workspace.shell(
      std::string("$WITHOUT_PERF ") + GetParam() +
      " $TOOL run --layout-folder $LAYOUTS --layouts 2 -w empty_loop -v call --budget 2s "
      "-o out.jsonl");
  if (result.exit_code == 77) GTEST_SKIP() << "no seccomp filter can be set here";
  // 3 is the verdict of a busy machine; what is forbidden is no reason for 2.
  EXPECT_TRUE(result.exit_code == 0 || result.exit_code == 3) << result.errors;
  EXPECT_TRUE(contains(result.output, GetParam())) << result.output;
  const std::string samples = workspace.read("out.jsonl");
  const auto context = nlohmann::json::parse(samples.substr(0, samples.find('\n')))["context"];
  EXPECT_TRUE(contains(context["counters"]["cycles"]["reason"].get<std::string>(), GetParam()));
  EXPECT_EQ(context["counters"]["page-faults"]["source"], "getrusage");
  EXPECT_TRUE(contains(context["workloads"][0]["no_breakpoints"].get<std::string>(), GetParam()));
  const auto blocks = counters_of_blocks(samples);
  ASSERT_FALSE(blocks.empty());
  for (const std::string& names : blocks)
    EXPECT_EQ(names, "context-switches cpu-migrations page-faults task-clock");
}

INSTANTIATE_TEST_SUITE_P(Seccomp, ForbiddenTest, ::testing::Values("EPERM", "ENOSYS"),
                         [](const auto& info) { return std::string(info.param); });

TEST(Counters, SoftwareEventsAreInEveryBlock) {
  Workspace workspace;
  const ToolResult result = workspace.tool(
      "run --layout-folder $LAYOUTS --layouts 2 -w empty_loop -v call --budget 2s -o out.jsonl");
  EXPECT_TRUE(result.exit_code == 0 || result.exit_code == 3) << result.errors;
  const auto blocks = counters_of_blocks(workspace.read("out.jsonl"));
  ASSERT_FALSE(blocks.empty());
  for (const std::string& names : blocks)
    for (const char* name : kSoftware) EXPECT_TRUE(contains(names, name)) << names;
}

// Exactly the events that are asked for: others take counters from them.
TEST(Counters, AskedForByNameTheyReplaceTheUsualOnes) {
  Workspace workspace;
  const ToolResult result = workspace.tool(
      "run --layout-folder $LAYOUTS --layouts 2 -w empty_loop -v call -e minor-faults -e cs "
      "--budget 2s -o out.jsonl");
  const bool forbidden = contains(result.errors, "EACCES") || contains(result.errors, "EPERM");
  if (result.exit_code == 2 && forbidden) GTEST_SKIP() << result.errors;
  const auto blocks = counters_of_blocks(workspace.read("out.jsonl"));
  ASSERT_FALSE(blocks.empty());
  for (const std::string& names : blocks)
    EXPECT_EQ(names, "context-switches cpu-migrations minor-faults page-faults task-clock");
}

// The same event is a note in the report when it is one of the usual ones, and ends the run when it
// was asked for.
TEST(Counters, WhatIsMissingEndsTheRunOnlyIfItWasAskedFor) {
  Workspace workspace;
  workspace.write_fake_layouts("fake", 4);
  const std::string run = "run --layout-folder fake -w select_500 -v call --layouts 4 --budget 1s ";
  const ToolResult usual = workspace.tool(run + "-o usual.jsonl");
  EXPECT_EQ(usual.exit_code, 0) << usual.errors;
  EXPECT_TRUE(contains(usual.output, "no PMU (ENOENT)")) << usual.output;
  const ToolResult asked = workspace.tool(run + "-e cycles -o asked.jsonl");
  EXPECT_EQ(asked.exit_code, 2);
  EXPECT_EQ(asked.errors, "tracetoll: event 'cycles': no PMU (ENOENT)\n");
  EXPECT_EQ(workspace.read("asked.jsonl"), "");
}

}  // namespace
}  // namespace tracetoll::testing
