// `tracetoll doctor` as a user calls it, on whatever machine this is.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tool.hpp"

namespace tracetoll::testing {
namespace {

TEST(Doctor, SaysWhatCanBeMeasured) {
  Workspace workspace;
  const ToolResult result = workspace.tool("doctor --no-aa");
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_EQ(result.errors, "");
  EXPECT_TRUE(contains(result.output, "What can be measured here\n  times ")) << result.output;
  EXPECT_TRUE(contains(result.output, "not measured (--no-aa)")) << result.output;
  std::istringstream lines(result.output);
  for (std::string line; std::getline(lines, line);)
    EXPECT_TRUE(line.size() <= 100 || line.starts_with("      $ ")) << line;
}

TEST(Doctor, JsonIsStrictAndHasAValueOrAReason) {
  Workspace workspace;
  const ToolResult result = workspace.tool("doctor --no-aa --format json");
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  const auto json = nlohmann::json::parse(result.output);
  EXPECT_EQ(json["schema"], "tracetoll.doctor/1");
  EXPECT_EQ(json["abilities"].size(), 4U);
  for (const auto& topic : json["topics"])
    for (const auto& fact : topic["facts"])
      EXPECT_NE(fact["value"].is_null(), !fact.contains("absent")) << fact;
}

// Obstacles are what it is asked for: finding one is no failure.
TEST(Doctor, MissingLayoutsAreAnObstacleAndExitCode0) {
  Workspace workspace;
  const ToolResult result = workspace.tool("doctor --layout-folder none");
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_TRUE(contains(result.output, "no layout executables")) << result.output;
}

// Its A/A is the run of a moment: of the real layouts, and no samples are kept.
TEST(Doctor, ShowsTheNoiseAndLeavesNoFileBehind) {
  Workspace workspace;
  const ToolResult result = workspace.shell(
      "mkdir here && cd here && $TOOL doctor --layout-folder $LAYOUTS && echo files: $(ls -A)");
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_TRUE(contains(result.output, "A/A select_500.pure ")) << result.output;
  EXPECT_TRUE(contains(result.output, "A/A open_close ")) << result.output;
  EXPECT_TRUE(contains(result.output, "\nfiles:\n")) << result.output;
}

// It never changes anything: no file but the terminal's and the null device is opened for writing,
// made, moved or removed, by it or by what it starts.
TEST(Doctor, OpensNothingForWriting) {
  Workspace workspace;
  if (workspace.shell("command -v strace").exit_code != 0) GTEST_SKIP() << "no strace here";
  const ToolResult traced = workspace.shell(
      "strace -f -o trace -e trace=?open,openat,?creat,?rename,?renameat,renameat2,?unlink,"
      "unlinkat,?mkdir,mkdirat,truncate,ftruncate,?chmod,fchmod,fchmodat,?link,linkat,?symlink,"
      "symlinkat,mount $TOOL doctor --no-aa");
  if (traced.exit_code != 0) GTEST_SKIP() << "strace is not allowed to trace: " << traced.errors;
  std::istringstream lines(workspace.read("trace"));
  int opened = 0;
  for (std::string line; std::getline(lines, line);) {
    const bool is_open = contains(line, "open(") || contains(line, "openat(");
    const bool is_process = contains(line, "+++") || contains(line, "---") ||
                            contains(line, "resumed>") || contains(line, " = -1 ");
    if (is_open) ++opened;
    if (is_process || contains(line, "/dev/null") || contains(line, "/dev/tty")) continue;
    const bool writes = contains(line, "O_WRONLY") || contains(line, "O_RDWR") ||
                        contains(line, "O_CREAT") || !is_open;
    EXPECT_FALSE(writes) << line;
  }
  EXPECT_GT(opened, 50) << "the trace holds nothing of the program";
}

}  // namespace
}  // namespace tracetoll::testing
