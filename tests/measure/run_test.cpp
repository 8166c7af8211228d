// Which layouts a run takes, and what it asks of them: on stand-ins, with time and decisions driven
// by the tests.
#include "run.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "error.hpp"

namespace tracetoll {
namespace {

namespace fs = std::filesystem;

// Stand-ins that note who was asked for which plan, and then answer as
// tests/support/fake_layout.sh.
class MeasureTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "tracetoll-run-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    request_.workloads = {"select_500"};
    request_.variants = {"none", "call"};
    request_.seed = 7;
    hooks_.seconds = [this] { return seconds_; };
    hooks_.interrupted = [this] { return interrupted_; };
    hooks_.on_replicate = [this](const Samples&) { seconds_ += seconds_of_replicate_; };
    hooks_.decided = [this](const Samples&) { return ++asked_ == decided_after_; };
    hooks_.more_layouts = [this](int number) {
      linked_.push_back(number);
      return layout(number);
    };
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string layout(int number) const {
    const fs::path file = folder_ / ("layout_" + std::to_string(number));
    std::ofstream(file) << "#!/bin/sh\nprintf '%s %s\\n' " << number << " \"$2\" >>'"
                        << (folder_ / "log").string() << "'\nexec sh '"
                        << std::getenv("FAKE_LAYOUT") << "' \"$@\"\n";
    fs::permissions(file, fs::perms::owner_all);
    return file.string();
  }

  Samples run(int layouts) {
    Layouts found;
    for (int number = 1; number <= layouts; ++number) found.files.push_back(layout(number));
    Samples samples;
    for (const auto& name : request_.workloads)
      samples.context.workloads.push_back({name, "", 16, {}, "", 0});
    samples.context.variants = request_.variants;
    SamplesWriter writer((folder_ / "out.jsonl").string());
    writer.append(samples.context);
    measure(found, request_, hooks_, writer, samples);
    std::ifstream log(folder_ / "log");
    for (std::string line; std::getline(log, line);) {
      ran_.push_back(std::stoi(line));
      plans_.push_back(plan_from_json(line.substr(line.find('{'))));
    }
    return samples;
  }

