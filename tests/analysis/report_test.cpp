#include "report.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "simulated_run.hpp"

namespace tracetoll {
namespace {

SimulatedRun noisy() {
  SimulatedRun run;
  run.layout_sd = 0.01;
  run.round_sd = 0.01;
  return run;
}

// Files are read in the order of the disk, not of the experiment: the order may change nothing, in
// no digit of any format.
TEST(Report, OrderOfTheLinesChangesNothing) {
  Samples samples = simulate(noisy());
  samples.failures = {{1, 2, "killed"}, {0, 1, "exit status 1"}};
  const Report report = make_report(samples);
  std::mt19937 random(3);
  std::shuffle(samples.blocks.begin(), samples.blocks.end(), random);
  std::swap(samples.failures[0], samples.failures[1]);
  const Report shuffled = make_report(samples);
  EXPECT_EQ(report_json(report), report_json(shuffled));
  EXPECT_EQ(report_csv(report), report_csv(shuffled));
  EXPECT_EQ(report_text(report), report_text(shuffled));
}

// A known slow-down comes out as it went in, in percent and in nanoseconds.
TEST(Report, InjectedEffectIsRecovered) {
  const Report report = make_report(simulate({}));
  const auto& workload = report.workloads.at(1);
  EXPECT_EQ(workload.context.name, "select_500");
  const VariantReport* call = find_variant(workload, "call");
  ASSERT_TRUE(call);
  EXPECT_NEAR(call->effect.interval->value, 9, 1e-9);
  EXPECT_NEAR(*call->ns_per_op, 11619.5 * 1.09, 1e-6);
  EXPECT_NEAR(*call->wall_ns_per_op, 11619.5 * 1.09 * 1.01, 1e-6);
  EXPECT_EQ(call->effect.n, 6);
  EXPECT_EQ(call->rounds, 18);
  EXPECT_FALSE(report.unreliable());
}

TEST(Report, CountsRoundsAndSwitches) {
  Samples samples = simulate({});
  for (Block& block : samples.blocks) block.involuntary_switches = block.round == 0 ? 2 : 0;
  const Report report = make_report(samples);
  EXPECT_EQ(report.rounds, 2 * 6 * 3);
  EXPECT_EQ(report.gates.switches, 2 * 6);
  EXPECT_EQ(report.layouts, 6);
  EXPECT_EQ(report.replicates, 6);
}

// A counter is a figure or a reason: never 0 for "not counted".
TEST(Report, CountersAreFiguresOrReasons) {
  Samples samples = simulate({});
  samples.context.counters = {{"cycles", {false, "no PMU (ENOENT)"}}, {"loads", {true, ""}}};
  for (Block& block : samples.blocks) {
    if (block.variant == "call") block.counters["loads"] = 100.0 * 7;
  }
  const Report report = make_report(samples);
  const auto* call = find_variant(report.workloads[0], "call");
  EXPECT_EQ(call->counters.at("loads").per_op, 7);
  EXPECT_EQ(call->counters.at("cycles").reason, "no PMU (ENOENT)");
  EXPECT_EQ(find_variant(report.workloads[0], "anchor")->counters.at("loads").reason,
            "no block of this variant has it");
}

// The baseline has no sites: a sum of 0 there would look like a measurement.
TEST(Report, SitesHitAreSummedAndAbsentForTheBaseline) {
  Samples samples = simulate({});
  samples.context.workloads[0].sites_hit_per_op = {{"a", 501}, {"b", 2}};
  const Report report = make_report(samples);
  EXPECT_EQ(find_variant(report.workloads[0], "call")->sites_hit_per_op, 503);
  EXPECT_FALSE(find_variant(report.workloads[0], "none")->sites_hit_per_op);
  EXPECT_FALSE(find_variant(report.workloads[1], "call")->sites_hit_per_op);
  // The dose of a variant runs its sites once more in 16 operations; a copy of `none` has none.
  samples.context.variants = {"none", "none:copy:dose", "call:dose"};
  const Report doses = make_report(samples);
  EXPECT_EQ(find_variant(doses.workloads[0], "call:dose")->sites_hit_per_op, 503 * 17 / 16.0);
  EXPECT_FALSE(find_variant(doses.workloads[0], "none:copy:dose")->sites_hit_per_op);
}

// Nothing at all, one block, and every small number of layouts: all are reports.
TEST(Report, AnySamplesGiveAReport) {
  EXPECT_TRUE(make_report({}).unreliable());
  for (int layouts = 1; layouts <= 4; ++layouts) {
    SimulatedRun run = noisy();
    run.layouts = layouts;
    const Report report = make_report(simulate(run));
    const auto* call = find_variant(report.workloads[0], "call");
    EXPECT_EQ(call->effect.interval.has_value(), layouts >= 3);
    EXPECT_EQ(report.copies.reason.empty(), layouts >= 3);
    EXPECT_FALSE(report_text(report).empty());
  }
  Samples one = simulate({});
  one.blocks.resize(1);
  EXPECT_FALSE(report_json(make_report(one)).empty());
}

// The most extreme figures that the reader lets through: 27 orders of magnitude between two
// variants.
TEST(Report, ExtremeFiguresStayFinite) {
  Samples samples = simulate(noisy());
  for (Block& block : samples.blocks) {
    const bool call = block.variant == "call";
    block.operations = call ? 1 : 1'000'000'000'000;
    block.cpu_ns = call ? 1e15 : block.layout;
    block.wall_ns = call ? 1 : 1e15;
  }
  const Report report = make_report(samples);
  const std::string json = report_json(report);
  EXPECT_EQ(json.find("percent\": null"), std::string::npos);
  EXPECT_EQ(report_text(report).find("nan"), std::string::npos);
  EXPECT_EQ(report_csv(report).find("inf"), std::string::npos);
}

}  // namespace
}  // namespace tracetoll
