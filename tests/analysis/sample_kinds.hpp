// Samples of every kind that has ever broken an estimator, for tests of what must hold for all.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tracetoll {

struct NamedSample {
  std::string name;
  std::vector<double> values;
};

// Normal, skewed, tied, autocorrelated, contaminated, on a large offset, tiny, two-valued and
// constant ones, of 8, 9, 16 and 41 values each; the same ones for the same seed.
std::vector<NamedSample> sample_kinds(std::uint64_t seed);

std::vector<double> mapped(std::vector<double> values, double factor, double shift);
std::vector<double> reversed(std::vector<double> values);

// What rounding may change in a sum of such values.
double tolerance(const std::vector<double>& values);

// The smallest and the largest of all values but those at `index`.
struct Range {
  double low = 0;
  double high = 0;
};
Range range_without(const std::vector<double>& values, std::size_t index);

}  // namespace tracetoll
