// What the signs alone say about a median: no shape of the distribution is assumed, no value counts
// for more than which side it is on. Values are finite and independent; 0 < level < 1.
//
// With the sorted x(1) <= ... <= x(n), an interval is the closed [x(k), x(n+1-k)]. A median m below
// x(k) leaves at most k - 1 values on or below it. The intervals here differ in when that is too
// few:
//
//   at a fixed n   2 P(B <= k - 1) <= 1 - level, B binomial (n, 1/2)
//   at every n     E(n, k - 1) >= 1 / (1 - level)
//
// E is a mixture likelihood ratio: the probability of the signs when p, that of a positive one, is
// drawn evenly from (0, 1), over that with p = 1/2. With p = 1/2 it is a martingale that starts at
// 1; so it ever reaches 1 / (1 - level) in at most a share 1 - level of all runs, however often one
// looks and whatever one stops by (Ville 1939; Robbins, Ann. Math. Stat. 41 (1970) 1397, the
// mixture; Howard and Ramdas, Bernoulli 28 (2022) 1704, for quantiles). That costs width: 8 values
// at least for 95 % instead of 6, and x(3), x(14) instead of x(4), x(13) of 16. One who looks after
// each of 400 rounds sees 0 excluded in 3.3 % of the runs without an effect, and in 33.9 % with the
// interval of a fixed n. With so few values that k = 1 a single wild one is an end.
//
// Ties: a value that equals m may count for either side, and counts for the one that keeps m. So
// ties only ever widen an interval, and the coverage is at least the level.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "estimate.hpp"

namespace tracetoll {

// ln E = ln(2^n / ((n + 1) C(n, positive))), of n signs of which so many are positive.
// 0 <= positive <= n; no signs give 0.
double log_e_value(int n, int positive);

// The confidence sequence: valid at every n at once. The value is the median. With too few values
// to exclude anything even if all are on one side, or fewer than three: no interval, and the
// reason in the `unit` of the values ("rounds").
Estimate estimate_median_anytime(const std::vector<double>& values, double level,
                                 const std::string& unit);

// The sign test's interval: the narrowest with at least that coverage for an n fixed beforehand
// (Conover, Practical Nonparametric Statistics, 3rd edition (1999), section 3.2).
Estimate estimate_median_by_signs(const std::vector<double>& values, double level,
                                  const std::string& unit);

// Two-sided exact p-value of a median of 0, for a fixed n. A zero counts for the rarer sign (for
// neither once they are equal), so it speaks against rejection; p <= 1 - level exactly where
// estimate_median_by_signs excludes 0. None of fewer than three values.
std::optional<double> sign_test_p(const std::vector<double>& values);

}  // namespace tracetoll
