// Whatever Valgrind does, each variant has counts or a reason, and the caller goes on.
#include "count_study.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>

#include "counted_layout.hpp"
#include "temporary_folder.hpp"
#include "valgrind.hpp"

namespace tracetoll::testing {
namespace {

const std::vector<std::string> kPure = {"empty_loop", "leaf_loop", "open_close.pure",
                                        "select_500.pure+fds=32"};

using Exact = std::map<std::string, std::map<std::string, std::map<std::string, double>>>;

// Without what is simulated.
Exact exact_of(const CountResult& result) {
  Exact exact;
  for (const auto& [workload, variants] : result.study.counts)
    for (const auto& [variant, counts] : variants) {
      EXPECT_EQ(counts.unavailable, "") << workload << " " << variant;
      exact[workload][variant] = counts.per_op;
    }
  return exact;
}

// A figure that is called exact and differs from run to run would be worse than none.
TEST(CountStudy, TenRunsAreTheSame) {
  TT_SKIP_UNLESS_COUNTABLE();
  const Exact first = exact_of(counted(kPure, {"none", "anchor", "call"}));
  for (int run = 1; run < 10; ++run)
    EXPECT_EQ(exact_of(counted(kPure, {"none", "anchor", "call"})), first);
}

// Where the functions lie decides times; it must not decide what they execute.
TEST(CountStudy, LayoutsAreTheSame) {
  TT_SKIP_UNLESS_COUNTABLE();
  const std::size_t layouts = std::min<std::size_t>(8, built_layouts().files.size());
  const Exact first = exact_of(counted(kPure, {"none", "anchor", "call"}));
  for (std::size_t layout = 1; layout < layouts; ++layout)
    EXPECT_EQ(exact_of(counted(kPure, {"none", "anchor", "call"}, 2, layout)), first) << layout;
}

// How the work is split is nobody's business but the clock's.
TEST(CountStudy, OneProcessCountsWhatThreeDo) {
  TT_SKIP_UNLESS_COUNTABLE();
  const std::vector<std::string> variants = {"none", "nop5", "branch", "call"};
  const Exact one = exact_of(counted(kPure, variants, 1));
  EXPECT_EQ(exact_of(counted(kPure, variants, 3)), one);
}

// The contrast that is called `branch` in the report is one: a load and a branch a hit.
TEST(CountStudy, BranchIsALoadAndABranchAHitMoreThanAnchor) {
  TT_SKIP_UNLESS_COUNTABLE();
  if (!built_layouts().inventory.compiler.starts_with("g++"))
    GTEST_SKIP() << "what g++ makes of it; this is " << built_layouts().inventory.compiler;
  const CountResult result = counted({"empty_loop"}, {"anchor", "branch"});
  const auto& counts = result.study.counts.at("empty_loop");
  const double hits = result.workloads.at(0).sites_hit_per_op.at("empty");
  EXPECT_EQ(hits, 1024);
  for (const char* event : {"loads", "conditional-branches"})
    EXPECT_EQ(counts.at("branch").per_op.at(event) - counts.at("anchor").per_op.at(event), hits)
        << event;
}

TEST(CountStudy, WhatIsNotCompiledHasAReason) {
  TT_SKIP_UNLESS_COUNTABLE();
  const CountResult result = counted({"empty_loop"}, {"none", "nop5@jump", "none:dose", "nop5*4"});
  const auto& counts = result.study.counts.at("empty_loop");
  EXPECT_FALSE(counts.at("none").per_op.empty());
  for (const char* variant : {"nop5@jump", "none:dose", "nop5*4"}) {
    EXPECT_TRUE(counts.at(variant).per_op.empty()) << variant;
    EXPECT_NE(counts.at(variant).unavailable, "") << variant;
  }
  EXPECT_EQ(result.study.unavailable, "");
}

// A workload that cannot run here leaves the others their counts.
TEST(CountStudy, AWorkloadThatCannotRunHasItsReasonAlone) {
  TT_SKIP_UNLESS_COUNTABLE();
  const CountResult result = counted({"empty_loop", "select_500.pure+fds=1000000"}, {"none"});
  EXPECT_FALSE(result.study.counts.at("empty_loop").at("none").per_op.empty());
  const ExactCounts& without = result.study.counts.at("select_500.pure+fds=1000000").at("none");
  if (without.unavailable.empty()) GTEST_SKIP() << "a million descriptors can be opened here";
  EXPECT_TRUE(without.per_op.empty());
}

// A stand-in for Valgrind, alone on the PATH but for the tools that it uses itself.
class FakeValgrind : public ::testing::Test {
 protected:
  FakeValgrind() : path_(std::getenv("PATH")) {}
  ~FakeValgrind() override { ::setenv("PATH", path_.c_str(), 1); }

