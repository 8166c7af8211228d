#include "slope.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "simulated_run.hpp"
#include "statistics.hpp"

namespace tracetoll {
namespace {

using Layouts = std::map<int, DoseCurve>;

const std::vector<int> kDoses = {0, 1, 4, 16, 64, 256};

DoseCurve curve(const std::function<double(int)>& value, const std::vector<int>& doses = kDoses) {
  DoseCurve result;
  for (const int dose : doses) result[dose] = dose == 0 ? 0 : value(dose);
  return result;
}

// Five layouts whose slopes are 0.08, 0.09, ..., 0.12, plus what `extra` adds to each.
Layouts lines(const std::function<double(int)>& extra, const std::vector<int>& doses = kDoses) {
  Layouts layouts;
  for (int i = 0; i < 5; ++i) {
    const double slope = (8 + i) / 100.0;
    layouts[i] = curve([&](int dose) { return slope * dose + extra(dose); }, doses);
  }
  return layouts;
}

double nothing(int) {
  return 0;
}

TEST(TheilSen, ByHand) {
  EXPECT_EQ(theil_sen({{0, 1}, {2, 5}}), 2);
  // Slopes 1 (weight 3), 2 (weight 4; of the ends), 5 (weight 1): half of 8 is passed at 2.
  EXPECT_EQ(theil_sen({{0, 0}, {3, 3}, {4, 8}}), 2);
  // Pairs of equal doses are left out, and half of the weight lies on either side of the middle.
  EXPECT_EQ(theil_sen({{0, 0}, {0, 2}, {1, 3}}), 2);
}

TEST(TheilSen, NoneWithoutTwoDoses) {
  EXPECT_EQ(theil_sen({}), std::nullopt);
  EXPECT_EQ(theil_sen({{3, 1}}), std::nullopt);
  EXPECT_EQ(theil_sen({{3, 1}, {3, 2}}), std::nullopt);
}

// Six of the ten pairs are near ones, of slope 5; unweighted they would decide. Of the far ones
// (100/103, 95/102, 90/101, 85/100) the third passes half of the weight.
TEST(TheilSen, NearDosesDoNotDecide) {
  EXPECT_DOUBLE_EQ(*theil_sen({{0, 0}, {1, 5}, {2, 10}, {3, 15}, {103, 100}}), 95.0 / 102);
}

TEST(DoseLine, StraightLinesHoldToTheHighestDose) {
  const auto line = fit_dose_line(lines(nothing), 0.95, 0.99);
  EXPECT_EQ(line.reason, "");
  EXPECT_EQ(line.fitted, 256);
  EXPECT_EQ(line.knee, std::nullopt);
  EXPECT_EQ(line.slope.n, 5);
  EXPECT_DOUBLE_EQ(line.slope.interval->value, 0.1);
  EXPECT_EQ(line.slope.level, 0.95);
  EXPECT_NEAR(line.departure.interval->value, 0, 1e-12);
}

// 30 more at every dose beyond the knee.
TEST(DoseLine, EndsAtTheKnee) {
  for (const int knee : {4, 16, 64}) {
    const auto bent = [&](int dose) { return dose > knee ? 30 : 0; };
    const auto line = fit_dose_line(lines(bent), 0.95, 0.99);
    EXPECT_EQ(line.knee, knee);
    EXPECT_EQ(line.fitted, knee);
    EXPECT_DOUBLE_EQ(line.slope.interval->value, 0.1);
    EXPECT_DOUBLE_EQ(line.departure.interval->value, 30);
    EXPECT_TRUE(line.departure.positive());
  }
  const auto falling = [](int dose) { return dose > 64 ? -20 : 0; };
  EXPECT_TRUE(fit_dose_line(lines(falling), 0.95, 0.99).departure.negative());
}

// The three lowest doses are two straight pieces as likely as one: nothing tests them.
TEST(DoseLine, ThreeDosesAreNotTested) {
  const auto bent = [](int dose) { return dose > 1 ? 30 : 0; };
  const auto line = fit_dose_line(lines(bent, {0, 1, 4}), 0.95, 0.99);
  EXPECT_EQ(line.fitted, 4);
  EXPECT_EQ(line.knee, std::nullopt);
  EXPECT_TRUE(line.slope.interval);
  EXPECT_FALSE(line.departure.interval);
  EXPECT_EQ(line.departure.reason, "not enough doses: 3, of at least 4");
}

// What dose 0 got wrong, in each layout another way, is in all its other values: the line of four
// doses has it in its intercept, and it widens no departure.
TEST(DoseLine, HasAnIntercept) {
  Layouts layouts;
  for (int i = 0; i < 6; ++i) {
    layouts[i] = curve([&](int dose) { return 0.1 * dose + (i % 2 == 0 ? 7 : -7); });
  }
  const auto line = fit_dose_line(layouts, 0.95, 0.99);
  EXPECT_EQ(line.fitted, 256);
  EXPECT_DOUBLE_EQ(line.slope.interval->value, 0.1);
  EXPECT_EQ(line.departure.layouts.sd, 0);
}

// A first copy that costs more than each further one is no straight line from 0 either: the slope
// of 0, 1, 4 is too steep for what follows.
TEST(DoseLine, AStepAtTheFirstCopyIsADeparture) {
  const auto line = fit_dose_line(lines([](int) { return 7; }), 0.95, 0.99);
  EXPECT_EQ(line.knee, 4);
  EXPECT_TRUE(line.departure.negative());
}

// 0.1 dose is rarely a double: what rounding leaves has the same sign in every layout.
TEST(DoseLine, RoundingIsNoDeparture) {
  for (const double slope : {0.1, 1.0 / 3, 0.7, 1e5 / 7}) {
    Layouts layouts;
    for (int i = 0; i < 5; ++i) {
      layouts[i] = curve([&](int dose) { return slope * dose * (1 + 1e-14 * (dose % 5)); });
    }
    const auto line = fit_dose_line(layouts, 0.95, 0.99);
    EXPECT_EQ(line.fitted, 256) << slope;
    EXPECT_EQ(line.departure.interval->value, 0) << slope;
  }
}

TEST(DoseLine, StepsShareTheError) {
  EXPECT_NEAR(fit_dose_line(lines(nothing), 0.95, 0.99).departure.level, 1 - 0.01 / 3, 1e-12);
  EXPECT_EQ(fit_dose_line(lines(nothing, {0, 1, 4, 16}), 0.95, 0.99).departure.level, 0.99);
}

// One layout in five, wild from one dose on or altogether, does not decide.
TEST(DoseLine, OneWildLayoutIsBounded) {
  for (const int from : {1, 16, 256}) {
    auto layouts = lines(nothing);
    for (auto& [dose, value] : layouts[2]) value += dose >= from ? 1e12 : 0;
    const auto line = fit_dose_line(layouts, 0.95, 0.99);
    EXPECT_EQ(line.fitted, 256) << from;
    EXPECT_GE(line.slope.interval->value, 0.08) << from;
    EXPECT_LE(line.slope.interval->value, 0.12) << from;
  }
}

void expect_no_line(const DoseLine& line, const std::string& reason) {
  EXPECT_EQ(line.reason, reason);
  EXPECT_EQ(line.slope.reason, reason);
  EXPECT_EQ(line.departure.reason, reason);
  EXPECT_FALSE(line.slope.interval);
  EXPECT_FALSE(line.departure.interval);
  EXPECT_EQ(line.knee, std::nullopt);
  EXPECT_EQ(line.fitted, 0);
  EXPECT_EQ(line.slope.level, 0.95);
}

TEST(DoseLine, TooFewLayoutsOrDosesIsAState) {
  expect_no_line(fit_dose_line({}, 0.95, 0.99), "not enough replicates: 0 layouts, of at least 3");
  auto two = lines(nothing);
  two.erase(two.begin(), std::next(two.begin(), 3));
  expect_no_line(fit_dose_line(two, 0.95, 0.99), "not enough replicates: 2 layouts, of at least 3");
  expect_no_line(fit_dose_line(lines(nothing, {0, 1}), 0.95, 0.99),
                 "not enough doses: 2, of at least 3");
  expect_no_line(fit_dose_line(lines(nothing, {}), 0.95, 0.99),
                 "not enough doses: 0, of at least 3");
  // Three doses, but hardly a layout that has them all.
  auto holes = lines(nothing, {0, 1, 4});
  for (const int layout : {0, 1}) holes[layout].erase(1);
  holes[2].erase(4);
  expect_no_line(fit_dose_line(holes, 0.95, 0.99),
                 "not enough replicates: 2 layouts, of at least 3");
}

TEST(DoseLine, LayoutCountsForTheDosesItHas) {
  auto layouts = lines(nothing);
  layouts[0].erase(256);  // no departure from it there
  layouts[1].erase(1);    // no line of 0, 1, 4
  layouts[2][512] = 1e6;  // a dose of one layout is left out
  const auto line = fit_dose_line(layouts, 0.95, 0.99);
  EXPECT_EQ(line.fitted, 256);
  EXPECT_EQ(line.departure.n, 4);
  EXPECT_EQ(line.slope.n, 5);
}

// Doses of a single layout are left out of its line, too, whatever was measured there.
TEST(DoseLine, DosesOfFewLayoutsAreLeftOut) {
  auto layouts = lines(nothing);
  const auto without = fit_dose_line(layouts, 0.95, 0.99);
  for (int dose = 200; dose < 250; dose += 10) layouts[2][dose] = 1e6;
  const auto with = fit_dose_line(layouts, 0.95, 0.99);
  EXPECT_EQ(with.fitted, without.fitted);
  EXPECT_EQ(with.slope.interval->low, without.slope.interval->low);
  EXPECT_EQ(with.departure.interval->high, without.departure.interval->high);
}

// Where a dose cannot be tested the line ends; that is no knee.
TEST(DoseLine, EndsWithoutAKneeWhereNothingCanBeTested) {
  auto layouts = lines(nothing);
  for (const int layout : {0, 1, 2}) layouts[layout].erase(16);
  for (const int layout : {3, 4}) layouts[layout].erase(4);
  for (int i = 5; i < 7; ++i) layouts[i] = curve([](int dose) { return 0.1 * dose; }, {0, 4, 16});
  const auto line = fit_dose_line(layouts, 0.95, 0.99);
  EXPECT_EQ(line.fitted, 4);
  EXPECT_EQ(line.knee, std::nullopt);
  EXPECT_EQ(line.slope.n, 3);
  EXPECT_EQ(line.departure.reason, "not enough replicates: 0 layouts, of at least 3");
}

}  // namespace
}  // namespace tracetoll
