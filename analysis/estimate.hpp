// The answer to "how much?": a location with its interval and spread, or the reason why there is
// none. Shared by everything from the statistics to the printers.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace tracetoll {

inline constexpr double kDefaultLevel = 0.95;

// How an interval is made. A run of a fixed length gets the trimmed mean with Yuen's interval
// (statistics.hpp); one that stops as soon as it has seen enough (--target) gets the median with a
// confidence sequence, which holds however often it was looked at (sign_test.hpp).
struct Rule {
  double level = kDefaultLevel;
  bool anytime = false;

  Rule() = default;
  Rule(double of_level, bool is_anytime = false) : level(of_level), anytime(is_anytime) {}
  Rule at(double of_level) const { return {of_level, anytime}; }
};

// A figure with its confidence interval: low <= value <= high.
struct Interval {
  double value = 0;
  double low = 0;
  double high = 0;
};

// How far the layouts lie apart, whatever the interval of their mean.
struct Spread {
  double sd = 0;
  double low = 0;
  double high = 0;
};

// Across layouts. In percent of `none`, or, for a difference of two such effects, in points.
struct Estimate {
  int n = 0;  // layouts it rests on
  double level = kDefaultLevel;
  std::optional<Interval> interval;  // never with n < 3
  Spread layouts;                    // only with an interval
  std::string reason;                // why there is no interval; empty when there is one

  bool resolved() const { return interval && (interval->low > 0 || interval->high < 0); }
  bool positive() const { return resolved() && interval->low > 0; }
  bool negative() const { return resolved() && interval->high < 0; }
};

// The largest effect, in either direction, that the interval leaves possible: what "not resolved,
// at most x" says. Needs an interval.
inline double largest_possible(const Estimate& estimate) {
  return std::max(std::abs(estimate.interval->low), std::abs(estimate.interval->high));
}

// The smallest effect that this run would have resolved, had the estimate lain that far from 0 and
// its interval been as wide. Needs an interval.
inline double smallest_resolvable(const Estimate& estimate) {
  const Interval& found = *estimate.interval;
  return std::max(found.value - found.low, found.high - found.value);
}

// A proportion of one effect in another, with its interval, or the reason why there is none.
struct Share {
  std::optional<Interval> interval;  // 1 is all of it
  std::string reason;
};

}  // namespace tracetoll
