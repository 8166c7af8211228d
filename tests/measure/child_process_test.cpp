#include "child_process.hpp"

#include <gtest/gtest.h>
#include <signal.h>

namespace tracetoll {
namespace {

ChildResult run_shell(const std::string& script, std::vector<std::string>* lines = nullptr,
                      double timeout = 20) {
  return run_child(
      {"/bin/sh", "-c", script}, timeout,
      [&](std::string_view line) {
        if (lines != nullptr) lines->emplace_back(line);
      },
      [] { return false; });
}

TEST(RunChild, HandsOverCompleteLinesOnly) {
  std::vector<std::string> lines;
  EXPECT_TRUE(run_shell("echo one; printf 'tw'; printf 'o\\ncut'", &lines).ok());
  EXPECT_EQ(lines, (std::vector<std::string>{"one", "two"}));
}

TEST(RunChild, SaysWhyItFailed) {
  EXPECT_EQ(run_shell("echo first >&2; echo last >&2; exit 2").describe(), "exited with 2: last");
  EXPECT_EQ(run_shell("kill -SEGV $$").describe(), "killed by signal 11 (Segmentation fault)");
}

TEST(RunChild, AMissingFileIsAStartFailure) {
  const ChildResult result = run_child(
      {"/nonexistent/layout_01"}, 20, [](std::string_view) {}, [] { return false; });
  EXPECT_FALSE(result.ok());
  EXPECT_NE(result.describe().find("cannot run /nonexistent/layout_01"), std::string::npos);
}

// A layout that hangs would otherwise hang the run.
TEST(RunChild, KillsAChildThatHangs) {
  const ChildResult result = run_shell("sleep 100", nullptr, 0.2);
  EXPECT_TRUE(result.timed_out);
  EXPECT_FALSE(result.ok());
}

// The end of its output is not the end of the child.
TEST(RunChild, KillsAChildThatClosesItsStreamsAndLivesOn) {
  EXPECT_TRUE(run_shell("exec >&- 2>&-; exec sleep 100", nullptr, 0.2).timed_out);
}

TEST(RunChild, KillsAChildWhenToldToStop) {
  int asked = 0;
  const ChildResult result = run_child(
      {"/bin/sh", "-c", "sleep 100"}, 20, [](std::string_view) {}, [&] { return ++asked > 1; });
  EXPECT_TRUE(result.stopped);
}

TEST(RunChild, KillsAChildThatWritesALineWithoutAnEnd) {
  EXPECT_TRUE(run_shell("exec cat /dev/zero").flooded);
}

// More than a pipe holds, on both pipes: neither may block the other.
TEST(RunChild, DrainsBothPipes) {
  std::size_t bytes = 0;
  const ChildResult result = run_child(
      {"/bin/sh", "-c",
       "i=0; while [ $i -lt 20000 ]; do echo 0123456789; echo 0123456789 >&2; "
       "i=$((i+1)); done"},
      60, [&](std::string_view line) { bytes += line.size(); }, [] { return false; });
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(bytes, 200'000U);
}

}  // namespace
}  // namespace tracetoll
