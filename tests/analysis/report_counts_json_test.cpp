#include "report_counts_json.hpp"

#include <gtest/gtest.h>

#include "counted_run.hpp"

namespace tracetoll {
namespace {

using Json = nlohmann::ordered_json;

Json variant_of(const Samples& samples, std::size_t index) {
  return counters_json(make_report(samples).workloads.at(0).variants.at(index));
}

// The contract of the report (design, section 9), and what is beside it.
TEST(ReportCountsJson, MeasuredFigures) {
  const Json call = variant_of(counted_samples(), 6);
  const Json& branches = call.at("branches");
  EXPECT_NEAR(branches.at("per_op").get<double>(), 210.33, 1e-9);
  EXPECT_EQ(branches.at("source"), "perf_event");
  EXPECT_EQ(branches.at("total"), 378638);
  EXPECT_EQ(branches.at("blocks"), 18);
  EXPECT_EQ(branches.at("operations"), 1800);
  EXPECT_EQ(branches.at("lost"), "2 of 20 blocks lost: multiplexed: ran 61 % of the time");
  EXPECT_NEAR(branches.at("difference").at("events").get<double>(), 10.03, 1e-9);
  EXPECT_LT(branches["difference"]["low"], branches["difference"]["high"]);
  EXPECT_NEAR(branches.at("per_hit").at("events").get<double>(), 1.003, 1e-9);
  EXPECT_EQ(call.at("cycles"), Json({{"unavailable", "this CPU has none to give"}}));
  EXPECT_EQ(call.at("task-clock").at("unit"), "ns");
  EXPECT_EQ(call.at("page-faults").at("source"), "getrusage");
  EXPECT_FALSE(variant_of(counted_samples(), 0).at("branches").contains("difference"));
}

// An exact count takes a name that no measured event has; a simulated one never looks measured.
TEST(ReportCountsJson, ExactFiguresAreLabelled) {
  const Json call = variant_of(counted_samples(), 6);
  EXPECT_EQ(call.at("instructions"), Json({{"per_op", 1097.0},
                                           {"source", "callgrind"},
                                           {"exact", true},
                                           {"difference", {{"events", 97.0}, {"percent", 9.7}}},
                                           {"per_hit", {{"events", 9.7}}}}));
  EXPECT_FALSE(call.contains("I1-misses"));
  EXPECT_EQ(call.at("simulated-I1-misses").at("simulated"), true);
  EXPECT_EQ(call["simulated-I1-misses"].at("source"), "callgrind, simulated");
}

// Two figures of one name: the measured one has it; where that is missing, its reason stays.
TEST(ReportCountsJson, MeasuredWinsTheName) {
  Samples samples = counted_samples();
  samples.context.counters["instructions"] = {false, "no PMU (ENOENT)"};
  Json call = variant_of(samples, 6);
  EXPECT_EQ(call.at("instructions").at("source"), "callgrind");
  EXPECT_EQ(call["instructions"].at("measured_unavailable"), "no PMU (ENOENT)");
  for (Block& block : samples.blocks) block.counters["instructions"] = 100 * 1234;
  call = variant_of(samples, 6);
  EXPECT_EQ(call["instructions"].at("source"), "perf_event");
  EXPECT_EQ(call["instructions"].at("per_op"), 1234);
  const Json exact =
      exact_json(samples.context.exact, make_report(samples).workloads.at(0)).at("variants");
  EXPECT_EQ(exact.at("call").at("instructions").at("per_op"), 1097);
  EXPECT_EQ(exact.at("call").at("simulated").at("mispredictions").at("simulated"), true);
}

TEST(ReportCountsJson, MissingOnBothSidesHasBothReasons) {
  Samples samples = counted_samples();
  samples.context.counters["loads"] = {false, "no PMU (ENOENT)"};
  samples.context.exact = {};
  samples.context.exact.unavailable = "no valgrind";
  EXPECT_EQ(variant_of(samples, 6).at("loads").at("unavailable"),
            "no PMU (ENOENT); exact: no valgrind");
  EXPECT_EQ(exact_json(samples.context.exact, make_report(samples).workloads.at(0)),
            Json({{"unavailable", "no valgrind"}}));
}

TEST(ReportCountsJson, HitsThatWereNotCheckedDoNotAgree) {
  Report report = counted_report();
  EXPECT_EQ(hits_json(report.workloads[0]).at("agree"), true);
  report.workloads[0].hits = check_hits({});
  EXPECT_TRUE(hits_json(report.workloads[0]).at("agree").is_null());
}

TEST(ReportCountsJson, CausesHaveTheirContrasts) {
  const Json report = Json::parse(report_json(counted_report()));
  const Json& branch = report["workloads"][0]["causes"].at(1);
  EXPECT_EQ(branch["counts"]["exact"]["conditional-branches"].at("per_hit"), 1);
  EXPECT_FALSE(branch["counts"].contains("simulated"));
  EXPECT_TRUE(branch["counts"]["measured"]["branches"]["per_op"].at("low").is_number());
}

}  // namespace
}  // namespace tracetoll
