// `tracetoll count` as a user calls it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tool.hpp"

namespace tracetoll::testing {
namespace {

constexpr const char* kCount = "count --layout-folder $LAYOUTS ";

// What a build or a machine may lack; any other reason is a failure.
bool cannot_count(const ToolResult& result) {
  return result.exit_code == 2 && (contains(result.errors, "AddressSanitizer") ||
                                   contains(result.errors, "apt-get install valgrind"));
}

// The figure of the design: a guard is one load and one conditional branch a hit, whatever else.
TEST(Count, AGuardIsOneLoadAndOneConditionalBranchAHit) {
  Workspace workspace;
  const ToolResult result = workspace.tool(
      std::string(kCount) + "-w empty_loop -v anchor -v branch --format json --budget 120s");
  if (cannot_count(result)) GTEST_SKIP() << result.errors;
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  const auto json = nlohmann::json::parse(result.output);
  EXPECT_EQ(json["schema"], "tracetoll.count/1");
  if (!json["context"]["compiler"].get<std::string>().starts_with("g++"))
    GTEST_SKIP() << "what g++ makes of it";
  const auto& workload = json["workloads"][0];
  std::map<std::string, nlohmann::json> per_op;
  for (const auto& variant : workload["variants"]) per_op[variant["name"]] = variant["per_op"];
  const auto difference = [&](const char* event) {
    return per_op["branch"][event].get<double>() - per_op["anchor"][event].get<double>();
  };
  const double hits = 1024;  // the steps of the loop
  EXPECT_EQ(difference("conditional-branches"), hits);
  EXPECT_EQ(difference("loads"), hits);
  EXPECT_EQ(difference("stores"), 0);
}

TEST(Count, TheTextSaysWhatIsExactAndWhatIsSimulated) {
  Workspace workspace;
  const ToolResult result =
      workspace.tool(std::string(kCount) + "-w leaf_loop -v nop5 --budget 120s");
  if (cannot_count(result)) GTEST_SKIP() << result.errors;
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_TRUE(contains(result.output, "exact, a")) << result.output;
  EXPECT_TRUE(contains(result.output, "Simulated: I1 32 KiB 8-way")) << result.output;
}

// Absence has a reason, and says what to install.
TEST(Count, WithoutValgrindSaysWhatToInstall) {
  Workspace workspace;
  const ToolResult result = workspace.shell(std::string("PATH=/nowhere $TOOL ") + kCount +
                                            "-w leaf_loop -v nop5 --budget 120s");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.error_lines(), 1) << result.errors;
  EXPECT_TRUE(contains(result.errors, "apt-get install valgrind") ||
              contains(result.errors, "AddressSanitizer"))
      << result.errors;
}

struct Refused {
  const char* arguments;
  const char* part;
};

class CountRefuses : public ::testing::TestWithParam<Refused> {};

TEST_P(CountRefuses, WithOneLine) {
  Workspace workspace;
  const ToolResult result = workspace.tool(std::string(kCount) + GetParam().arguments);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.output, "");
  EXPECT_EQ(result.error_lines(), 1) << result.errors;
  EXPECT_TRUE(contains(result.errors, GetParam().part)) << result.errors;
}

INSTANTIATE_TEST_SUITE_P(BadInput, CountRefuses,
                         ::testing::Values(Refused{"-w leaf_lop", "did you mean leaf_loop"},
                                           Refused{"-w leaf_loop -v cal", "did you mean call"},
                                           Refused{"--layout 0 -w leaf_loop", "--layout '0'"},
                                           Refused{"--layout x -w leaf_loop", "--layout 'x'"},
                                           Refused{"--budget 0 -w leaf_loop", "--budget '0'"},
                                           Refused{"--format xml -w leaf_loop",
                                                   "unknown format 'xml'"}));

}  // namespace
}  // namespace tracetoll::testing
