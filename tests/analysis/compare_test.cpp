#include "compare.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "compared_runs.hpp"
#include "counted_run.hpp"
#include "error.hpp"
#include "two_sample.hpp"

namespace tracetoll {
namespace {

Comparison compare(const SimulatedRun& before, const SimulatedRun& after,
                   const CompareOptions& options = {}) {
  return make_comparison(simulate(before), simulate(after), options);
}

const VariantComparison& variant_of(const Comparison& comparison, const std::string& workload,
                                    const std::string& variant) {
  for (const auto& one : comparison.workloads) {
    if (one.name != workload) continue;
    for (const auto& other : one.variants) {
      if (other.name == variant) return other;
    }
  }
  throw std::runtime_error(workload + " " + variant);
}

const Change& effect_of(const Comparison& comparison, const std::string& variant) {
  return *variant_of(comparison, "select_500", variant).effect;
}

const Change& time_of(const Comparison& comparison, const std::string& variant) {
  return variant_of(comparison, "select_500", variant).time;
}

TEST(Compare, FindsAKnownChangeAndNoOther) {
  const Comparison found = compare(steady_run(1), slower_run(2));
  EXPECT_FALSE(found.unreliable());
  for (const auto& workload : found.workloads) {
    for (const auto& variant : workload.variants) {
      if (!variant.effect) continue;
      EXPECT_EQ(variant.effect->change.resolved(), variant.name == "call") << variant.name;
      EXPECT_EQ(variant.effect->regression, variant.name == "call") << variant.name;
    }
  }
  const Estimate& change = effect_of(found, "call").change;
  EXPECT_LT(change.interval->low, 3);
  EXPECT_GT(change.interval->high, 3);
  EXPECT_NEAR(change.interval->value, 3, 0.6);
  EXPECT_EQ(found.effects.compared, 12);
  EXPECT_EQ(found.effects.slower, 2);
  EXPECT_EQ(found.effects.unresolved, 10);
  EXPECT_EQ(found.times.compared, 14);
  EXPECT_TRUE(found.regression());
}

// A file of an older version has no events and no exact counts: times are compared all the same.
TEST(Compare, CountsOnOneSideChangeNothing) {
  const Samples with = counted_samples();
  Samples without = with;
  without.context.counters.clear();
  without.context.exact = {};
  without.context.workloads[0].breakpoint_hits_per_op.clear();
  for (Block& block : without.blocks) {
    block.counters.clear();
    block.counters_lost.clear();
  }
  for (const auto& found :
       {make_comparison(with, without, {}), make_comparison(without, with, {})}) {
    EXPECT_EQ(found.effects.compared, 6);
    EXPECT_EQ(found.effects.unresolved, 6);
    EXPECT_FALSE(compare_text(found).empty());
    EXPECT_FALSE(compare_json(found).empty());
  }
}

TEST(Compare, TheFigureOfARunIsThatOfItsReport) {
  const Samples before = simulate(steady_run(1));
  const Comparison found = make_comparison(before, simulate(slower_run(2)), {});
  const Report report = make_report(before);
  const auto& expected = find_variant(report.workloads[1], "call")->effect;
  EXPECT_DOUBLE_EQ(effect_of(found, "call").before.interval->value, expected.interval->value);
  EXPECT_DOUBLE_EQ(effect_of(found, "call").before.interval->low, expected.interval->low);
  const Change& call = effect_of(found, "call");
  EXPECT_NEAR(call.change.interval->value, call.after.interval->value - call.before.interval->value,
              1e-9);
}

TEST(Compare, NoChangeIsNotResolved) {
  const Comparison found = compare(steady_run(1), steady_run(2));
  EXPECT_EQ(found.effects.slower + found.effects.faster, 0);
  EXPECT_FALSE(found.regression());
}

// From the layouts' luck to the verdict: 12 effects and 14 times of 300 pairs of runs without a
// change. A binomial of 5 % gives more than 11.2 % of them with probability 1e-6.
TEST(Compare, SeldomFindsWhatIsNotThere) {
  int alarms = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    SimulatedRun run = steady_run(seed);
    run.layouts = 8;
    run.rounds = 1;
    SimulatedRun other = run;
    other.seed += 1000;
    const Comparison found = compare(run, other);
    alarms += found.effects.slower + found.effects.faster > 0 ? 1 : 0;
  }
  EXPECT_LE(alarms, 33);
  EXPECT_GE(alarms, 1) << "an interval that never misses is too wide";
}

TEST(Compare, FasterIsNoRegression) {
  const Comparison found = compare(slower_run(1), steady_run(2));
  EXPECT_EQ(found.effects.faster, 2);
  EXPECT_EQ(found.effects.slower, 0);
  EXPECT_FALSE(found.regression());
}

// The whole interval, not the value, has to lie above the threshold.
TEST(Compare, TheThresholdIsForTheWholeInterval) {
  const auto regression_at = [](double threshold) {
    CompareOptions options;
    options.threshold = threshold;
    return effect_of(compare(steady_run(1), slower_run(2), options), "call").regression;
  };
  const Interval interval =
      *effect_of(compare(steady_run(1), slower_run(2)), "call").change.interval;
  EXPECT_TRUE(regression_at(1));
  EXPECT_FALSE(regression_at((interval.low + interval.value) / 2));
  EXPECT_FALSE(regression_at(5));
}

// A machine that runs 10 % slower: every time is up, no effect is.
TEST(Compare, TheMachinesSpeedIsInTheTimesAndNotInTheEffects) {
  SimulatedRun slow_machine = steady_run(2);
  for (auto& [workload, us] : slow_machine.workloads) us *= 1.1;
  const Comparison found = compare(steady_run(1), slow_machine);
  EXPECT_EQ(found.times.slower, 14);
  EXPECT_EQ(found.effects.slower, 0);
  EXPECT_FALSE(found.regression());
  EXPECT_NEAR(time_of(found, "none").change.interval->value, 10, 1);
  for (const Judged judged : {Judged::kTime, Judged::kBoth}) {
    CompareOptions options;
    options.judged = judged;
    EXPECT_TRUE(compare(steady_run(1), slow_machine, options).regression());
    options.threshold = 20;
    EXPECT_FALSE(compare(steady_run(1), slow_machine, options).regression());
  }
}

// Without noise the figures are exact: 12 us -> 15 us is +25 %, whatever the effects are.
TEST(Compare, TimesAreRatios) {
  SimulatedRun before;
  before.workloads = {{"select_500", 12}};
  SimulatedRun after = before;
  after.workloads = {{"select_500", 15}};
  const Comparison found = compare(before, after);
  const Change& none = time_of(found, "none");
  EXPECT_NEAR(none.before.interval->value, 12000, 1e-6);
  EXPECT_NEAR(none.after.interval->value, 15000, 1e-6);
  EXPECT_NEAR(none.change.interval->value, 25, 1e-9);
  EXPECT_NEAR(none.change.interval->low, 25, 1e-9);
  EXPECT_TRUE(none.regression);
  EXPECT_NEAR(time_of(found, "call").before.interval->value, 12000 * 1.09, 1e-6);
}

TEST(Compare, ARunIsNoDifferentFromItself) {
  const Comparison found = compare(steady_run(1), steady_run(1));
  EXPECT_EQ(found.effects.unresolved, 12);
  EXPECT_EQ(found.times.unresolved, 14);
  EXPECT_EQ(effect_of(found, "call").change.interval->value, 0);
  EXPECT_NEAR(*effect_of(found, "call").p_value, 1, 1e-12);
}

// The most certain change is decided at the first step, of 12 effects and of 14 times; those that
// are not resolved all at the same one.
TEST(Compare, LevelsAreThoseOfHolmsSteps) {
  const Comparison found = compare(steady_run(1), slower_run(2));
  const double first = variant_of(found, "open_close", "call").effect->change.level;
  const double second = effect_of(found, "call").change.level;
  EXPECT_NEAR(std::max(first, second), 1 - 0.05 / 12, 1e-12);
  EXPECT_NEAR(std::min(first, second), 1 - 0.05 / 11, 1e-12);
  EXPECT_NEAR(effect_of(found, "anchor").change.level, 1 - 0.05 / 10, 1e-12);
}

// Ten changes, each far from 0 and told from the threshold with p = 0.02 only. The last step of
// Holm's procedure about 0 is at 95 %, and its interval lies above the threshold; but of ten such
// changes one would be above it by luck in a fifth of all cases.
TEST(Compare, ManyChangesNearTheThresholdAreNoRegression) {
  constexpr double kThreshold = 5;
  constexpr int kLayouts = 16;
  std::vector<double> noise;
  for (int i = 0; i < kLayouts; ++i) noise.push_back(i % 2 == 0 ? 0.5 : -0.5);
  const Difference spread = *compare_samples(noise, noise).difference;
  const double rise = kThreshold + spread.at(0.98).high;

  SimulatedRun run;
  run.workloads = {{"select_500", 10}};
  run.effects.clear();
  for (int i = 0; i < 10; ++i) run.effects["v" + std::to_string(i)] = 0;
  run.layouts = kLayouts;
  Samples before = simulate(run);
  Samples after = before;
  for (auto* samples : {&before, &after}) {
    for (Block& block : samples->blocks) {
      if (block.variant.front() != 'v') continue;
      const double effect =
          noise[static_cast<std::size_t>(block.layout - 1)] + (samples == &after ? rise : 0);
      block.cpu_ns = 1e6 * (1 + effect / 100);
    }
  }
  CompareOptions options;
  options.threshold = kThreshold;
  const Comparison found = make_comparison(before, after, options);
  int effects_above = 0;
  int times_above = 0;
  for (const auto& variant : found.workloads[0].variants) {
    effects_above += variant.effect && variant.effect->change.interval->low > kThreshold ? 1 : 0;
    times_above += variant.time.change.interval->low > kThreshold ? 1 : 0;
  }
  EXPECT_EQ(found.effects.slower, 10);
  EXPECT_EQ(found.times.slower, 10);
  EXPECT_GE(effects_above, 1);
  EXPECT_GE(times_above, 1);
  EXPECT_EQ(found.effects.regressions, 0);
  EXPECT_EQ(found.times.regressions, 0);
}

TEST(Compare, UnreliableWhenEitherRunIs) {
  Samples bad = simulate(steady_run(2));
  for (Block& block : bad.blocks) {
    if (block.variant == kBaselineCopy) block.cpu_ns *= 1.05;
  }
  const Samples good = simulate(steady_run(1));
  EXPECT_TRUE(make_comparison(bad, good, {}).unreliable());
  EXPECT_TRUE(make_comparison(good, bad, {}).unreliable());
  EXPECT_FALSE(make_comparison(good, simulate(steady_run(2)), {}).unreliable());
}

TEST(Compare, ARunWithoutBlocks) {
  Samples empty = simulate(steady_run(2));
  empty.blocks.clear();
  const Comparison found = make_comparison(simulate(steady_run(1)), empty, {});
  EXPECT_TRUE(found.unreliable());
  EXPECT_EQ(found.effects.compared, 0);
  EXPECT_EQ(found.effects.missing, 12);
  EXPECT_FALSE(effect_of(found, "call").change.interval);
  EXPECT_FALSE(effect_of(found, "call").p_value);
  EXPECT_EQ(effect_of(found, "call").change.reason, "not measured in NEW");
  EXPECT_EQ(time_of(found, "call").change.reason, "not measured in NEW");
  EXPECT_FALSE(found.regression());
}

TEST(Compare, TooFewLayouts) {
  SimulatedRun few = slower_run(2);
  for (few.layouts = 1; few.layouts <= 2; ++few.layouts) {
    const Change call = effect_of(compare(few, steady_run(1)), "call");
    EXPECT_FALSE(call.before.interval);
    EXPECT_FALSE(call.change.interval);
    EXPECT_TRUE(call.after.interval);
    EXPECT_EQ(call.change.reason.rfind("not enough replicates", 0), 0U) << call.change.reason;
  }
}

// What has no figure must not make the others' intervals wider.
TEST(Compare, AMissingVariantDoesNotCount) {
  Samples after = simulate(slower_run(2));
  std::erase_if(after.blocks, [](const Block& block) { return block.variant == "anchor"; });
  const Comparison found = make_comparison(simulate(steady_run(1)), after, {});
  EXPECT_EQ(found.effects.compared, 10);
  EXPECT_EQ(found.effects.missing, 2);
  EXPECT_NEAR(effect_of(found, "branch").change.level, 1 - 0.05 / 8, 1e-12);
}

TEST(Compare, OtherVariantsAreLeftOutAndNamed) {
  SimulatedRun after = steady_run(2);
  after.effects.erase("anchor");
  after.effects["call_cold"] = 5;
  const Comparison found = compare(steady_run(1), after);
  EXPECT_EQ(found.left_out, (std::vector<std::string>{"variants that only OLD has: anchor",
                                                      "variants that only NEW has: call_cold"}));
  EXPECT_EQ(found.effects.compared, 10);
}

TEST(Compare, UnlikeRunsAreRefusedWithEveryDifference) {
  Samples before = simulate(steady_run(1));
  Samples after = simulate(steady_run(2));
  after.context.cpu = "Another CPU";
  after.context.flags = "-O3";
  try {
    make_comparison(before, after, {});
    FAIL() << "not refused";
  } catch (const InputError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("CPU: 'Simulated CPU' in OLD, 'Another CPU' in NEW"), std::string::npos);
    EXPECT_NE(text.find("compiler flags: '-O2' in OLD, '-O3' in NEW"), std::string::npos);
    EXPECT_NE(text.find("--allow-unlike"), std::string::npos);
    EXPECT_EQ(text.find('\n'), std::string::npos);
  }
  CompareOptions options;
  options.allow_unlike = true;
  const Comparison found = make_comparison(before, after, options);
  EXPECT_EQ(found.unlike.size(), 2U);
  EXPECT_EQ(found.effects.compared, 12);
}

TEST(Compare, OnlyWhatBothHave) {
  SimulatedRun after = steady_run(2);
  after.workloads.erase("open_close");
  EXPECT_THROW(compare(steady_run(1), after), InputError);
  CompareOptions options;
  options.allow_unlike = true;
  const Comparison found = compare(steady_run(1), after, options);
  ASSERT_EQ(found.workloads.size(), 1U);
  EXPECT_EQ(found.workloads[0].name, "select_500");
}

TEST(Compare, NothingInCommonIsAnErrorWhateverIsAllowed) {
  CompareOptions options;
  options.allow_unlike = true;
  SimulatedRun other_workload = steady_run(2);
  other_workload.workloads = {{"lock1", 1}};
  EXPECT_THROW(compare(steady_run(1), other_workload, options), InputError);
  EXPECT_THROW(make_comparison({}, {}, options), InputError);
  SimulatedRun other_variant = steady_run(2);
  other_variant.effects = {{"nop5", 1}};
  EXPECT_THROW(compare(steady_run(1), other_variant, options), InputError);
  options.judged = Judged::kTime;
  EXPECT_EQ(compare(steady_run(1), other_variant, options).times.compared, 2);
}

}  // namespace
}  // namespace tracetoll
