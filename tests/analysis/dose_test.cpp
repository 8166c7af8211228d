#include "dose.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>

#include "report.hpp"
#include "simulated_run.hpp"
#include "variant_name.hpp"

namespace tracetoll {
namespace {

constexpr std::int64_t kHits = 64;

// Copies of nop5 at a site that an operation of 1000 ns runs 64 times.
struct DoseRun {
  // Nanoseconds that so many copies add to a pass of the site.
  std::function<double(int)> ns = [](int copies) { return 0.07 * copies; };
  int layouts = 16;
  int rounds = 4;
  double layout_sd = 0.002;  // of each variant, drawn anew for each layout
  double round_sd = 0.001;
};

Samples simulate(const DoseRun& run) {
  Samples samples;
  samples.context.workloads.resize(1);
  samples.context.workloads[0].name = "leaf_loop";
  samples.context.workloads[0].dosed_hits_per_op = kHits;
  samples.context.workloads[0].sites_hit_per_op = {{"leaf", kHits}};
  samples.context.variants = {kBaseline};
  for (const int copies : kDoseCopies)
    samples.context.variants.push_back("nop5*" + std::to_string(copies));
  auto measured = samples.context.variants;
  measured.insert(measured.end(), {kBaselineCopy, kBaselineDose});
  Normal normal(3);
  for (int layout = 1; layout <= run.layouts; ++layout) {
    for (const auto& variant : measured) {
      const auto name = copies_name(variant);
      const double added = name ? kHits * run.ns(name->copies)
                                : (variant == kBaselineDose ? 1000 * kDosePercent / 100 : 0);
      const double luck = std::exp(run.layout_sd * normal());
      for (int round = 0; round < run.rounds; ++round) {
        Block block;
        block.replicate = layout - 1;
        block.layout = layout;
        block.round = round;
        block.workload = "leaf_loop";
        block.variant = variant;
        block.operations = 100;
        block.cpu_ns = 100 * (1000 + added) * luck * std::exp(run.round_sd * normal());
        block.wall_ns = block.cpu_ns;
        samples.blocks.push_back(block);
      }
    }
  }
  samples.end = "done";
  return samples;
}

DoseEffect only(const Samples& samples) {
  const auto found = find_doses(samples, 0.95);
  EXPECT_EQ(found.size(), 1U);
  return found.at(0);
}

void expect_columns(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
}

// 0.07 ns a copy: of an operation of 1000 ns, one copy is 0.4 %.
TEST(Dose, AStraightLineIsRecovered) {
  const DoseEffect found = only(simulate(DoseRun{}));
  EXPECT_EQ(found.workload, "leaf_loop");
  EXPECT_EQ(found.variant, "nop5");
  EXPECT_EQ(found.hits_per_op, kHits);
  ASSERT_EQ(found.line.reason, "");
  EXPECT_EQ(found.line.slope.n, 16);
  EXPECT_LE(found.line.slope.interval->low, 0.07);
  EXPECT_GE(found.line.slope.interval->high, 0.07);
  EXPECT_NEAR(found.line.slope.interval->value, 0.07, 0.001);
  EXPECT_EQ(found.line.fitted, 256);
  EXPECT_FALSE(found.line.knee);
}

TEST(Dose, PointsAndStepsAreOfAPass) {
  const DoseEffect found = only(simulate(DoseRun{}));
  ASSERT_EQ(found.points.size(), 5U);
  ASSERT_EQ(found.steps.size(), 5U);
  for (const int copies : {1, 4, 16, 64, 256}) {
    const Interval& point = *found.points.at(copies).interval;
    EXPECT_NEAR(point.value, 0.07 * copies, 0.02 + 0.001 * copies) << copies;
    EXPECT_NEAR(found.steps.at(copies).interval->value, 0.07, copies == 1 ? 0.03 : 0.01) << copies;
  }
  // A step is that of each layout, between this dose and the one before.
  DoseRun exact;
  exact.layout_sd = exact.round_sd = 0;
  exact.ns = [](int copies) { return copies == 0 ? 0 : 3 + 0.5 * copies; };
  const DoseEffect steps = only(simulate(exact));
  EXPECT_NEAR(steps.steps.at(1).interval->value, 3.5, 1e-9);
  EXPECT_NEAR(steps.steps.at(256).interval->value, 0.5, 1e-9);
  EXPECT_NEAR(steps.points.at(64).interval->value, 35, 1e-9);
}

// From 16 copies on each costs ten times as much, as where the front end runs out of its cache.
TEST(Dose, AKneeIsFound) {
  DoseRun run;
  run.ns = [](int copies) { return 0.07 * copies + 0.7 * std::max(0, copies - 16); };
  const DoseEffect found = only(simulate(run));
  EXPECT_EQ(found.line.knee, 16);
  EXPECT_EQ(found.line.fitted, 16);
  EXPECT_TRUE(found.line.departure.positive());
  EXPECT_NE(report_text(make_report(simulate(run))).find(" knee"), std::string::npos);
}

TEST(Dose, AWorkloadWithoutTheSiteIsAReason) {
  Samples samples = simulate(DoseRun{});
  samples.context.workloads[0].dosed_hits_per_op = 0;
  const DoseEffect found = only(samples);
  EXPECT_EQ(found.line.reason, "the workload has no site that is multiplied");
  EXPECT_TRUE(found.points.empty());
  EXPECT_FALSE(found.line.slope.interval);
}

TEST(Dose, WithoutNoCopyThereIsNothingToCompareWith) {
  Samples samples = simulate(DoseRun{});
  std::erase_if(samples.blocks, [](const Block& block) { return block.variant == "nop5*0"; });
  EXPECT_EQ(only(samples).line.reason, "not measured without copies");
  EXPECT_TRUE(only(samples).points.empty());
}

TEST(Dose, AMissingDoseLeavesTheOthers) {
  Samples samples = simulate(DoseRun{});
  std::erase_if(samples.blocks, [](const Block& block) { return block.variant == "nop5*16"; });
  const DoseEffect found = only(samples);
  EXPECT_FALSE(found.points.contains(16));
  EXPECT_NEAR(found.line.slope.interval->value, 0.07, 0.001);
  EXPECT_NEAR(found.steps.at(64).interval->value, 0.07, 0.01);  // from 4 on
}

TEST(Dose, TooFewDosesOrLayoutsAreAReason) {
  Samples two_doses = simulate(DoseRun{});
  std::erase_if(two_doses.blocks, [](const Block& block) {
    const auto name = copies_name(block.variant);
    return name && name->copies > 1;
  });
  EXPECT_NE(only(two_doses).line.reason, "");
  EXPECT_FALSE(only(two_doses).line.slope.interval);
  for (int layouts = 0; layouts <= 2; ++layouts) {
    DoseRun run;
    run.layouts = layouts;
    const Samples samples = simulate(run);
    const DoseEffect found = only(samples);
    EXPECT_NE(found.line.reason, "") << layouts;
    EXPECT_FALSE(found.line.slope.interval) << layouts;
    for (const auto& [copies, point] : found.points) EXPECT_FALSE(point.interval);
    const Report report = make_report(samples);
    expect_columns(report_text(report));
    EXPECT_NE(report_text(report).find("nop5 in leaf_loop: no figure: "), std::string::npos);
    const auto json = nlohmann::json::parse(report_json(report))["doses"][0];
    EXPECT_TRUE(json["ns_per_copy"]["ns"].is_null());
    EXPECT_EQ(json["unavailable"], found.line.reason);
  }
}

// A study of two variants on two workloads is four lines, in the order of the run.
TEST(Dose, EveryVariantOnEveryWorkload) {
  Samples samples = simulate(DoseRun{});
  samples.context.workloads.push_back({});
  samples.context.workloads[1].name = "empty_loop";
  samples.context.variants.insert(samples.context.variants.end(), {"branch*0", "branch*1"});
  const auto found = find_doses(samples, 0.95);
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ(found[0].variant, "nop5");
  EXPECT_EQ(found[1].variant, "branch");
  EXPECT_EQ(found[2].workload, "empty_loop");
  EXPECT_EQ(found[1].line.reason, "not measured without copies");
}

// Each workload has times and hits of its own.
TEST(Dose, WorkloadsAreKeptApart) {
  Samples samples = simulate(DoseRun{});
  DoseRun steep;
  steep.ns = [](int copies) { return 0.7 * copies; };
  const Samples other = simulate(steep);
  samples.context.workloads.push_back(other.context.workloads[0]);
  samples.context.workloads[1].name = "empty_loop";
  for (Block block : other.blocks) {
    block.workload = "empty_loop";
    samples.blocks.push_back(block);
  }
  const auto found = find_doses(samples, 0.95);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_NEAR(found[0].line.slope.interval->value, 0.07, 0.001);
  EXPECT_NEAR(found[1].line.slope.interval->value, 0.7, 0.01);
}

TEST(DoseReport, TextAndJson) {
  const Report report = make_report(simulate(DoseRun{}));
  EXPECT_TRUE(is_dose_study(report));
  const std::string text = report_text(report);
  expect_columns(text);
  EXPECT_NE(text.find("nop5 in leaf_loop: each copy after the first costs"), std::string::npos)
      << text;
  EXPECT_NE(text.find("holds to 256 copies"), std::string::npos) << text;
  EXPECT_NE(text.find("a pass of the site (64 an operation)"), std::string::npos) << text;
  EXPECT_EQ(text.find("\nVerdict"), std::string::npos);  // of another question

  // The sites of call were counted: the copies have others.
  const auto whole = nlohmann::json::parse(report_json(report));
  for (const auto& variant : whole["workloads"][0]["variants"])
    EXPECT_FALSE(variant.contains("sites_hit_per_op")) << variant["name"];
  const auto json = whole["doses"];
  ASSERT_EQ(json.size(), 1U);
  EXPECT_EQ(json[0].at("variant"), "nop5");
  EXPECT_EQ(json[0].at("passes_per_op"), kHits);
  EXPECT_NEAR(json[0].at("ns_per_copy").at("ns"), 0.07, 0.001);
  EXPECT_EQ(json[0].at("line_holds_to"), 256);
  EXPECT_TRUE(json[0].at("knee").is_null());
  ASSERT_EQ(json[0].at("points").size(), 5U);
  EXPECT_EQ(json[0]["points"][2].at("copies"), 16);
  EXPECT_NEAR(json[0]["points"][2].at("ns"), 1.12, 0.05);
  EXPECT_TRUE(json[0]["points"][2].at("ns_per_copy_from_dose_before").at("ns").is_number());
}

// Eleven digits in every figure of a line.
TEST(DoseReport, PreciseFiguresFit) {
  DoseRun run;
  run.layout_sd = 1e-9;
  run.round_sd = 0;
  run.ns = [](int copies) { return 12345.678901 * copies; };
  expect_columns(report_text(make_report(simulate(run))));
}

// Whatever the names, the figures and their number, a line fits a terminal and JSON is strict.
TEST(DoseReport, ExtremeFiguresFit) {
  Samples samples = simulate(DoseRun{});
  for (auto& variant : samples.context.variants)
    if (variant == "nop5*256") variant = "nop5*2147483647";
  for (Block& block : samples.blocks) {
    if (block.variant == "nop5*256") block.variant = "nop5*2147483647";
    if (block.variant == "nop5*0") block.cpu_ns = 1e15;
    if (block.variant == "nop5*64") block.cpu_ns = 1;
    if (block.variant == "nop5*4") block.cpu_ns = block.layout % 2 == 0 ? 1e15 : 1;
    block.operations = 1;
  }
  samples.context.workloads[0].dosed_hits_per_op = 1;
  const Report report = make_report(samples);
  expect_columns(report_text(report));
  EXPECT_TRUE(nlohmann::json::accept(report_json(report)));
  EXPECT_EQ(report_json(report).find("nan"), std::string::npos);
}

}  // namespace
}  // namespace tracetoll
