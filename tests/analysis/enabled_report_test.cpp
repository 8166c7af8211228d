// The section on sites that were switched on, in each format.
#include <gtest/gtest.h>

#include <algorithm>

#include <nlohmann/json.hpp>
#include <sstream>

#include "enabled_run.hpp"
#include "report.hpp"
#include "text_enabled.hpp"

namespace tracetoll {
namespace {

Report golden() {
  EnabledRun run;
  run.ns_per_hit = {{"branch", 3},           {"branch@taken", 0.5}, {"call", 5},
                    {"call@counter", 3.5},   {"call@empty", 3},     {"clobber", 5},
                    {"clobber@taken", 1.25}, {"usdt", 4},           {"usdt@uprobe", 5000}};
  run.layout_luck = 0.01;
  Samples samples = simulate(run);
  samples.context.not_enabled = {{"anchor", "its sites have nothing to switch"},
                                 {"nop5", "its sites have nothing to switch"},
                                 {"usdt_sema@uprobe", "no uprobes here"}};
  samples.failures = {{3, 4, "its probe counted 1 hit", "select_500.pure", "call@counter"},
                      {5, 6, "its probe counted 2 hits", "select_500.pure", "call@counter"}};
  for (int process = 0; process < 7; ++process)
    samples.context.toggles.times.push_back(
        {process, "patch_call", 10000, 3e6 + 1e4 * process, 2e6 + 1e4 * process});
  return make_report(samples);
}

constexpr const char* kGolden = R"(
select_500.pure
                          dormant, of none          empty probe           in all, of call
  branch                  +4.75 % [+4.12, +5.38]    -
  call                    +8.80 % [+8.05, +9.55]    +2.98 [+2.94, +3.02]  100 % [100, 100]
  clobber                 +8.12 % [+7.70, +8.54]    -
  usdt                    +6.24 % [+5.63, +6.86]    -

                    counter             timestamp           user                uprobe
  call              +3.48 [+3.44, +3.53] -                   -                   -
  usdt              -                   -                   -                   +5001 [+4966, +5035]

  parts of a hit
  branch             guard         +0.464 ns [+0.409, +0.519]          taken
  call               guard         +0.464 ns [+0.409, +0.519]          branch@taken
                     saving        +0.788 ns [+0.703, +0.873]          clobber@taken - branch@taken
                     call          +1.739 ns [+1.661, +1.818]          empty - clobber@taken
                     rest          -0.01 ns, by trimming alone
                     counter       +0.504 ns [+0.433, +0.574]          counter - empty
  clobber            guard         +1.249 ns [+1.195, +1.303]          taken

  not switched on: anchor, nop5: its sites have nothing to switch
  not switched on: usdt_sema@uprobe: no uprobes here
                      sites  on                            off                           processes
  patch_call          10000  3.03 ms [3.00, 3.06]          2.03 ms [2.00, 2.06]          7
)";

TEST(EnabledReport, Text) {
  EXPECT_EQ(text_enabled(golden()) + text_toggles(golden()), kGolden);
}

TEST(EnabledReport, ItsLinesFitATerminal) {
  std::istringstream lines(report_text(golden()));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
}

TEST(EnabledReport, TheDormantTablesAreWithoutIt) {
  const std::string text = report_text(golden());
  const std::string table = text.substr(0, text.find("Enabled: "));
  EXPECT_NE(table.find("\nusdt "), std::string::npos) << table;
  EXPECT_EQ(table.find('@'), std::string::npos) << table;
}

TEST(EnabledReport, LostBlocksAreCountedAndTheFirstIsNamed) {
  const std::string text = report_text(golden());
  EXPECT_NE(text.find("2 of the blocks of call@counter in select_500.pure were lost"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("its probe counted 1 hit"), std::string::npos);
  EXPECT_TRUE(golden().failures.empty());
}

TEST(EnabledReport, Json) {
  const auto json = nlohmann::json::parse(report_json(golden()));
  const auto& enabled = json.at("enabled");
  EXPECT_EQ(enabled["not_enabled"]["anchor"], "its sites have nothing to switch");
  EXPECT_EQ(enabled["lost_blocks"][0]["blocks"], 2);
  const auto& call = enabled["workloads"][0]["variants"][1];
  EXPECT_EQ(call["name"], "call");
  EXPECT_EQ(call["hits_per_op"], 100);
  EXPECT_EQ(call["hits_counted_at"], "the sites of call");
  EXPECT_NEAR(call["ns_per_hit_over_dormant"]["empty"]["ns"].get<double>(), 3, 0.3);
  EXPECT_EQ(call["ns_per_hit_over_dormant"]["empty"]["resolved"], true);
  EXPECT_EQ(call["parts"][1]["name"], "saving");
  EXPECT_EQ(call["parts"][1]["contrast"], "clobber@taken - branch@taken");
  EXPECT_NEAR(call["cost_of_call"].get<double>(), 1, 1e-9);
  EXPECT_NEAR(json["toggles"]["times"][0]["enable"]["ns"].get<double>(), 3.03e6, 1);
}

TEST(EnabledReport, ADormantRunHasNoneOfIt) {
  EnabledRun run;
  run.ns_per_hit = {{"call", 5}};
  Samples samples = simulate(run);
  samples.context.enabled = false;
  const Report report = make_report(samples);
  EXPECT_EQ(report_text(report).find("Enabled"), std::string::npos);
  EXPECT_FALSE(nlohmann::json::parse(report_json(report)).contains("enabled"));
  EXPECT_EQ(report_csv(report).find("ns_per_hit"), std::string::npos);
}

// Every row has as many cells as the heads, quotes aside (there are none here).
TEST(EnabledReport, CsvHasItsColumnsInEveryRow) {
  std::istringstream lines(report_csv(golden()));
  std::string head;
  std::getline(lines, head);
  EXPECT_NE(head.find(",ns_per_hit,ns_per_hit_low,ns_per_hit_high"), std::string::npos);
  const auto commas = std::ranges::count(head, ',');
  int enabled = 0;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_EQ(std::ranges::count(line, ','), commas) << line;
    enabled += line.starts_with("select_500.pure,enabled,") ? 1 : 0;
  }
  EXPECT_EQ(enabled, 5);
}

}  // namespace
}  // namespace tracetoll
