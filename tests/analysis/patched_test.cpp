#include "patched.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "holm.hpp"
#include "report.hpp"
#include "sign_test.hpp"
#include "simulated_run.hpp"

namespace tracetoll {
namespace {

// Rounds of nop5 and of what it is patched to. The luck of a layout is that of its functions and
// their addresses: the same on both sides.
struct PatchedRun {
  std::map<std::string, double> effects = {{"nop5@jump", 2}};  // percent of nop5, by variant
  int layouts = 4;
  int rounds = 40;
  double layout_sd = 0.2;
  double round_sd = 0.001;
  double autocorrelation = 0;  // of the rounds' log ratios
  std::uint64_t seed = 2;
};

void add_block(Samples& samples, int layout, int round, const std::string& variant, double ns) {
  Block block;
  block.replicate = layout - 1;
  block.layout = layout;
  block.round = round;
  block.workload = "open_close";
  block.variant = variant;
  block.operations = 100;
  block.cpu_ns = block.wall_ns = 100 * ns;
  samples.blocks.push_back(block);
}

Samples simulate(const PatchedRun& run) {
  Samples samples;
  samples.context.workloads.resize(1);
  samples.context.workloads[0].name = "open_close";
  samples.context.variants = {"none", "nop5"};
  for (const auto& [variant, effect] : run.effects) samples.context.variants.push_back(variant);
  Normal normal(run.seed);
  const double fresh = std::sqrt(1 - run.autocorrelation * run.autocorrelation);
  for (int layout = 1; layout <= run.layouts; ++layout) {
    const double luck = std::exp(run.layout_sd * normal());
    std::map<std::string, double> noise;
    for (int round = 0; round < run.rounds; ++round) {
      add_block(samples, layout, round, "none", 1000 * std::exp(run.layout_sd * normal()));
      add_block(samples, layout, round, "nop5", 1050 * luck);
      for (const auto& [variant, effect] : run.effects) {
        noise[variant] = run.autocorrelation * noise[variant] + fresh * normal();
        add_block(samples, layout, round, variant,
                  1050 * luck * (1 + effect / 100) * std::exp(run.round_sd * noise[variant]));
      }
    }
  }
  samples.end = "done";
  return samples;
}

PatchedEffect only(const Samples& samples) {
  const auto found = find_patched(samples, 0.95);
  EXPECT_EQ(found.size(), 1U);
  return found.at(0);
}

// The luck of the layouts is 20 %, the interval is of 0.1 % noise over 160 rounds.
TEST(Patched, AKnownRatioIsRecoveredThroughLayoutLuck) {
  const PatchedEffect found = only(simulate(PatchedRun{}));
  EXPECT_EQ(found.workload, "open_close");
  EXPECT_EQ(found.variant, "nop5@jump");
  EXPECT_EQ(found.built, "nop5");
  EXPECT_EQ(found.rounds, 160);
  EXPECT_EQ(found.effect.n, 160);
  ASSERT_TRUE(found.effect.interval);
  EXPECT_LE(found.effect.interval->low, 2);
  EXPECT_GE(found.effect.interval->high, 2);
  EXPECT_LT(found.effect.interval->high - found.effect.interval->low, 0.1);
  ASSERT_EQ(found.layouts.size(), 4U);
  for (int i = 0; i < 4; ++i) {
    const PatchedLayout& one = found.layouts[static_cast<std::size_t>(i)];
    EXPECT_EQ(one.layout, i + 1);
    EXPECT_EQ(one.effect.n, 40);
    EXPECT_NEAR(one.effect.interval->value, 2, 0.1);
    EXPECT_TRUE(one.effect.positive());
  }
}

TEST(Patched, AFasterFormIsNegative) {
  PatchedRun run;
  run.effects = {{"nop5@long", -3}};
  const PatchedEffect found = only(simulate(run));
  EXPECT_NEAR(found.effect.interval->value, -3, 0.1);
  EXPECT_TRUE(found.effect.negative());
}

// What a single run can say is of its layout, and that it can say.
TEST(Patched, OneLayoutIsEnough) {
  PatchedRun run;
  run.layouts = 1;
  const PatchedEffect found = only(simulate(run));
  EXPECT_TRUE(found.effect.positive());
  EXPECT_EQ(found.layouts.size(), 1U);
}

TEST(Patched, RoundsThatLackASideAreLeftOut) {
  Samples samples = simulate(PatchedRun{});
  std::erase_if(samples.blocks, [](const Block& block) {
    return (block.layout == 2 && block.round < 10 && block.variant == "nop5") ||
           (block.layout == 3 && block.round >= 35 && block.variant == "nop5@jump") ||
           (block.layout == 4 && block.variant == "nop5@jump");
  });
  const PatchedEffect found = only(samples);
  EXPECT_EQ(found.rounds, 40 + 30 + 35);
  EXPECT_EQ(found.layouts.size(), 3U);
  EXPECT_NEAR(found.effect.interval->value, 2, 0.1);
}

// Rounds of another workload, or of another round, are no partners.
TEST(Patched, OnlyTheSameRoundOfTheSameWorkloadIsCompared) {
  Samples samples = simulate(PatchedRun{});
  for (Block& block : samples.blocks) {
    if (block.variant == "nop5@jump") block.workload = "select_500";
  }
  EXPECT_EQ(only(samples).rounds, 0);
  samples = simulate(PatchedRun{});
  for (Block& block : samples.blocks) {
    if (block.variant == "nop5@jump") block.round += 100;
  }
  EXPECT_EQ(only(samples).rounds, 0);
}

TEST(Patched, TooFewRoundsAreAReason) {
  for (int rounds = 0; rounds <= 2; ++rounds) {
    PatchedRun run;
    run.layouts = 1;
    run.rounds = rounds;
    const Samples samples = simulate(run);
    const PatchedEffect found = only(samples);
    EXPECT_FALSE(found.effect.interval);
    EXPECT_EQ(found.effect.reason,
              "not enough rounds: " + std::to_string(rounds) + ", of at least 6");
    const Report report = make_report(samples);
    EXPECT_NE(report_text(report).find("not enough rounds"), std::string::npos);
    const auto json = nlohmann::json::parse(report_json(report))["patched"][0];
    EXPECT_TRUE(json["percent"].is_null());
    EXPECT_EQ(json["unavailable"], found.effect.reason);
  }
}

// One contrast is at 95 %; of three, what is told from 0 first has 1 - 0.05 / 3, and so on: the
// levels are those that holm() gives for these p-values.
TEST(Patched, HolmIsTakenOverAllContrasts) {
  PatchedRun run;
  EXPECT_DOUBLE_EQ(only(simulate(run)).effect.level, 0.95);
  run.effects = {{"nop5@jump", 2}, {"nop5@long", 0}, {"nop5@short", 0.02}};
  run.rounds = 60;
  run.layouts = 1;
  const Samples samples = simulate(run);
  const auto found = find_patched(samples, 0.95);
  ASSERT_EQ(found.size(), 3U);
  std::vector<std::optional<double>> p_values;
  for (const auto& one : found) {
    std::vector<double> ratios;
    for (int round = 0; round < 60; ++round) {
      double built = 0;
      double patched = 0;
      for (const Block& block : samples.blocks) {
        if (block.round != round) continue;
        if (block.variant == "nop5") built = block.cpu_ns;
        if (block.variant == one.variant) patched = block.cpu_ns;
      }
      ratios.push_back(patched / built - 1);
    }
    EXPECT_EQ(one.effect.n, 60) << one.variant;  // nothing was merged
    p_values.push_back(sign_test_p(ratios));
  }
  const auto expected = holm(p_values, 0.05);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(found[i].effect.level, expected[i]->level, 1e-12) << found[i].variant;
    EXPECT_EQ(found[i].effect.resolved(), expected[i]->rejected) << found[i].variant;
  }
  EXPECT_NEAR(found[0].effect.level, 1 - 0.05 / 3, 1e-12);
  EXPECT_TRUE(found[0].effect.resolved());
  EXPECT_FALSE(found[1].effect.resolved());
}

// A contrast that was not measured does not make the others pay for it.
TEST(Patched, AContrastWithoutRoundsDoesNotCount) {
  Samples samples = simulate(PatchedRun{});
  samples.context.variants.push_back("static_key@jump");
  const auto found = find_patched(samples, 0.95);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_DOUBLE_EQ(found[0].effect.level, 0.95);
  EXPECT_FALSE(found[1].effect.interval);
}

// Dependent rounds would otherwise make the interval too narrow.
TEST(Patched, AutocorrelatedRoundsAreMerged) {
  PatchedRun run;
  run.autocorrelation = 0.9;
  run.rounds = 400;
  run.layouts = 1;
  const PatchedEffect found = only(simulate(run));
  EXPECT_EQ(found.rounds, 400);
  EXPECT_LE(found.effect.n, 100);
  EXPECT_EQ(found.effect.n, found.layouts[0].effect.n);
  run.autocorrelation = 0;
  EXPECT_EQ(only(simulate(run)).effect.n, 400);
}

// None of it is in the effects across layouts, nor the reverse.
TEST(PatchedReport, TextAndJson) {
  PatchedRun run;
  run.effects = {{"nop5@jump", 2}, {"nop5@long" + std::string(150, 'g'), 0}};
  const Samples samples = simulate(run);
  const Report report = make_report(samples);
  const std::string text = report_text(report);
  EXPECT_NE(text.find("Patched in place (E2)"), std::string::npos);
  EXPECT_NE(text.find("open_close: nop5@jump"), std::string::npos);
  EXPECT_NE(text.find("4 up, 0 down of 4"), std::string::npos) << text;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;

  const auto json = nlohmann::json::parse(report_json(report))["patched"];
  ASSERT_EQ(json.size(), 2U);
  EXPECT_EQ(json[0].at("workload"), "open_close");
  EXPECT_EQ(json[0].at("variant"), "nop5@jump");
  EXPECT_EQ(json[0].at("against"), "nop5");
  EXPECT_NEAR(json[0].at("percent"), 2, 0.1);
  EXPECT_EQ(json[0].at("resolved"), true);
  EXPECT_EQ(json[0].at("rounds"), 160);
  EXPECT_EQ(json[0].at("rounds_after_merging"), 160);
  ASSERT_EQ(json[0].at("layouts").size(), 4U);
  EXPECT_EQ(json[0]["layouts"][2].at("layout"), 3);

  PatchedRun none;
  none.effects.clear();
  const Report without = make_report(simulate(none));
  EXPECT_EQ(report_text(without).find("Patched in place"), std::string::npos);
  EXPECT_TRUE(nlohmann::json::parse(report_json(without))["patched"].empty());
}

// Two, one, no rounds: their reasons must not push the line past the terminal.
TEST(PatchedReport, ReasonsFitTheLine) {
  for (int rounds = 0; rounds <= 2; ++rounds) {
    PatchedRun run;
    run.rounds = rounds;
    run.effects = {{"nop5@" + std::string(150, 'f'), 0}};
    std::istringstream lines(report_text(make_report(simulate(run))));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
  }
}

}  // namespace
}  // namespace tracetoll
