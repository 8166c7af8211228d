#include "statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "student_t.hpp"

namespace tracetoll {

namespace {

std::size_t trimmed_per_side(std::size_t n) {
  return static_cast<std::size_t>(std::floor(kTrim * static_cast<double>(n)));
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double squares_about(const std::vector<double>& values, double center) {
  const auto add = [&](double sum, double x) { return sum + (x - center) * (x - center); };
  return std::accumulate(values.begin(), values.end(), 0.0, add);
}

bool is_constant(const std::vector<double>& values) {
  return std::equal(values.begin() + 1, values.end(), values.begin());
}

}  // namespace

std::optional<double> median(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  const double below = *std::max_element(values.begin(), middle);
  return below + (*middle - below) / 2;
}

std::optional<double> standard_deviation(const std::vector<double>& values) {
  if (values.size() < 2) return std::nullopt;
  if (is_constant(values)) return 0;  // not the rounding of the mean
  return std::sqrt(squares_about(values, mean(values)) / static_cast<double>(values.size() - 1));
}

std::size_t kept_of(std::size_t n) {
  return n - 2 * trimmed_per_side(n);
}

std::optional<double> trimmed_mean(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  const auto g = static_cast<std::ptrdiff_t>(trimmed_per_side(values.size()));
  const std::vector<double> middle(values.begin() + g, values.end() - g);
  return is_constant(middle) ? middle.front() : mean(middle);
}

std::optional<double> trimmed_standard_error(std::vector<double> values) {
  const std::size_t n = values.size();
  if (n < static_cast<std::size_t>(kFewestLayouts)) return std::nullopt;
  std::sort(values.begin(), values.end());
  const std::size_t g = trimmed_per_side(n);
  for (double& value : values) value = std::clamp(value, values[g], values[n - 1 - g]);
  if (is_constant(values)) return 0;
  const auto h = static_cast<double>(kept_of(n));
  return std::sqrt(squares_about(values, mean(values)) / (h * (h - 1)));
}

// What a standard error is multiplied by.
static double interval_factor(std::size_t n, double level) {
  const double t = student_t_factor(level, static_cast<double>(kept_of(n)) - 1);
  return kept_of(n) < n ? kWidening * t : t;
}

Estimate estimate_location(const std::vector<double>& values, double level) {
  Estimate result;
  result.n = static_cast<int>(values.size());
  result.level = level;
  const auto error = trimmed_standard_error(values);
  if (!error) {
    result.reason = "not enough replicates: " + std::to_string(result.n) +
                    (result.n == 1 ? " layout" : " layouts") + ", of at least " +
                    std::to_string(kFewestLayouts);
    return result;
  }
  const double center = *trimmed_mean(values);
  const double half = interval_factor(values.size(), level) * *error;
  result.interval = Interval{center, center - half, center + half};
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  result.layouts = {*standard_deviation(values), *low, *high};
  return result;
}

Share estimate_share(const std::vector<double>& part, const std::vector<double>& total,
                     double level) {
  const Estimate whole = estimate_location(total, level);
  if (part.size() != total.size() || !whole.interval) return {{}, "not enough replicates"};
  if (!whole.resolved()) return {{}, "call is not resolved"};
  if (whole.negative()) return {{}, "call is negative"};
  const double ratio = *trimmed_mean(part) / whole.interval->value;
  std::vector<double> deviations;
  for (std::size_t i = 0; i < part.size(); ++i) deviations.push_back(part[i] - ratio * total[i]);
  const double half = interval_factor(part.size(), level) * *trimmed_standard_error(deviations) /
                      whole.interval->value;
  return {Interval{ratio, ratio - half, ratio + half}, ""};
}

}  // namespace tracetoll
