#include "text_ns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "text_format.hpp"

namespace tracetoll {

namespace {

constexpr double kLong = 1e5;

// Two digits of the half-width.
int decimals_of(const Interval& interval) {
  constexpr int kMost = 6;
  const double half = (interval.high - interval.low) / 2;
  if (half <= 0) return 3;
  return std::clamp(1 - static_cast<int>(std::floor(std::log10(half))), 0, kMost);
}

std::string signed_ns(double ns, int decimals) {
  return std::abs(ns) < kLong ? fmt::format("{:+.{}f}", ns, decimals) : fmt::format("{:+.1e}", ns);
}

std::string range_of(const Interval& found, int decimals) {
  return fmt::format("[{}, {}]", signed_ns(found.low, decimals), signed_ns(found.high, decimals));
}

}  // namespace

std::string ns_phrase(const Estimate& estimate) {
  if (!estimate.interval) return ascii(estimate.reason);
  const Interval& found = *estimate.interval;
  const int decimals = decimals_of(found);
  if (!estimate.resolved()) return "not resolved " + range_of(found, decimals);
  return fmt::format("{} ns {}", signed_ns(found.value, decimals), range_of(found, decimals));
}

std::string ns_cell(const Estimate& estimate) {
  if (!estimate.interval) return "-";
  const Interval& found = *estimate.interval;
  if (!estimate.resolved()) {
    const double most = largest_possible(estimate);
    return fmt::format("at most {:.2g}", most);
  }
  // A figure with both bounds has to fit: fewer decimals where it would not.
  for (int decimals = decimals_of(found); decimals >= 0; --decimals) {
    const auto text =
        fmt::format("{} {}", signed_ns(found.value, decimals), range_of(found, decimals));
    if (text.size() <= kNsWidth) return text;
  }
  return fit(fmt::format("{:+.0e} [{:.0e}, {:.0e}]", found.value, found.low, found.high), kNsWidth);
}

}  // namespace tracetoll