  CountResult run(const std::string& script, double budget = 20) {
    if (!script.empty()) {
      const std::string file = folder_.path() + "/valgrind";
      std::ofstream(file) << "#!/bin/sh\nPATH=/usr/bin:/bin\n"
                             "for a; do case $a in --callgrind-out-file=*) f=${a#*=};; esac; done\n"
                             "[ \"$1\" = --version ] && { echo valgrind-9.9; exit; }\n"
                          << script << "\n";
      std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    }
    ::setenv("PATH", folder_.path().c_str(), 1);
    CountRequest request;
    request.file = "/bin/true";
    request.workloads = {"empty_loop"};
    request.variants = {"none", "call"};
    request.budget_seconds = budget;
    return count_variants(request, {[this] { return interrupted_; },
                                    [this](int, int, const std::string&) { ++counted_; }});
  }

  // Of both variants, the same.
  static std::string reason(const CountResult& result) {
    const auto& counts = result.study.counts.at("empty_loop");
    EXPECT_EQ(counts.at("none").unavailable, counts.at("call").unavailable);
    EXPECT_FALSE(any_counts(result.study));
    EXPECT_EQ(result.study.unavailable, counts.at("none").unavailable);
    return result.study.unavailable;
  }

  TemporaryFolder folder_;
  std::string path_;
  bool interrupted_ = false;
  int counted_ = 0;
};

constexpr const char* kSurvey = "echo '{\"workloads\":[],\"counters\":{}}'\n";
// Each process is given one variant; its line is as it should be.
constexpr const char* kLines =
    "v=none; case \"$*\" in *'\"call\"'*) v=call;; esac\n"
    "echo '{\"workload\":\"\",\"variant\":\"\",\"index\":0,\"operations\":16,\"failure\":\"\"}'\n"
    "echo '{\"workload\":\"empty_loop\",\"variant\":\"'$v'\",\"index\":1,\"operations\":16,"
    "\"failure\":\"\"}'\n";

TEST_F(FakeValgrind, MissingNamesThePackage) {
  EXPECT_EQ(reason(run("")), "no valgrind on the PATH; apt-get install valgrind");
}

TEST_F(FakeValgrind, KilledIsNamed) {
  EXPECT_EQ(reason(run("kill -9 $$")), "valgrind: killed by signal 9 (Killed)");
}

TEST_F(FakeValgrind, ItsOwnComplaintIsPassedOn) {
  EXPECT_EQ(reason(run("echo 'cannot map the stack' >&2; exit 1")),
            "valgrind: exited with 1: cannot map the stack");
}

TEST_F(FakeValgrind, HangingEndsWithTheBudget) {
  EXPECT_EQ(reason(run("while :; do sleep 100; done", 0.3)), "not counted within 0.3 s");
}

TEST_F(FakeValgrind, InterruptIsTheReason) {
  interrupted_ = true;
  EXPECT_NE(reason(run("while :; do sleep 100; done")), "");
}

TEST_F(FakeValgrind, GarbageIsQuoted) {
  EXPECT_EQ(reason(run("echo hello")),
            "/bin/true: says 'hello' while it is counted; rebuild it with './dev build'");
}

TEST_F(FakeValgrind, SilenceIsNamed) {
  EXPECT_EQ(reason(run("exit 0")), "/bin/true: says nothing of it; rebuild it with './dev build'");
}

// "No reason" would look like a count that is merely missing.
TEST_F(FakeValgrind, FailingInSilenceIsNamed) {
  EXPECT_EQ(reason(run("exit 2")), "valgrind: exited with 2");
}

TEST_F(FakeValgrind, ClosingItsStreamsDoesNotOutliveTheBudget) {
  EXPECT_EQ(reason(run("exec >&- 2>&-; exec sleep 100", 0.3)), "not counted within 0.3 s");
}

TEST_F(FakeValgrind, NoFileIsNamed) {
  EXPECT_EQ(reason(run(std::string(kSurvey) + kLines)), "callgrind wrote no file");
  EXPECT_EQ(counted_, 2);
}

TEST_F(FakeValgrind, AFileThatIsNoneIsNamed) {
  EXPECT_EQ(reason(run(std::string(kSurvey) + kLines + "echo hello >$f")),
            "callgrind's file:1: no events: is no file of Callgrind");
}

TEST_F(FakeValgrind, ACutFileHasNoCounts) {
  EXPECT_EQ(reason(run(std::string(kSurvey) + kLines +
                       "printf 'part: 1\\nevents: Ir\\nsummary: 12' >$f")),
            "callgrind wrote no counts of it");
}

// Valgrind would put a number in the place of %n, and write elsewhere.
TEST(CallgrindCommand, APercentInAFolderIsItself) {
  const auto command = callgrind_command("valgrind", "/tmp/n%n/callgrind.0", {"layout_01"});
  EXPECT_NE(std::ranges::find(command, "--callgrind-out-file=/tmp/n%%n/callgrind.0"),
            command.end());
}

TEST_F(FakeValgrind, AVersionThatIsNoneIsQuoted) {
  const std::string file = folder_.path() + "/valgrind";
  const CountResult result = run("");
  std::ofstream(file) << "#!/bin/sh\necho memcheck\n";
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  EXPECT_EQ(reason(run("")), file + " --version: says 'memcheck', not which it is");
}

}  // namespace
}  // namespace tracetoll::testing
