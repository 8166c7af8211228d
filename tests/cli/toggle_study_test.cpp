// The study of switching times on stand-ins for bench/toggle: shell scripts.
#include "toggle_study.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

namespace tracetoll {
namespace {

class ToggleStudyTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string folder = ::testing::TempDir() + "/toggle_XXXXXX";
    folder_ = ::mkdtemp(folder.data());
    hooks_.seconds = [this] { return now_ += 0.1; };
    hooks_.interrupted = [] { return false; };
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  ToggleStudy study(const std::string& script, double seconds = 100) {
    const std::string file = folder_ + "/toggle";
    std::ofstream(file) << "#!/bin/sh\n" << script << "\n";
    ::chmod(file.c_str(), 0755);
    return study_toggles(file, seconds, hooks_);
  }

  std::string folder_;
  RunHooks hooks_;
  double now_ = 0;
};

constexpr const char* kLine =
    R"(echo '{"variant":"patch_call","sites":100,"enable_ns":81234,"disable_ns":70123}')";

TEST_F(ToggleStudyTest, SeveralProcessesGiveTheirTimes) {
  const ToggleStudy found = study(kLine);
  EXPECT_EQ(found.unavailable, "");
  ASSERT_EQ(found.times.size(), 12U);
  EXPECT_EQ(found.times[11].process, 11);
  EXPECT_EQ(found.times[11].variant, "patch_call");
  EXPECT_EQ(found.times[11].sites, 100);
  EXPECT_EQ(found.times[11].enable_ns, 81234);
  EXPECT_EQ(found.times[11].disable_ns, 70123);
}

TEST_F(ToggleStudyTest, ThePartOfTheBudgetEndsItAfterAtLeastOne) {
  EXPECT_EQ(study(kLine, 0).times.size(), 1U);
}

TEST_F(ToggleStudyTest, WhatIsNotBuiltIsAReason) {
  const ToggleStudy found = study_toggles(folder_ + "/nothing", 1, hooks_);
  EXPECT_TRUE(found.times.empty());
  EXPECT_NE(found.unavailable.find("is not built"), std::string::npos);
}

TEST_F(ToggleStudyTest, AFailureIsAReasonAndEarlierTimesAreKept) {
  const ToggleStudy crashed = study(std::string(kLine) + "; echo no text memory >&2; exit 1");
  EXPECT_EQ(crashed.times.size(), 1U);
  EXPECT_NE(crashed.unavailable.find("no text memory"), std::string::npos) << crashed.unavailable;
  const ToggleStudy nonsense = study("echo hello");
  EXPECT_TRUE(nonsense.times.empty());
  EXPECT_FALSE(nonsense.unavailable.empty());
}

}  // namespace
}  // namespace tracetoll
