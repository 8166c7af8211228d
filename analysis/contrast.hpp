// A contrast: a linear combination of the effects of variants that isolates one thing.
//
// It is computed within each layout first, so that what the layout does to both sides cancels and
// the interval is that of the difference, not of two separate figures. Whatever adds up in the
// weights adds up in every layout and in every process exactly; the trimmed means across layouts
// need not, as each trims its own extremes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "effects.hpp"
#include "estimate.hpp"

namespace tracetoll {

// Weights by variant. `none` has weight -1 in spirit and no entry: its effect is 0.
using Contrast = std::map<std::string, double>;

// Nothing unless every variant of the contrast (and `none`) was measured there.
std::optional<double> value_of(const Contrast& contrast, const Effects& effects);

// The variants of the contrast that no layout has, in order; empty when all were measured.
std::vector<std::string> variants_missing(const Contrast& contrast,
                                          const std::map<int, Effects>& layouts);

// Across the layouts that have all of its variants.
Estimate estimate_contrast(const Contrast& contrast, const std::map<int, Effects>& layouts,
                           const Rule& rule);

// Across the layouts that have the variants of both; by a rule of a fixed length only.
Share estimate_share_of(const Contrast& part, const Contrast& total,
                        const std::map<int, Effects>& layouts, const Rule& rule);

Contrast operator-(Contrast left, const Contrast& right);

}  // namespace tracetoll
