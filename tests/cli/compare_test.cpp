// The exit codes of compare, and what it does with files as a killed run or another tool leaves
// them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "samples_file.hpp"
#include "simulated_run.hpp"
#include "tool.hpp"

namespace tracetoll::testing {
namespace {

// 16 layouts; the effect of `call` has a standard error of about 0.15 points.
Samples run_with(double call, std::uint64_t seed) {
  SimulatedRun run;
  run.workloads = {{"select_500", 11.6195}};
  run.effects = {{"anchor", 2}, {"call", call}};
  run.layouts = 16;
  run.layout_sd = 0.004;
  run.seed = seed;
  return simulate(run);
}

// Two copies of the same code that differ by 5 %.
Samples unreliable_run(double call, std::uint64_t seed) {
  Samples samples = run_with(call, seed);
  for (Block& block : samples.blocks) {
    if (block.variant == kBaselineCopy) block.cpu_ns *= 1.05;
  }
  return samples;
}

void write_run(const Workspace& workspace, const std::string& name, const Samples& samples) {
  SamplesWriter writer(workspace.path(name));
  writer.append(samples.context);
  for (const Block& block : samples.blocks) writer.append(block);
  if (!samples.end.empty()) writer.append_end(samples.end, samples.elapsed_seconds);
}

struct ExitCode {
  const char* name;
  const char* arguments;
  int code;
  const char* opens_with;
};

class ExitCodeTest : public ::testing::TestWithParam<ExitCode> {};

TEST_P(ExitCodeTest, Is) {
  Workspace workspace;
  write_run(workspace, "nine", run_with(9, 1));
  write_run(workspace, "nine_again", run_with(9, 2));
  write_run(workspace, "twelve", run_with(12, 7));
  write_run(workspace, "bad_nine", unreliable_run(9, 4));
  write_run(workspace, "bad_twelve", unreliable_run(12, 5));
  Samples slow = run_with(9, 6);
  for (Block& block : slow.blocks) block.cpu_ns *= 1.2;
  write_run(workspace, "slow_machine", slow);
  const ToolResult result = workspace.tool(std::string("compare ") + GetParam().arguments);
  EXPECT_EQ(result.exit_code, GetParam().code) << result.output << result.errors;
  EXPECT_EQ(result.output.rfind(GetParam().opens_with, 0), 0U) << result.output;
  EXPECT_EQ(result.errors, "");
}

INSTANTIATE_TEST_SUITE_P(
    All, ExitCodeTest,
    ::testing::Values(
        ExitCode{"no_change", "nine nine_again", 0, "No regression: of 2 effects"},
        ExitCode{"same_file", "nine nine", 0, "No regression"},
        ExitCode{"slower", "nine twelve", 1, "REGRESSION: 1 effect slower: select_500 call +"},
        ExitCode{"slower_past_a_threshold", "nine twelve --threshold 1%", 1,
                 "REGRESSION: 1 effect slower by more than 1 point: "},
        ExitCode{"slower_within_the_threshold", "nine twelve --threshold 5", 0,
                 "No regression past 5 points: of 2 effects, 1 resolved slower"},
        ExitCode{"faster", "twelve nine", 0, "No regression"},
        ExitCode{"slow_machine", "nine slow_machine", 0, "No regression"},
        ExitCode{"slow_machine_on_time", "nine slow_machine --on time", 1, "REGRESSION: 3 times"},
        ExitCode{"slow_machine_on_both", "nine slow_machine --on both --threshold 2", 1,
                 "REGRESSION: 3 times slower by more than 2 %"},
        ExitCode{"unreliable_old", "bad_nine nine", 3, "UNRELIABLE: OLD FAILED"},
        ExitCode{"unreliable_new", "nine bad_nine", 3, "UNRELIABLE: NEW FAILED"},
        ExitCode{"unreliable_wins", "nine bad_twelve", 3, "UNRELIABLE: NEW FAILED"},
        ExitCode{"json", "nine twelve -f json", 1, "{\n \"schema\": \"tracetoll.compare/1\""},
        ExitCode{"lkp", "nine twelve -f lkp", 1, "REGRESSION"}),
    [](const ::testing::TestParamInfo<ExitCode>& info) { return info.param.name; });

TEST(Compare, UnlikeRunsAreRefusedInOneLine) {
  Workspace workspace;
  Samples other = run_with(9, 2);
  other.context.cpu = "Another CPU";
  other.context.compiler = "clang++ 14";
  write_run(workspace, "nine", run_with(9, 1));
  write_run(workspace, "other", other);
  const ToolResult refused = workspace.tool("compare nine other");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.error_lines(), 1) << refused.errors;
  EXPECT_TRUE(contains(refused.errors, "CPU: 'Simulated CPU' in OLD, 'Another CPU' in NEW"));
  EXPECT_TRUE(contains(refused.errors, "compiler: 'g++ 12.2.0' in OLD, 'clang++ 14' in NEW"));
  EXPECT_TRUE(contains(refused.errors, "--allow-unlike"));
  EXPECT_EQ(refused.output, "");
  const ToolResult allowed = workspace.tool("compare nine other --allow-unlike");
  EXPECT_EQ(allowed.exit_code, 0) << allowed.errors;
  EXPECT_TRUE(contains(allowed.output, "UNLIKE RUNS")) << allowed.output;
  EXPECT_TRUE(contains(allowed.output, "unlike runs: CPU: 'Simulated CPU'")) << allowed.output;
}

TEST(Compare, NothingInCommonIsExitCode2WhateverIsAllowed) {
  Workspace workspace;
  Samples other = run_with(9, 2);
  other.context.workloads[0].name = "lock1";
  for (Block& block : other.blocks) block.workload = "lock1";
  write_run(workspace, "nine", run_with(9, 1));
  write_run(workspace, "other", other);
  const ToolResult result = workspace.tool("compare nine other --allow-unlike");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(contains(result.errors, "no workload is in both")) << result.errors;
}

// A killed run: no end, and a last line that is cut.
TEST(Compare, AKilledRunIsComparedAndNoted) {
  Workspace workspace;
  Samples killed = run_with(9, 2);
  killed.end = "";
  write_run(workspace, "nine", run_with(9, 1));
  write_run(workspace, "killed", killed);
  const ToolResult result =
      workspace.shell("printf '{\"repli' >>killed; $TOOL compare nine killed");
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_TRUE(contains(result.output, "NEW: the run was killed")) << result.output;
  EXPECT_TRUE(contains(result.output, "is cut")) << result.output;
  EXPECT_TRUE(contains(result.errors, "note: killed: line")) << result.errors;
}

TEST(Compare, ARunWithoutBlocksHasReasonsAndIsUnreliable) {
  Workspace workspace;
  write_run(workspace, "nine", run_with(9, 1));
  const ToolResult result =
      workspace.shell("head -1 nine >head; $TOOL compare nine head --format json");
  EXPECT_EQ(result.exit_code, 3) << result.errors;
  const auto json = nlohmann::json::parse(result.output);
  const auto& call = json["workloads"][0]["variants"][2];
  EXPECT_EQ(call["name"], "call");
  EXPECT_TRUE(call["effect"]["change"]["points"].is_null());
  EXPECT_EQ(call["effect"]["change"]["unavailable"], "not measured in NEW");
}

// 2 layouts of at least 3.
TEST(Compare, TooFewLayoutsAreNoVerdict) {
  Workspace workspace;
  Samples few = run_with(12, 2);
  std::erase_if(few.blocks, [](const Block& block) { return block.layout > 2; });
  write_run(workspace, "nine", run_with(9, 1));
  write_run(workspace, "few", few);
  const ToolResult result = workspace.tool("compare nine few");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_TRUE(contains(result.output, "not enough layouts: 16 and 2")) << result.output;
}

}  // namespace
}  // namespace tracetoll::testing
