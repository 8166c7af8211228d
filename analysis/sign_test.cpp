#include "sign_test.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>

#include "statistics.hpp"

namespace tracetoll {

namespace {

// Whether no more than `few` of n values on one side of m are too few for m to be the median.
using TooFew = bool (*)(int n, int few, double level);

// P(B <= few), B binomial (n, 1/2).
double tail(int n, int few) {
  return boost::math::cdf(boost::math::binomial_distribution<double>(n, 0.5), few);
}

bool too_few_at_fixed_n(int n, int few, double level) {
  return 2 * tail(n, few) <= 1 - level;
}

bool too_few_at_every_n(int n, int few, double level) {
  return log_e_value(n, few) >= -std::log1p(-level);
}

// k of [x(k), x(n+1-k)]; 0 where nothing can be excluded. Bisection: what is too few stays too few
// when it is fewer, and half of the values never is.
int order_of_low(int n, double level, TooFew too_few) {
  int low = 0;
  int high = n / 2;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (too_few(n, middle, level)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

int fewest_values(double level, TooFew too_few) {
  int n = kFewestLayouts;
  while (!too_few(n, 0, level)) ++n;
  return n;
}

Estimate estimate_median(std::vector<double> values, double level, const std::string& unit,
                         TooFew too_few) {
  Estimate result;
  result.n = static_cast<int>(values.size());
  result.level = level;
  if (const int fewest = fewest_values(level, too_few); result.n < fewest) {
    result.reason = "not enough " + unit + ": " + std::to_string(result.n) + ", of at least " +
                    std::to_string(fewest);
    return result;
  }
  std::sort(values.begin(), values.end());
  const auto k = static_cast<std::size_t>(order_of_low(result.n, level, too_few));
  result.interval = Interval{*median(values), values[k - 1], values[values.size() - k]};
  result.layouts = {*standard_deviation(values), values.front(), values.back()};
  return result;
}

}  // namespace

// (n + 1) C(n, k) = 1 / B(k + 1, n - k + 1), the beta function.
double log_e_value(int n, int positive) {
  using boost::math::lgamma;
  return n * std::log(2.0) + lgamma(positive + 1.0) + lgamma(n - positive + 1.0) - lgamma(n + 2.0);
}

Estimate estimate_median_anytime(const std::vector<double>& values, double level,
                                 const std::string& unit) {
  return estimate_median(values, level, unit, too_few_at_every_n);
}

Estimate estimate_median_by_signs(const std::vector<double>& values, double level,
                                  const std::string& unit) {
  return estimate_median(values, level, unit, too_few_at_fixed_n);
}

std::optional<double> sign_test_p(const std::vector<double>& values) {
  const auto n = static_cast<int>(values.size());
  if (n < kFewestLayouts) return std::nullopt;
  const auto above = std::count_if(values.begin(), values.end(), [](double x) { return x > 0; });
  const auto below = std::count_if(values.begin(), values.end(), [](double x) { return x < 0; });
  const int rarer = n - static_cast<int>(std::max(above, below));  // with the zeros
  return std::min(1.0, 2 * tail(n, rarer));
}

}  // namespace tracetoll
