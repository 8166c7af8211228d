#include "slope.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

#include "statistics.hpp"

namespace tracetoll {

namespace {

struct Weighted {
  double value = 0;
  double weight = 0;
};

// Of at least one value, with weights above 0.
double weighted_median(std::vector<Weighted> values) {
  std::sort(values.begin(), values.end(), [](const Weighted& a, const Weighted& b) {
    return std::pair(a.value, a.weight) < std::pair(b.value, b.weight);
  });
  const double half =
      std::accumulate(values.begin(), values.end(), 0.0,
                      [](double sum, const Weighted& each) { return sum + each.weight; }) /
      2;
  double below = 0;
  for (auto each = values.begin(); std::next(each) != values.end(); ++each) {
    below += each->weight;
    if (below > half) return each->value;
    if (below == half) return each->value + (std::next(each)->value - each->value) / 2;
  }
  return values.back().value;
}

struct Line {
  double slope = 0;
  double intercept = 0;
};

std::vector<DosePoint> points_up_to(int last, const DoseCurve& curve) {
  std::vector<DosePoint> points;
  points.reserve(curve.size());
  for (const auto& [dose, value] : curve) {
    if (dose <= last) points.push_back({static_cast<double>(dose), value});
  }
  return points;
}

// None of fewer than kFewestDoses doses.
std::optional<Line> line_up_to(int last, const DoseCurve& curve) {
  const auto points = points_up_to(last, curve);
  if (points.size() < static_cast<std::size_t>(kFewestDoses)) return std::nullopt;
  const double slope = *theil_sen(points);
  std::vector<double> residuals;
  residuals.reserve(points.size());
  for (const auto& point : points) residuals.push_back(point.value - slope * point.dose);
  return Line{slope, *median(residuals)};
}

Estimate estimate_slope(const std::map<int, DoseCurve>& layouts, int last, double level) {
  std::vector<double> slopes;
  for (const auto& [layout, curve] : layouts) {
    if (const auto line = line_up_to(last, curve)) slopes.push_back(line->slope);
  }
  return estimate_location(slopes, level);
}

// Of a value from its line. Rounding must not bend an exact line: it is alike in all layouts.
double departure_from(double value, const Line& line, int dose) {
  const double expected = line.intercept + line.slope * dose;
  const double rounding = 1e-9 * std::max(std::abs(value), std::abs(expected));
  return std::abs(value - expected) <= rounding ? 0 : value - expected;
}

// Of `dose` from the line of the doses up to `last`.
Estimate estimate_departure(const std::map<int, DoseCurve>& layouts, int last, int dose,
                            double level) {
  std::vector<double> departures;
  for (const auto& [layout, curve] : layouts) {
    const auto point = curve.find(dose);
    const auto line = line_up_to(last, curve);
    if (point == curve.end() || !line) continue;
    departures.push_back(departure_from(point->second, *line, dose));
  }
  return estimate_location(departures, level);
}

// How far `dose` lies above the lowest dose, in the middle layout.
double typical_rise(const std::map<int, DoseCurve>& layouts, int dose) {
  std::vector<double> rises;
  for (const auto& [layout, curve] : layouts) {
    const auto point = curve.find(dose);
    if (point != curve.end()) rises.push_back(point->second - curve.begin()->second);
  }
  return std::abs(median(rises).value_or(0));
}

// Does the whole interval lie further than `least` from 0, to one side?
bool departs(const Estimate& departure, double least) {
  if (!departure.resolved()) return false;
  return departure.interval->low > least || departure.interval->high < -least;
}

// Ascending; those that at least kFewestLayouts layouts have.
std::vector<int> usable_doses(const std::map<int, DoseCurve>& layouts) {
  std::map<int, int> count;
  for (const auto& [layout, curve] : layouts) {
    for (const auto& [dose, value] : curve) ++count[dose];
  }
  std::vector<int> doses;
  for (const auto& [dose, n] : count) {
    if (n >= kFewestLayouts) doses.push_back(dose);
  }
  return doses;
}

std::map<int, DoseCurve> only(const std::vector<int>& doses, std::map<int, DoseCurve> layouts) {
  for (auto& [layout, curve] : layouts) {
    std::erase_if(curve, [&](const auto& point) {
      return !std::binary_search(doses.begin(), doses.end(), point.first);
    });
  }
  return layouts;
}

Estimate not_enough_doses(std::size_t n, int fewest, double level) {
  Estimate result;
  result.level = level;
  result.reason =
      "not enough doses: " + std::to_string(n) + ", of at least " + std::to_string(fewest);
  return result;
}

// Bonferroni: so that all of them together hold at `level`.
double level_of_each(int tests, double level) {
  return tests > 1 ? 1 - (1 - level) / tests : level;
}

DoseLine without_line(const Estimate& slope, double lack_of_fit_level) {
  DoseLine result;
  result.slope = slope;
  result.reason = slope.reason;
  result.departure.level = lack_of_fit_level;
  result.departure.reason = slope.reason;
  return result;
}

}  // namespace

std::optional<double> theil_sen(const std::vector<DosePoint>& points) {
  std::vector<Weighted> slopes;
  for (auto a = points.begin(); a != points.end(); ++a) {
    for (auto b = std::next(a); b != points.end(); ++b) {
      const double distance = b->dose - a->dose;
      if (distance == 0) continue;
      slopes.push_back({(b->value - a->value) / distance, std::abs(distance)});
    }
  }
  if (slopes.empty()) return std::nullopt;
  return weighted_median(std::move(slopes));
}

DoseLine fit_dose_line(const std::map<int, DoseCurve>& layouts, double level,
                       double lack_of_fit_level, double tolerance) {
  const auto doses = usable_doses(layouts);
  if (doses.size() < static_cast<std::size_t>(kFewestDoses)) {
    const bool few_layouts = layouts.size() < static_cast<std::size_t>(kFewestLayouts);
    return without_line(few_layouts ? estimate_location(std::vector<double>(layouts.size()), level)
                                    : not_enough_doses(doses.size(), kFewestDoses, level),
                        lack_of_fit_level);
  }
  const auto curves = only(doses, layouts);
  DoseLine result;
  result.departure = not_enough_doses(doses.size(), kFewestDoses + 1, lack_of_fit_level);
  const double step_level =
      level_of_each(static_cast<int>(doses.size()) - kFewestDoses, lack_of_fit_level);
  auto next = doses.begin() + kFewestDoses;
  result.fitted = *std::prev(next);
  for (; next != doses.end(); ++next) {
    result.departure = estimate_departure(curves, result.fitted, *next, step_level);
    if (departs(result.departure, tolerance * typical_rise(curves, *next)))
      result.knee = result.fitted;
    if (result.knee || !result.departure.interval) break;
    result.fitted = *next;
  }
  result.slope = estimate_slope(curves, result.fitted, level);
  return result.slope.interval ? result : without_line(result.slope, lack_of_fit_level);
}

}  // namespace tracetoll
