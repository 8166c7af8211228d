#include "two_sample.hpp"

#include <fmt/format.h>

#include <cmath>

#include "statistics.hpp"
#include "student_t.hpp"

namespace tracetoll {

namespace {

// f of the header, by the share of each side in SE^2: SE^4 itself would underflow sooner.
double degrees_of_freedom(double error1, std::size_t n1, double error2, std::size_t n2) {
  const double both = std::hypot(error1, error2);
  const double share1 = (error1 / both) * (error1 / both);
  const double share2 = (error2 / both) * (error2 / both);
  return 1 / (share1 * share1 / static_cast<double>(kept_of(n1) - 1) +
              share2 * share2 / static_cast<double>(kept_of(n2) - 1));
}

}  // namespace

Interval Difference::at(double level) const {
  if (standard_error == 0) return {value, value, value};
  const double half = student_t_factor(level, degrees_of_freedom) * standard_error;
  return {value, value - half, value + half};
}

double Difference::p_value(double hypothesis) const {
  if (standard_error == 0) return value == hypothesis ? 1 : 0;
  return student_t_p_value((value - hypothesis) / standard_error, degrees_of_freedom);
}

TwoSample compare_samples(const std::vector<double>& first, const std::vector<double>& second) {
  const auto error1 = trimmed_standard_error(first);
  const auto error2 = trimmed_standard_error(second);
  if (!error1 || !error2) {
    return {{},
            fmt::format("not enough replicates: {} and {} layouts, of at least {} each",
                        first.size(), second.size(), kFewestLayouts)};
  }
  Difference result;
  result.value = *trimmed_mean(second) - *trimmed_mean(first);
  result.standard_error = std::hypot(*error1, *error2);
  if (!std::isfinite(result.value) || !std::isfinite(result.standard_error)) {
    return {{}, "figures too large to compare"};
  }
  if (result.standard_error > 0) {
    result.degrees_of_freedom = degrees_of_freedom(*error1, first.size(), *error2, second.size());
  }
  return {result, ""};
}

}  // namespace tracetoll
