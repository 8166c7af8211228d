#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "compare.hpp"
#include "compared_runs.hpp"
#include "golden_comparison.hpp"
#include "rounded_json.hpp"

namespace tracetoll {
namespace {

using Json = nlohmann::ordered_json;

TEST(CompareJson, Golden) {
  EXPECT_EQ(rounded(compare_json(small_comparison())), rounded(kGoldenComparison));
}

TEST(CompareJson, EveryChangeHasItsInterval) {
  const Json json = Json::parse(
      compare_json(make_comparison(simulate(steady_run(1)), simulate(slower_run(2)), {})));
  EXPECT_EQ(json["schema"], "tracetoll.compare/1");
  EXPECT_EQ(json["regression"], true);
  EXPECT_EQ(json["unreliable"], false);
  ASSERT_EQ(json["workloads"].size(), 2U);
  for (const auto& workload : json["workloads"]) {
    for (const auto& variant : workload["variants"]) {
      EXPECT_EQ(variant.contains("effect"), variant["name"] != "none");
      for (const char* kind : {"effect", "time"}) {
        if (!variant.contains(kind)) continue;
        const Json& change = variant[kind]["change"];
        const char* unit = kind == std::string("effect") ? "points" : "percent";
        EXPECT_LE(change["low"].get<double>(), change[unit].get<double>());
        EXPECT_LE(change[unit].get<double>(), change["high"].get<double>());
        EXPECT_GT(change["level"].get<double>(), 0.94);
        EXPECT_TRUE(change["p"].is_number());
        EXPECT_EQ(change["resolved"], change["low"] > 0 || change["high"] < 0);
      }
    }
  }
}

TEST(CompareJson, AMissingFigureIsNullWithItsReason) {
  Samples empty = simulate(steady_run(2));
  empty.blocks.clear();
  const Json json = Json::parse(compare_json(make_comparison(simulate(steady_run(1)), empty, {})));
  const Json& call = json["workloads"][0]["variants"][3]["effect"];
  EXPECT_TRUE(call["old"]["percent"].is_number());
  EXPECT_TRUE(call["new"]["percent"].is_null());
  EXPECT_EQ(call["new"]["layouts"], 0);
  EXPECT_TRUE(call["change"]["points"].is_null());
  EXPECT_TRUE(call["change"]["p"].is_null());
  EXPECT_EQ(call["change"]["unavailable"], "not measured in NEW");
  EXPECT_EQ(call["change"]["resolved"], false);
  EXPECT_EQ(json["unreliable"], true);
  EXPECT_EQ(json["new"]["checks"]["aa"]["ok"], false);
}

TEST(CompareJson, IsTotal) {
  EXPECT_EQ(Json::parse(compare_json({}))["workloads"].size(), 0U);
}

}  // namespace
}  // namespace tracetoll
