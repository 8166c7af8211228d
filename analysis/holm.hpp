// Holm's step-down procedure: which of m hypotheses are rejected, so that the chance of rejecting
// any true one is at most alpha, whatever the tests have to do with each other (a baseline that all
// share, for one). Holm, Scandinavian Journal of Statistics 6 (1979) 65.
//
//   p(1) <= ... <= p(m). Step j rejects p(j) if p(j) <= alpha / (m - j + 1); the first that is not
//   rejected ends it, and all after it are not rejected either.
//
// Each hypothesis is decided at the step that rejects it, or at the one that ended it all. An
// interval at the level of that step, 1 - alpha / (m - j + 1), leaves the hypothesis out exactly
// when it was rejected (but for p equal to its bound): what is shown is what decided. Such
// intervals are wider than those of 1 - alpha each, and still not a family that holds all its
// targets at once with 1 - alpha: the promise is about the rejections.
#pragma once

#include <optional>
#include <vector>

namespace tracetoll {

struct HolmDecision {
  bool rejected = false;
  double level = 0;  // of the step at which it was decided
};

// One decision for each p-value, in the order given; none where there is no p-value: that one does
// not count in m. 0 < alpha < 1; no p-value is NaN.
std::vector<std::optional<HolmDecision>> holm(const std::vector<std::optional<double>>& p_values,
                                              double alpha);

}  // namespace tracetoll