  fs::path folder_;
  RunRequest request_;
  RunHooks hooks_;
  double seconds_ = 0;
  double seconds_of_replicate_ = 0;
  bool interrupted_ = false;
  int asked_ = 0;
  int decided_after_ = 0;
  std::vector<int> linked_;  // numbers that more_layouts was asked for
  std::vector<int> ran_;     // numbers of the files that ran
  std::vector<Plan> plans_;  // and what they were asked
};

TEST_F(MeasureTest, ATargetTakesTheLayoutsInOrderEachOnce) {
  request_.target_percent = 1;
  decided_after_ = 5;
  const Samples samples = run(8);
  EXPECT_EQ(ran_, (std::vector<int>{1, 2, 3, 4, 5}));
  for (std::size_t i = 0; i < plans_.size(); ++i) {
    EXPECT_EQ(plans_[i].layout, ran_[i]);
    EXPECT_EQ(plans_[i].replicate, static_cast<int>(i));
  }
  EXPECT_EQ(asked_, 5);
  EXPECT_EQ(samples.end, "target");
  EXPECT_TRUE(linked_.empty());
  EXPECT_TRUE(samples.failures.empty());
  std::vector<std::string> notes;
  const Samples written = read_samples((folder_ / "out.jsonl").string(), notes);
  EXPECT_EQ(written.end, "target");
  EXPECT_EQ(written.blocks.size(), samples.blocks.size());
}

TEST_F(MeasureTest, ATargetLinksMoreWhenTheyRunOut) {
  request_.target_percent = 1;
  decided_after_ = 5;
  const Samples samples = run(3);
  EXPECT_EQ(ran_, (std::vector<int>{1, 2, 3, 4, 5}));
  EXPECT_EQ(linked_, (std::vector<int>{4, 5}));
  EXPECT_EQ(samples.end, "target");
}

// The first so many are for runs of a fixed length: a target takes what there is.
TEST_F(MeasureTest, ATargetIsNotHeldToTheNumberOfLayouts) {
  request_.target_percent = 1;
  request_.layouts = 2;
  decided_after_ = 4;
  run(4);
  EXPECT_EQ(ran_, (std::vector<int>{1, 2, 3, 4}));
  EXPECT_TRUE(linked_.empty());
}

TEST_F(MeasureTest, WithoutMoreLayoutsTheRunEndsAndSaysWhy) {
  request_.target_percent = 1;
  hooks_.more_layouts = [](int) -> std::string { throw InputError("cannot be linked"); };
  const Samples samples = run(3);
  EXPECT_EQ(ran_, (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(samples.end, "done");
  ASSERT_EQ(samples.failures.size(), 1U);
  EXPECT_EQ(samples.failures[0].layout, 4);
  EXPECT_EQ(samples.failures[0].reason, "cannot be linked");
}

// A link that the user stopped is not a layout that failed.
TEST_F(MeasureTest, AnInterruptedLinkIsNoFailure) {
  request_.target_percent = 1;
  hooks_.more_layouts = [this](int) -> std::string {
    interrupted_ = true;
    throw InputError("interrupted while building");
  };
  const Samples samples = run(2);
  EXPECT_EQ(samples.end, "interrupted");
  EXPECT_TRUE(samples.failures.empty());
}

TEST_F(MeasureTest, ATargetThatIsNotReachedEndsWithTheBudget) {
  request_.target_percent = 1;
  request_.budget_seconds = 10;
  seconds_of_replicate_ = 3;
  const Samples samples = run(8);
  EXPECT_EQ(ran_, (std::vector<int>{1, 2, 3, 4}));
  EXPECT_EQ(samples.end, "done");
  EXPECT_EQ(samples.elapsed_seconds, 12);
}

// All once in shuffled order, then all again in another; nobody asks whether it is decided.
TEST_F(MeasureTest, AFixedRunShufflesItsLayouts) {
  request_.layouts = 6;
  request_.budget_seconds = 11.5;
  seconds_of_replicate_ = 1;
  const Samples samples = run(8);
  ASSERT_EQ(ran_.size(), 12U);
  const std::vector<int> first(ran_.begin(), ran_.begin() + 6);
  const std::vector<int> second(ran_.begin() + 6, ran_.end());
  const std::set<int> all = {1, 2, 3, 4, 5, 6};
  EXPECT_EQ(std::set<int>(first.begin(), first.end()), all);
  EXPECT_EQ(std::set<int>(second.begin(), second.end()), all);
  EXPECT_FALSE(std::ranges::is_sorted(first));
  EXPECT_NE(first, second);
  EXPECT_EQ(asked_, 0);
  EXPECT_TRUE(linked_.empty());
  EXPECT_EQ(samples.end, "done");
}

struct RoundsCase {
  int workloads;
  int variants;  // beside the copy and the dose
  int rounds;
};

// About 50 blocks a process, and 4 rounds at least.
TEST_F(MeasureTest, RoundsMakeAProcessWorthStarting) {
  for (const RoundsCase& expected : {RoundsCase{1, 2, 12},
                                     {1, 1, 16},
                                     {1, 7, 5},
                                     {2, 2, 6},
                                     {2, 4, 4},
                                     {4, 12, 4},
                                     {1, 60, 4}}) {
    request_.workloads = {"select_500"};
    for (int i = 1; i < expected.workloads; ++i)
      request_.workloads.push_back("select_500+fds=" + std::to_string(i));
    request_.variants = {"none"};
    for (int i = 1; i < expected.variants; ++i)
      request_.variants.push_back("variant_" + std::to_string(i));
    request_.target_percent = 1;
    asked_ = 0;
    decided_after_ = 2;
    fs::remove(folder_ / "out.jsonl");
    fs::remove(folder_ / "log");
    plans_.clear();
    run(2);
    ASSERT_EQ(plans_.size(), 2U);
    EXPECT_EQ(plans_[0].rounds, expected.rounds) << expected.workloads << " " << expected.variants;
    EXPECT_EQ(plans_[0].first_round, 0);
    EXPECT_EQ(plans_[1].first_round, expected.rounds);  // the cycles of orders go on
    EXPECT_EQ(plans_[0].variants.size(), static_cast<std::size_t>(expected.variants) + 2);
    EXPECT_EQ(plans_[0].schedule_seed, plans_[1].schedule_seed);
    EXPECT_NE(plans_[0].seed, plans_[1].seed);
  }
}

}  // namespace
}  // namespace tracetoll
