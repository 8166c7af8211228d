// Locations and spreads of a handful of numbers, and the robust interval that every effect gets.
//
// Why trimmed: in one of 16 processes a variant ran 4 times slower throughout (docs/method.md), so
// a mean is not usable; a median of 16 layouts wastes a third of them on normal data. The 20 %
// trimmed mean withstands a fifth of bad layouts on either side and keeps 95 % of the efficiency.
//
// With the sorted x(1) <= ... <= x(n), g = floor(0.2 n) and h = n - 2 g:
//
//   trimmed mean        T  = (x(g+1) + ... + x(n-g)) / h
//   winsorised values   w(i) = x(g+1) for i <= g, x(n-g) for i > n - g, x(i) between; mean W
//   standard error      SE = sqrt(sum (w(i) - W)^2 / (h (h - 1)))
//   interval            T +- 1.1 t(h - 1) SE, Student's t with h - 1 = n - 2 g - 1 degrees of
//                       freedom; without the 1.1 where nothing is trimmed (n < 5)
//
// Tukey and McLaughlin, Sankhya A 25 (1963) 331; Yuen, Biometrika 61 (1974) 165; Wilcox,
// Introduction to Robust Estimation and Hypothesis Testing, 3rd edition (2012), sections 3.3, 4.3.
// With n < 5 nothing is trimmed and this is the usual t interval. It is an interval of the trimmed
// mean of the layouts that could have been drawn: the mean where they are symmetric.
//
// Yuen's own interval, without the 1.1, is short: "resolved" would be wrong more often than it
// says. With it at least 95 % hold from 16 layouts on, whatever their distribution. Coverage at 95
// % in percent, 60,000 simulated runs each, without and with:
//
//   n                                          5           8           16          24          32
//   normal                                 93.9 94.7   94.5 95.9   94.6 96.3   94.7 96.4   94.8 96.5
//   uniform                                91.7 92.9   93.2 94.6   93.6 95.3   94.4 96.1   94.4 96.2
//   lognormal, s =
//   0.5                     93.0 94.0   94.1 95.5   93.9 95.6   94.6 96.2   94.6 96.3 Student's t,
//   3 degrees of freedom      94.6 95.4   95.6 96.8   95.1 96.7   95.2 96.9   95.2 96.8 normal, 1
//   in 16 four times slower      94.1 95.0   95.4 96.6   94.4 96.1   94.0 96.0   93.2 95.4
#pragma once

#include <optional>
#include <vector>

#include "estimate.hpp"

namespace tracetoll {

inline constexpr double kTrim = 0.2;
inline constexpr int kFewestLayouts = 3;
inline constexpr double kWidening = 1.1;  // of Yuen's interval: see above

// None of an empty sample; the mean of the middle two of an even one.
std::optional<double> median(std::vector<double> values);

// With n - 1 in the denominator; none of fewer than two values.
std::optional<double> standard_deviation(const std::vector<double>& values);

// h above: how many of n values the trimmed mean keeps.
std::size_t kept_of(std::size_t n);

// None of an empty sample.
std::optional<double> trimmed_mean(std::vector<double> values);

// SE above; none of fewer than kFewestLayouts values.
std::optional<double> trimmed_standard_error(std::vector<double> values);

// The whole: fewer than kFewestLayouts values give an estimate without figures, with the reason.
// A constant sample has an interval of no width.
Estimate estimate_location(const std::vector<double>& values, double level);

// The share of one total that a part makes up: trimmed_mean(part) / trimmed_mean(total), the two
// from the same layouts, index by index. Linearising the ratio R = A / C about its estimate
// (the delta method; Cochran, Sampling Techniques, section 6.4):
//
//   R - A/C ~ (a - R c) / C,   so   SE(R) = SE of the trimmed mean of (a(i) - R c(i)) / |C|
//
// which keeps the correlation of part and total. Good while C is several of its own standard errors
// away from 0: no share is given unless the total is resolved and positive.
Share estimate_share(const std::vector<double>& part, const std::vector<double>& total,
                     double level);

}  // namespace tracetoll
