#include "count_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tracetoll {

namespace {

constexpr double kLongest = 1e12;  // 13 digits are read by nobody, and break columns

bool is_whole(double value) {
  return std::abs(value - std::round(value)) <= 1e-9 * std::max(1.0, std::abs(value));
}

// The last digits of a quotient: 502.00000000000006 of 501 + 1.
std::string fixed(double value, int decimals) {
  if (std::abs(value) >= kLongest) return fmt::format("{:+.3g}", value);
  const auto text = fmt::format("{:+.{}f}", value, decimals);
  const bool is_zero = text.find_first_of("123456789") == std::string::npos;
  return is_zero ? "+" + text.substr(1) : text;
}

int decimals_of(const Interval& interval) {
  const double half = (interval.high - interval.low) / 2;
  if (half <= 0) return is_whole(interval.value) ? 0 : 3;
  return std::clamp(1 - static_cast<int>(std::floor(std::log10(half))), 0, 6);
}

}  // namespace

std::string signed_count(double value) {
  const double size = std::abs(value);
  if (is_whole(value)) return fixed(value, 0);
  if (size >= 1000) return fixed(value, 1);
  if (size >= 1) return fixed(value, 2);
  return fmt::format("{:+.3g}", value);
}

std::string count_number(double value) {
  return signed_count(value).substr(value < 0 ? 0 : 1);
}

std::string signed_rate(double value) {
  const double size = std::abs(value);
  if (size == 0) return "+0";
  return size < 0.1 ? fmt::format("{:+.2g}", value) : fixed(value, 2);
}

std::string count_bounds(const Interval& interval) {
  const int decimals = decimals_of(interval);
  return fmt::format("[{}, {}]", fixed(interval.low, decimals), fixed(interval.high, decimals));
}

std::string count_interval(const Interval& interval) {
  return fixed(interval.value, decimals_of(interval)) + " " + count_bounds(interval);
}

std::string count_phrase(const Estimate& estimate) {
  if (!estimate.interval) return estimate.reason;
  const Interval& interval = *estimate.interval;
  if (interval.low == interval.high) return signed_count(interval.value) + " in each layout";
  if (!estimate.resolved()) return "not resolved " + count_bounds(interval);
  return count_interval(interval);
}

}  // namespace tracetoll
