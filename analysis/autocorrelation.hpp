// Are successive rounds independent? The signs and medians of sign_test.hpp take them to be.
#pragma once

#include <optional>
#include <vector>

namespace tracetoll {

inline constexpr double kMostLag1 = 0.2;
inline constexpr int kFewestMerged = 12;

// Lag-1 autocorrelation pooled over series (the rounds of each process, in order). With d the
// deviations from the mean m of all values of all series, and the sums over neighbours in the same
// series:
//
//   r = 2 sum d(t) d(t+1) / sum (d(t)^2 + d(t+1)^2)          -1 <= r <= 1
//
// The denominator is Burg's (1967): each product is held against the squares of its own two values,
// so series of four rounds do not lose a quarter of their correlation as they do against the
// squares of all. m is pooled because four independent values correlate by -1/3 about their own
// mean. A difference between the series therefore counts as correlation: rightly, where the rounds
// of a process have something in common.
//
// Not robust: one value far out takes over both sums, and leaves about 0. None of fewer than three
// products, or when the values next to each other are constant.
std::optional<double> lag1(const std::vector<std::vector<double>>& series);

// Half as many: the means of neighbours. The last of an odd number is left out.
std::vector<double> merge_rounds(const std::vector<double>& values);

// Merged until lag1 is at most `most`, or until the next merging would leave fewer than
// kFewestMerged values; values without a lag1 stay as they are. It takes length: of rounds with an
// autocorrelation of 0.6 the interval of estimate_median_by_signs holds in 77 % before, and after
// in 90 % (50 rounds), 93.5 % (100), 95.6 % (400); simulated, 4,000 runs each.
std::vector<double> decorrelated(std::vector<double> values, double most = kMostLag1);

}  // namespace tracetoll
