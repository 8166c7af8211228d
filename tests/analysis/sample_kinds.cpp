#include "sample_kinds.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "simulated_run.hpp"

namespace tracetoll {

namespace {

struct Kind {
  std::string name;
  std::function<double(Normal&, double previous)> draw;
};

std::vector<Kind> kinds() {
  return {
      {"normal", [](Normal& normal, double) { return 1 + 2 * normal(); }},
      {"skewed", [](Normal& normal, double) { return std::exp(normal()); }},
      {"tied", [](Normal& normal, double) { return std::round(normal()); }},
      {"autocorrelated",
       [](Normal& normal, double previous) { return 0.6 * previous + 0.8 * normal(); }},
      {"contaminated",
       [](Normal& normal, double) { return normal() > 1.5 ? 300 + normal() : 9 + normal(); }},
      {"offset", [](Normal& normal, double) { return 1e6 + normal(); }},
      {"tiny", [](Normal& normal, double) { return 1e-9 * normal(); }},
      {"two values", [](Normal& normal, double) { return normal() > 0 ? 0.1 : -0.3; }},
      {"constant", [](Normal&, double) { return 0.1; }},
  };
}

}  // namespace

std::vector<NamedSample> sample_kinds(std::uint64_t seed) {
  Normal normal(seed);
  std::vector<NamedSample> result;
  for (const auto& [name, draw] : kinds()) {
    for (const int n : {8, 9, 16, 41}) {
      NamedSample sample{name + " of " + std::to_string(n), {}};
      double previous = 0;
      for (int i = 0; i < n; ++i) sample.values.push_back(previous = draw(normal, previous));
      result.push_back(sample);
    }
  }
  return result;
}

std::vector<double> mapped(std::vector<double> values, double factor, double shift) {
  for (double& value : values) value = factor * value + shift;
  return values;
}

std::vector<double> reversed(std::vector<double> values) {
  std::reverse(values.begin(), values.end());
  return values;
}

double tolerance(const std::vector<double>& values) {
  double size = 1;
  for (const double value : values) size = std::max(size, std::abs(value));
  return 1e-10 * size;
}

Range range_without(const std::vector<double>& values, std::size_t index) {
  std::vector<double> rest = values;
  rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(index));
  const auto [low, high] = std::minmax_element(rest.begin(), rest.end());
  return {*low, *high};
}

}  // namespace tracetoll
