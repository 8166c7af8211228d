#include "exact_figures.hpp"

#include <algorithm>
#include <cmath>

namespace tracetoll {

namespace {

constexpr const char* kNotInThisRun = "this run has no exact counts";

bool is_simulated(const std::string& event) {
  return std::find(kSimulatedEvents.begin(), kSimulatedEvents.end(), event) !=
         kSimulatedEvents.end();
}

const ExactCounts* find_counts(const CountStudy& study, const std::string& workload,
                               const std::string& variant) {
  const auto of_workload = study.counts.find(workload);
  if (of_workload == study.counts.end()) return nullptr;
  const auto found = of_workload->second.find(variant);
  return found == of_workload->second.end() ? nullptr : &found->second;
}

std::optional<double> per_op(const ExactCounts* counts, const std::string& event) {
  if (!counts) return std::nullopt;
  const auto& figures = is_simulated(event) ? counts->simulated : counts->per_op;
  const auto found = figures.find(event);
  if (found == figures.end()) return std::nullopt;
  return found->second;
}

std::string why_none(const CountStudy& study, const ExactCounts* counts) {
  if (counts && !counts->unavailable.empty()) return counts->unavailable;
  if (!study.unavailable.empty()) return study.unavailable;
  return counts ? "not among the counts" : "not counted";
}

ExactFigure figure_of(const CountStudy& study, const std::string& workload,
                      const std::string& variant, std::optional<double> hits,
                      const std::string& event) {
  const ExactCounts* counts = find_counts(study, workload, variant);
  ExactFigure result;
  result.simulated = is_simulated(event);
  result.per_op = per_op(counts, event);
  if (!result.per_op) {
    result.reason = why_none(study, counts);
    return result;
  }
  const auto baseline = per_op(find_counts(study, workload, kBaseline), event);
  // What is simulated depends on the layout: a difference of one would need the interval of many.
  if (variant == kBaseline || !baseline || result.simulated) return result;
  result.difference = *result.per_op - *baseline;
  if (hits && *hits >= kFewestHits) result.per_site = *result.difference / *hits;
  return result;
}

}  // namespace

bool has_exact_counts(const CountStudy& study) {
  return !study.tool.empty() || !study.unavailable.empty() || !study.counts.empty();
}

ExactFigures exact_figures(const CountStudy& study, const std::string& workload,
                           const std::string& variant, std::optional<double> hits) {
  ExactFigures result;
  if (!has_exact_counts(study)) return result;
  const auto add = [&](const std::string& event) {
    result[event] = figure_of(study, workload, variant, hits, event);
  };
  for (const char* event : kExactEvents) add(event);
  for (const char* event : kSimulatedEvents) add(event);
  return result;
}

std::string no_exact_counts(const CountStudy& study, const std::string& workload) {
  if (!has_exact_counts(study)) return kNotInThisRun;
  const auto of_workload = study.counts.find(workload);
  const bool any = of_workload != study.counts.end() &&
                   std::any_of(of_workload->second.begin(), of_workload->second.end(),
                               [](const auto& of) { return !of.second.per_op.empty(); });
  if (any) return "";
  if (!study.unavailable.empty()) return study.unavailable;
  if (of_workload != study.counts.end()) {
    for (const auto& [variant, counts] : of_workload->second)
      if (!counts.unavailable.empty()) return counts.unavailable;
  }
  return "this workload was not counted";
}

std::optional<double> exact_difference(const CountStudy& study, const std::string& workload,
                                       const Contrast& contrast, const std::string& event) {
  const auto baseline = per_op(find_counts(study, workload, kBaseline), event);
  if (!baseline) return std::nullopt;
  double sum = 0;
  double largest = *baseline;
  for (const auto& [variant, weight] : contrast) {
    if (weight == 0) continue;
    const auto count = per_op(find_counts(study, workload, variant), event);
    if (!count) return std::nullopt;
    sum += weight * (*count - *baseline);
    largest = std::max(largest, *count);
  }
  // The counts are quotients: what their last digits leave over is no difference.
  return std::abs(sum) <= 1e-9 * largest ? 0 : sum;
}

}  // namespace tracetoll
