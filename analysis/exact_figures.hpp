// Callgrind's counts of one workload: what each variant executes, and how much more than `none`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "contrast.hpp"
#include "counter_figure.hpp"
#include "sample.hpp"

namespace tracetoll {

// Does the run have exact counts, or say why not? Older files do neither.
bool has_exact_counts(const CountStudy& study);

// Of one variant. Empty for a run of which has_exact_counts() is false; else every name of
// kExactEvents and kSimulatedEvents is there, with a count or a reason. `hits`: site hits an
// operation of this variant, if any.
ExactFigures exact_figures(const CountStudy& study, const std::string& workload,
                           const std::string& variant, std::optional<double> hits);

// Why the run has no exact counts of the workload at all; empty when it has some.
std::string no_exact_counts(const CountStudy& study, const std::string& workload);

// Events an operation that a contrast executes; nothing when a variant of it has no count.
std::optional<double> exact_difference(const CountStudy& study, const std::string& workload,
                                       const Contrast& contrast, const std::string& event);

}  // namespace tracetoll
