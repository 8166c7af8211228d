#include "checks.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "contrast.hpp"

namespace tracetoll {

namespace {

// "" when the estimate is as it should be, else what is wrong with it.
using Judge = std::string (*)(const Interval&);

std::string judge_copy(const Interval& found) {
  if (found.low <= 0 && 0 <= found.high) return "";
  return fmt::format("two copies of the same code differ by {:+.2f} % [{:+.2f}, {:+.2f}]",
                     found.value, found.low, found.high);
}

std::string judge_dose(const Interval& found) {
  const bool seen = found.low > 0 || found.high < 0;
  const bool right =
      found.low <= kDosePercent + kDoseTolerance && kDosePercent - kDoseTolerance <= found.high;
  if (seen && right) return "";
  return fmt::format("a known {:+.2f} % was measured as {:+.2f} % [{:+.2f}, {:+.2f}]{}",
                     kDosePercent, found.value, found.low, found.high,
                     seen ? "" : ", not told from 0");
}

// How far the interval's middle is from what it should be, in half-widths; infinite without one.
double badness(const Estimate& estimate, double target) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  if (!estimate.interval) return kInfinite;
  const double distance = std::abs(estimate.interval->value - target);
  const double half = (estimate.interval->high - estimate.interval->low) / 2;
  if (distance == 0) return 0;
  return half > 0 ? distance / half : kInfinite;
}

Check check(const WorkloadEffects& workloads, const std::string& variant, double target,
            Judge judge, bool anytime) {
  Check result;
  if (workloads.empty()) {
    result.reason = "nothing was measured";
    return result;
  }
  const double level = level_of_checks(workloads.size());
  for (const auto& [name, layouts] : workloads) {
    WorkloadCheck one{name, estimate_contrast({{variant, 1}}, layouts, Rule(level, anytime)), false,
                      ""};
    one.reason = one.estimate.interval ? judge(*one.estimate.interval) : one.estimate.reason;
    one.ok = one.reason.empty();
    result.workloads.push_back(std::move(one));
  }
  result.worst = 0;
  for (int i = 1; i < static_cast<int>(result.workloads.size()); ++i) {
    const auto& other = result.workloads[static_cast<std::size_t>(i)];
    const auto& worst = result.workloads[static_cast<std::size_t>(result.worst)];
    const bool worse = other.ok == worst.ok
                           ? badness(other.estimate, target) > badness(worst.estimate, target)
                           : worst.ok;
    if (worse) result.worst = i;
  }
  result.reason = result.workloads[static_cast<std::size_t>(result.worst)].reason;
  result.ok = result.reason.empty();
  return result;
}

}  // namespace

double level_of_checks(std::size_t workloads) {
  return 1 - kCheckErrorRate / static_cast<double>(workloads);
}

Check check_copies(const WorkloadEffects& workloads, bool anytime) {
  return check(workloads, kBaselineCopy, 0, judge_copy, anytime);
}

Check check_dose(const WorkloadEffects& workloads, bool anytime) {
  return check(workloads, kBaselineDose, kDosePercent, judge_dose, anytime);
}

}  // namespace tracetoll
