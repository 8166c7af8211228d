// Runs that do something else than measure for their budget: stop at a target, put copies of a
// marker at a site, patch sites in place.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tool.hpp"

namespace tracetoll::testing {
namespace {

constexpr const char* kTarget =
    "run --layout-folder fake -w select_500 -v call --seed 1 --target 5% --budget 60s -o out.jsonl";

// Blocks of `none` by layout; a layout that failed has none.
std::map<int, int> blocks_by_layout(const std::string& samples) {
  std::map<int, int> result;
  std::istringstream lines(samples);
  for (std::string line; std::getline(lines, line);) {
    const auto json = nlohmann::json::parse(line);
    if (json.contains("variant") && json["variant"] == "none") ++result[json["layout"].get<int>()];
  }
  return result;
}

// The effect of `call` is clear after 8 layouts, the run's own checks need 11.
TEST(TargetRun, EndsAsSoonAsAllIsDecided) {
  Workspace workspace;
  workspace.write_fake_layouts("fake", 16);
  const ToolResult result = workspace.tool(kTarget);
  EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
  EXPECT_TRUE(contains(result.output, "Target 5 %: every effect is decided")) << result.output;
  const std::string samples = workspace.read("out.jsonl");
  EXPECT_TRUE(contains(samples, "\"end\":\"target\""));
  EXPECT_TRUE(contains(samples, "\"target_percent\":5.0"));
  const auto layouts = blocks_by_layout(samples);
  ASSERT_EQ(layouts.size(), 11U);
  EXPECT_EQ(layouts.begin()->first, 1);
  EXPECT_EQ(layouts.rbegin()->first, 11);
  for (const auto& [layout, blocks] : layouts) EXPECT_EQ(blocks, 2) << layout;
  EXPECT_EQ(workspace.tool("report out.jsonl").output, result.output);
}

// A layout that crashes is not measured again: the next one takes its place.
TEST(TargetRun, AFailedLayoutIsPassedOver) {
  Workspace workspace;
  workspace.write_fake_layouts("fake", 16);
  const ToolResult result = workspace.shell(
      "printf '#!/bin/sh\\nkill -SEGV $$\\n' >fake/layout_05; $TOOL " + std::string(kTarget));
  EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
  const auto layouts = blocks_by_layout(workspace.read("out.jsonl"));
  EXPECT_EQ(layouts.size(), 11U);
  EXPECT_FALSE(layouts.contains(5));
  EXPECT_TRUE(contains(result.output, "layout 5 gave no samples")) << result.output;
}

// Four layouts decide nothing, and no fifth can be linked where nothing was built.
TEST(TargetRun, WithoutMoreLayoutsTheRunIsKept) {
  Workspace workspace;
  workspace.write_fake_layouts("fake", 4);
  const ToolResult result = workspace.tool(kTarget);
  EXPECT_EQ(result.exit_code, 3) << result.output << result.errors;
  EXPECT_TRUE(contains(result.output, "Target 5 %: not reached")) << result.output;
  EXPECT_TRUE(contains(result.output, "layout 5 gave no samples")) << result.output;
  EXPECT_TRUE(contains(result.output, "is not a build folder")) << result.output;
  const std::string samples = workspace.read("out.jsonl");
  EXPECT_TRUE(contains(samples, "\"end\":\"done\""));
  EXPECT_EQ(blocks_by_layout(samples).size(), 4U);
  EXPECT_EQ(samples.find("\"failure\""), samples.rfind("\"failure\"")) << samples;
  const auto json = nlohmann::json::parse(workspace.tool("report out.jsonl --format json").output);
  EXPECT_EQ(json["failures"].size(), 1U);
  EXPECT_EQ(json["target"]["reached"], false);
}

// In a build folder they are linked, and none is left behind. A build folder of one layout: links
// to all that is in the real one, but for its layouts.
TEST(TargetRun, LinksLayoutsThatTheBuildHasNot) {
  Workspace workspace;
  const ToolResult result = workspace.shell(
      "mkdir -p build/bench; ln -s $LAYOUTS/../* build 2>/dev/null; "
      "ln -s $LAYOUTS/lib*.p $LAYOUTS/layout_01 build/bench; "
      "$TOOL run --layout-folder build/bench -w open_close.pure -v nop5 --target 100% --budget 60s "
      "-o out.jsonl; code=$?; ls build/bench | grep fresh; exit $code");
  EXPECT_TRUE(result.exit_code == 0 || result.exit_code == 3) << result.output << result.errors;
  const std::string samples = workspace.read("out.jsonl");
  EXPECT_GE(blocks_by_layout(samples).size(), 2U) << samples;
  EXPECT_FALSE(contains(samples, "\"failure\"")) << samples;
  EXPECT_FALSE(contains(result.output, "fresh_")) << result.output;
}

// Whatever it measures: it has a line for each workload, or says why it has not.
TEST(DoseRun, MeasuresCopiesWithRealLayouts) {
  Workspace workspace;
  const ToolResult result =
      workspace.tool("run --layout-folder $LAYOUTS --dose --budget 3s -o out.jsonl");
  EXPECT_TRUE(result.exit_code == 0 || result.exit_code == 3) << result.errors;
  EXPECT_TRUE(contains(result.output, "Dose: what a copy of the marker costs")) << result.output;
  const auto json = nlohmann::json::parse(workspace.tool("report out.jsonl --format json").output);
  ASSERT_EQ(json["doses"].size(), 2U);
  EXPECT_EQ(json["doses"][0]["workload"], "empty_loop");
  EXPECT_EQ(json["doses"][0]["variant"], "nop5");
  // What the workloads say of their sites is what the probes count.
  const auto& counted = json["context"]["workloads"];
  EXPECT_EQ(json["doses"][0]["passes_per_op"], counted[0]["sites_hit_per_op"]["empty"]);
  EXPECT_EQ(json["doses"][1]["passes_per_op"], counted[1]["sites_hit_per_op"]["leaf"]);
  EXPECT_EQ(json["doses"][1]["workload"], "leaf_loop");
  EXPECT_EQ(json["context"]["preset"], "dose");
  EXPECT_GT(json["rounds"].get<int>(), 0);
}

TEST(PatchedRun, MeasuresFormsWithRealLayouts) {
  Workspace workspace;
  const ToolResult result = workspace.tool(
      "run --layout-folder $LAYOUTS -w open_close.pure -v nop5@jump --layouts 2 --budget 2s "
      "-o out.jsonl");
  EXPECT_TRUE(result.exit_code == 0 || result.exit_code == 3) << result.errors;
  EXPECT_TRUE(contains(result.output, "open_close.pure: nop5@jump")) << result.output;
  const auto json = nlohmann::json::parse(workspace.tool("report out.jsonl --format json").output);
  ASSERT_EQ(json["patched"].size(), 1U);
  EXPECT_EQ(json["patched"][0]["against"], "nop5");
  EXPECT_GT(json["patched"][0]["rounds"].get<int>(), 0);
}

// What it measures depends on the machine; that it measures each form, or says why not, does not.
TEST(EnabledRun, MeasuresFormsWithRealLayouts) {
  Workspace workspace;
  const ToolResult result = workspace.tool(
      "run --layout-folder $LAYOUTS --state enabled -w open_close.pure -v branch -v call "
      "--layouts 2 --budget 4s -o out.jsonl");
  EXPECT_TRUE(result.exit_code == 0 || result.exit_code == 3) << result.errors;
  EXPECT_TRUE(contains(result.output, "Enabled: nanoseconds that a hit costs")) << result.output;
  const auto json = nlohmann::json::parse(workspace.tool("report out.jsonl --format json").output);
  EXPECT_EQ(json["context"]["state"], "enabled");
  EXPECT_TRUE(json["failures"].empty()) << json["failures"];
  EXPECT_TRUE(json["enabled"]["lost_blocks"].empty()) << json["enabled"]["lost_blocks"];
  const auto& variants = json["enabled"]["workloads"][0]["variants"];
  ASSERT_EQ(variants.size(), 2U);
  EXPECT_EQ(variants[0]["name"], "branch");
  EXPECT_GT(variants[0]["ns_per_hit_over_dormant"]["taken"]["rounds"].get<int>(), 0);
  EXPECT_GT(variants[1]["ns_per_hit_over_dormant"]["counter"]["rounds"].get<int>(), 0);
  // Counted by the switched probes, and by those of `call` alone: the same sites.
  double hits = 0;
  for (const auto& [marker, count] : json["context"]["workloads"][0]["sites_hit_per_op"].items())
    hits += count.get<double>();
  EXPECT_EQ(variants[1]["hits_per_op"], hits);
  EXPECT_EQ(variants[1]["hits_counted_at"], "its own sites");
}

// A layout that says it lost a block: kept as a failure of that block, and the run goes on.
TEST(EnabledRun, ALostBlockIsNamedInTheReport) {
  Workspace workspace;
  workspace.write_fake_layouts("fake", 4);
  const ToolResult result = workspace.shell(
      "printf '%s\\n' '{\"failure\":{\"replicate\":0,\"layout\":0,\"reason\":\"miscounted\","
      "\"workload\":\"select_500\",\"variant\":\"call\"}}' > lost.json; "
      "sed -i \"s|^  for round in 0 1; do|  cat $PWD/lost.json\\n&|\" fake/*; "
      "$TOOL run --layout-folder fake -w select_500 -v call --layouts 4 --budget 1s -o out.jsonl");
  EXPECT_TRUE(contains(result.output, "of the blocks of call in select_500 were lost"))
      << result.output << result.errors;
  EXPECT_TRUE(contains(result.output, "miscounted")) << result.output;
  EXPECT_EQ(workspace.tool("report out.jsonl").output, result.output);
}

}  // namespace
}  // namespace tracetoll::testing
