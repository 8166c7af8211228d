#include "count_report.hpp"

namespace tracetoll {
namespace {

const ExactCounts* find_counts(const CountStudy& study, const std::string& workload,
                               const std::string& variant) {
  const auto variants = study.counts.find(workload);
  if (variants == study.counts.end()) return nullptr;
  const auto counts = variants->second.find(variant);
  return counts == variants->second.end() ? nullptr : &counts->second;
}

}  // namespace

std::map<std::string, double> against_none(const CountStudy& study, const std::string& workload,
                                           const std::string& variant) {
  const ExactCounts* baseline = find_counts(study, workload, kBaseline);
  const ExactCounts* counts = find_counts(study, workload, variant);
  std::map<std::string, double> result;
  if (!baseline || !counts || variant == kBaseline) return result;
  for (const auto& [event, value] : counts->per_op)
    if (const auto before = baseline->per_op.find(event); before != baseline->per_op.end())
      result[event] = value - before->second;
  return result;
}

std::optional<double> site_hits(const WorkloadContext& workload) {
  double sum = 0;
  for (const auto& [marker, hits] : workload.sites_hit_per_op) sum += hits;
  return sum > 0 ? std::optional(sum) : std::nullopt;
}

}  // namespace tracetoll
