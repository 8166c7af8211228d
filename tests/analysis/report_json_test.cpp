#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "golden_json.hpp"
#include "golden_run.hpp"
#include "report.hpp"
#include "rounded_json.hpp"

namespace tracetoll {
namespace {

using Json = nlohmann::ordered_json;

TEST(ReportJson, Golden) {
  EXPECT_EQ(rounded(report_json(small_golden_report())), rounded(kGoldenJson));
}

// The fields that other programs were promised (design, section 9), by the names promised.
TEST(ReportJson, HoldsItsContract) {
  const Json json = Json::parse(report_json(golden_report()));
  EXPECT_EQ(json["schema"], "tracetoll.report/1");
  for (const char* check : {"aa", "positive_control"}) {
    for (const char* key : {"percent", "low", "high"}) {
      EXPECT_TRUE(json["checks"][check].at(key).is_number());
    }
    EXPECT_TRUE(json["checks"][check].at("ok").is_boolean());
  }
  const Json& workload = json["workloads"].at(2);
  EXPECT_EQ(workload.at("name"), "select_500");
  EXPECT_EQ(workload.at("unit"), "ns");
  const Json& call = workload["variants"].back();
  EXPECT_EQ(call.at("name"), "call");
  EXPECT_LE(call.at("effect").at("low"), call["effect"].at("percent"));
  EXPECT_LE(call["effect"]["percent"], call["effect"].at("high"));
  EXPECT_EQ(call.at("layouts"), 6);
  EXPECT_EQ(call.at("rounds"), 18);
  EXPECT_EQ(call.at("sites_hit_per_op"), 1002);
  EXPECT_EQ(call["counters"]["cycles"].at("unavailable"), "no PMU (ENOENT)");
  EXPECT_FALSE(workload["variants"][0].contains("sites_hit_per_op"));
  EXPECT_EQ(workload["causes"].at(3).at("name"), "registers");
  EXPECT_TRUE(workload["causes"][3].at("share_of_call").is_number());
  EXPECT_EQ(workload["causes"][3].at("evidence").size(), 1u);
}

// Google Benchmark has put NaN into its JSON, which no strict parser reads. Absence is null.
TEST(ReportJson, StrictWhateverIsMissing) {
  for (int layouts = 0; layouts <= 3; ++layouts) {
    SimulatedRun run;
    run.layouts = layouts;
    const std::string text = report_json(make_report(simulate(run)));
    EXPECT_TRUE(Json::accept(text));
    EXPECT_EQ(text.find("nan"), std::string::npos);
    const Json json = Json::parse(text);
    EXPECT_EQ(json["checks"]["aa"]["percent"].is_null(), layouts < 3);
    EXPECT_EQ(json["workloads"][0]["variants"][1]["effect"]["low"].is_null(), layouts < 3);
  }
  EXPECT_TRUE(Json::accept(report_json(make_report({}))));
}

}  // namespace
}  // namespace tracetoll
