#include "target.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "effects.hpp"
#include "report.hpp"
#include "sign_test.hpp"
#include "simulated_run.hpp"

namespace tracetoll {
namespace {

Estimate estimate(double low, double high) {
  Estimate result;
  result.n = 12;
  result.interval = Interval{(low + high) / 2, low, high};
  return result;
}

TEST(Decide, ByIntervalAndTarget) {
  EXPECT_EQ(decide(Estimate{}, 1), Decision::kOpen);
  EXPECT_EQ(decide(estimate(0.01, 9), 1), Decision::kResolved);
  EXPECT_EQ(decide(estimate(-9, -0.01), 1), Decision::kResolved);
  // Resolved comes first, however small.
  EXPECT_EQ(decide(estimate(0.01, 0.02), 1), Decision::kResolved);
  EXPECT_EQ(decide(estimate(-0.9, 0.9), 1), Decision::kSmaller);
  EXPECT_EQ(decide(estimate(-0.9, 1), 1), Decision::kOpen);
  EXPECT_EQ(decide(estimate(-1, 0.9), 1), Decision::kOpen);
  EXPECT_EQ(decide(estimate(-0.1, 5), 1), Decision::kOpen);
  // An end on 0 does not exclude it.
  EXPECT_EQ(decide(estimate(0, 0.5), 1), Decision::kSmaller);
  EXPECT_EQ(decide(estimate(0, 1.5), 1), Decision::kOpen);
}

// One workload, each layout measured once.
SimulatedRun study(double effect, int layouts, std::uint64_t seed) {
  SimulatedRun run;
  run.workloads = {{"select_500", 11.6}};
  run.effects = {{"nop5", effect}};
  run.layouts = layouts;
  run.rounds = 1;
  run.layout_sd = 0.01;
  run.seed = seed;
  return run;
}

std::vector<Block> of_replicate(const Samples& samples, int replicate) {
  std::vector<Block> result;
  for (const Block& block : samples.blocks)
    if (block.replicate == replicate) result.push_back(block);
  return result;
}

// After how many replicates the watch decided; 0: not within the samples.
int decided_after(const Samples& samples) {
  TargetWatch watch(samples.context);
  for (int replicate = 0; replicate < samples.context.layouts; ++replicate) {
    watch.add(of_replicate(samples, replicate));
    if (watch.decided()) return replicate + 1;
  }
  return 0;
}

// The checks have 99 %: 2^n / (n + 1) >= 100 from n = 11 on. Two workloads share it: 200, n = 12.
TEST(TargetWatch, DecidesAsSoonAsTheChecksAllow) {
  SimulatedRun run = study(9, 30, 1);
  run.layout_sd = 0.001;
  Samples samples = simulate(run);
  samples.context.target_percent = 1;
  EXPECT_EQ(decided_after(samples), 11);
  run.workloads["open_close"] = 5;
  samples = simulate(run);
  samples.context.target_percent = 1;
  EXPECT_EQ(decided_after(samples), 12);
}

// No effect, and layouts that lie within the target: decided as smaller.
TEST(TargetWatch, ASmallEffectIsDecidedToo) {
  SimulatedRun run = study(0, 30, 4);
  run.layout_sd = 0.002;
  Samples samples = simulate(run);
  samples.context.target_percent = 2;
  EXPECT_EQ(decided_after(samples), 11);
  samples.context.target_percent = 1e-4;
  EXPECT_EQ(decided_after(samples), 0);
}

TEST(TargetWatch, NeverWithAVariantMissing) {
  for (const char* missing : {"nop5", kBaseline, kBaselineCopy, kBaselineDose}) {
    Samples samples = simulate(study(9, 30, 1));
    samples.context.target_percent = 1;
    EXPECT_GT(decided_after(samples), 0);
    std::erase_if(samples.blocks, [&](const Block& block) { return block.variant == missing; });
    EXPECT_EQ(decided_after(samples), 0) << missing;
  }
}

TEST(TargetWatch, NeverWithAWorkloadMissing) {
  SimulatedRun run = study(9, 30, 1);
  run.workloads["open_close"] = 5;
  Samples samples = simulate(run);
  samples.context.target_percent = 1;
  EXPECT_GT(decided_after(samples), 0);
  std::erase_if(samples.blocks, [](const Block& block) { return block.workload == "open_close"; });
  EXPECT_EQ(decided_after(samples), 0);
}

// A dose that cannot be told from 0 is a blind run: it must not end in an answer.
TEST(TargetWatch, NeverWhileTheDoseIsNotSeen) {
  Samples samples = simulate(study(9, 30, 1));
  samples.context.target_percent = 1;
  for (Block& block : samples.blocks)
    if (block.variant == kBaselineDose) block.cpu_ns *= block.layout % 2 == 0 ? 0.9 : 1;
  EXPECT_EQ(decided_after(samples), 0);
}

// The promise of the confidence sequence. Of 400 studies without an effect, each looked at after
// every layout from 1 to 60, at most 5 % ever say that there is one: 20, and three standard errors
// of the simulation (4.4 each) above that. The interval of a fixed n does in over a quarter.
TEST(TargetWatch, LookingOftenFindsNothingWhereThereIsNothing) {
  int ever_resolved = 0;
  int ever_decided = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    Samples samples = simulate(study(0, 60, seed));
    samples.context.target_percent = 1e-9;  // so that decided() can only mean resolved
    ever_decided += decided_after(samples) > 0 ? 1 : 0;
    std::vector<double> effects;
    bool resolved = false;
    for (const auto& process : process_ratios(samples.blocks, Clock::kCpu)) {
      effects.push_back(effects_of(process).at("nop5"));
      resolved |= estimate_median_anytime(effects, kDefaultLevel, "layouts").resolved();
    }
    ever_resolved += resolved ? 1 : 0;
  }
  EXPECT_LE(ever_resolved, 33);
  EXPECT_LE(ever_decided, ever_resolved);
  EXPECT_GT(ever_resolved, 0);  // it looked at all
}

// What ends the run is what the report says: after every replicate both read the same.
TEST(TargetWatch, AgreesWithTheReport) {
  for (const double effect : {0.0, 0.4, 1.5}) {
    Samples all = simulate(study(effect, 40, 17));
    all.context.target_percent = 3;
    TargetWatch watch(all.context);
    Samples so_far = all;
    so_far.blocks.clear();
    int decided = 0;
    for (int replicate = 0; replicate < 40; ++replicate) {
      const auto blocks = of_replicate(all, replicate);
      watch.add(blocks);
      so_far.blocks.insert(so_far.blocks.end(), blocks.begin(), blocks.end());
      const Report report = make_report(so_far);
      const auto* variant = find_variant(report.workloads[0], "nop5");
      const bool of_report = decide(variant->effect, 3) != Decision::kOpen &&
                             report.copies.workloads[0].estimate.interval &&
                             report.dose.workloads[0].estimate.resolved();
      EXPECT_EQ(watch.decided(), of_report) << effect << " after " << replicate + 1;
      decided += of_report ? 1 : 0;
    }
    EXPECT_GT(decided, 0) << effect;
  }
}

Samples finished_study() {
  SimulatedRun run = study(0, 16, 3);
  run.effects = {{"anchor", 0},
                 {"branch", 3},
                 {"call", 9},
                 {"clobber", 0.5},
                 {"sled_cold:matched", 3},
                 {std::string(120, 'v'), 0}};
  Samples samples = simulate(run);
  for (Block& block : samples.blocks)
    if (block.variant == "clobber" && block.layout % 2 == 0) block.cpu_ns *= 1.1;
  samples.context.target_percent = 2.5;
  samples.end = "target";
  return samples;
}

TEST(TargetReport, UsesTheConfidenceSequence) {
  const Report report = make_report(finished_study());
  EXPECT_TRUE(report.rule.anytime);
  const auto* call = find_variant(report.workloads[0], "call");
  std::vector<double> values;
  for (const auto& process : process_ratios(finished_study().blocks, Clock::kCpu))
    values.push_back(effects_of(process).at("call"));
  const Estimate expected = estimate_median_anytime(values, kDefaultLevel, "layouts");
  EXPECT_EQ(call->effect.interval->low, expected.interval->low);
  EXPECT_EQ(call->effect.interval->high, expected.interval->high);
  EXPECT_EQ(call->effect.interval->value, expected.interval->value);
  Samples fixed = finished_study();
  fixed.context.target_percent = 0;
  EXPECT_FALSE(make_report(fixed).rule.anytime);
}

// A share is a ratio with an interval of a fixed n, which a run that stops by itself has not.
TEST(TargetReport, HasNoShares) {
  const Report report = make_report(finished_study());
  int causes = 0;
  for (const auto& cause : report.workloads[0].causes) {
    EXPECT_FALSE(cause.share_of_call.interval) << cause.name;
    EXPECT_EQ(cause.share_of_call.reason, "no shares with --target") << cause.name;
    causes += cause.points.interval ? 1 : 0;
  }
  EXPECT_EQ(causes, 5);
}

TEST(TargetReport, TextSaysWhatTheRunEndedWith) {
  const Report report = make_report(finished_study());
  const std::string text = report_text(report);
  EXPECT_NE(text.find("Target 2.5 %: every effect is decided"), std::string::npos) << text;
  EXPECT_NE(text.find("told from 0: "), std::string::npos);
  EXPECT_NE(text.find("anchor of select_500"), std::string::npos);
  EXPECT_NE(text.find("confidence sequence"), std::string::npos);
  EXPECT_EQ(text.find("ended early"), std::string::npos);
  Samples early = finished_study();
  early.end = "done";
  EXPECT_NE(report_text(make_report(early)).find("Target 2.5 %: not reached"), std::string::npos);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
}

// Every number of layouts, none included: an open effect is said to be open.
TEST(TargetReport, TooFewLayoutsAreOpen) {
  for (int layouts = 0; layouts <= 3; ++layouts) {
    SimulatedRun run = study(9, layouts, 1);
    Samples samples = simulate(run);
    samples.context.target_percent = 1;
    const Report report = make_report(samples);
    EXPECT_NE(report_text(report).find("open: nop5 of select_500 ("), std::string::npos);
    const auto json = nlohmann::json::parse(report_json(report));
    EXPECT_EQ(json["workloads"][0]["variants"][1]["decision"], "open");
  }
}

TEST(TargetReport, JsonHasTheTargetAndEachDecision) {
  const auto json = nlohmann::json::parse(report_json(make_report(finished_study())));
  EXPECT_EQ(json.at("target").at("percent"), 2.5);
  EXPECT_EQ(json["target"].at("reached"), true);
  std::map<std::string, std::string> decisions;
  for (const auto& variant : json["workloads"][0]["variants"])
    decisions[variant["name"]] = variant.at("decision");
  EXPECT_EQ(decisions.at("call"), "resolved");
  EXPECT_EQ(decisions.at("anchor"), "smaller");
  EXPECT_EQ(decisions.at("clobber"), "open");
  Samples fixed = finished_study();
  fixed.context.target_percent = 0;
  const auto without = nlohmann::json::parse(report_json(make_report(fixed)));
  EXPECT_FALSE(without.contains("target"));
  EXPECT_FALSE(without["workloads"][0]["variants"][1].contains("decision"));
}

}  // namespace
}  // namespace tracetoll
