#include "hit_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tracetoll {

namespace {

bool agree(double one, double other) {
  return std::abs(one - other) <= 1e-6 * std::max(std::abs(one), std::abs(other));
}

}  // namespace

HitCheck check_hits(const WorkloadContext& workload) {
  HitCheck result;
  result.markers = static_cast<int>(workload.sites_hit_per_op.size());
  result.checked = static_cast<int>(workload.breakpoint_hits_per_op.size());
  if (result.checked == 0)
    result.reason = workload.no_breakpoints.empty()
                        ? "not checked by hardware breakpoints in this run"
                        : workload.no_breakpoints;
  for (const auto& [marker, by_breakpoint] : workload.breakpoint_hits_per_op) {
    const auto found = workload.sites_hit_per_op.find(marker);
    if (found == workload.sites_hit_per_op.end()) {
      result.disagreements.push_back(fmt::format(
          "{}: {:.9g} an operation by breakpoints, not seen by the probes", marker, by_breakpoint));
    } else if (!agree(found->second, by_breakpoint)) {
      result.disagreements.push_back(
          fmt::format("{}: {:.9g} an operation by the probes, {:.9g} by breakpoints", marker,
                      found->second, by_breakpoint));
    }
  }
  return result;
}

}  // namespace tracetoll
