#include "autocorrelation.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>

namespace tracetoll {

namespace {

constexpr int kFewestProducts = 3;

std::vector<double> joined(const std::vector<std::vector<double>>& series) {
  std::vector<double> all;
  for (const auto& each : series) all.insert(all.end(), each.begin(), each.end());
  return all;
}

bool is_constant(const std::vector<double>& values) {
  return std::adjacent_find(values.begin(), values.end(), std::not_equal_to<>()) == values.end();
}

}  // namespace

std::optional<double> lag1(const std::vector<std::vector<double>>& series) {
  const auto all = joined(series);
  if (is_constant(all)) return std::nullopt;  // not the rounding of the mean
  const double mean =
      std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
  int products = 0;
  double sum_of_products = 0;
  double sum_of_squares = 0;
  for (const auto& each : series) {
    for (std::size_t t = 0; t + 1 < each.size(); ++t) {
      const double here = each[t] - mean;
      const double next = each[t + 1] - mean;
      sum_of_products += here * next;
      sum_of_squares += here * here + next * next;
      ++products;
    }
  }
  if (products < kFewestProducts || sum_of_squares == 0) return std::nullopt;
  return 2 * sum_of_products / sum_of_squares;
}

std::vector<double> merge_rounds(const std::vector<double>& values) {
  std::vector<double> merged;
  for (std::size_t i = 0; i + 1 < values.size(); i += 2) {
    merged.push_back(values[i] + (values[i + 1] - values[i]) / 2);
  }
  return merged;
}

std::vector<double> decorrelated(std::vector<double> values, double most) {
  while (values.size() / 2 >= static_cast<std::size_t>(kFewestMerged)) {
    const auto found = lag1({values});
    if (!found || *found <= most) break;
    values = merge_rounds(values);
  }
  return values;
}

}  // namespace tracetoll
