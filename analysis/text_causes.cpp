#include "text_causes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "text_format.hpp"

namespace tracetoll {

namespace {

constexpr double kBarWidth = 28;

double longest_of(const std::vector<Cause>& causes) {
  double longest = 0;
  for (const Cause& cause : causes) {
    if (!cause.points.resolved()) continue;
    longest = std::max(longest, std::abs(cause.points.interval->value));
  }
  return longest;
}

std::string bar(const Estimate& points, double longest) {
  if (!points.resolved()) return "";
  const double size = std::abs(points.interval->value) / longest * kBarWidth;
  const auto length = static_cast<std::size_t>(std::max(1.0, std::round(size)));
  return std::string(length, points.positive() ? '#' : '-');
}

std::string reading_line(const std::string& workload, const char* what, const Estimate& points,
                         const Share& share, int decimals) {
  return trimmed(fmt::format("  {:<30} {:<9} {:<{}} {}", workload, what,
                             effect_cell(points, "", decimals), kEffectWidth, share_cell(share)));
}

}  // namespace

std::string text_causes(const WorkloadReport& workload, std::set<std::string>& shown) {
  std::string result;
  const double longest = longest_of(workload.causes);
  std::vector<const Estimate*> points;
  for (const Cause& cause : workload.causes) points.push_back(&cause.points);
  const int decimals = common_decimals(points);
  for (const Cause& cause : workload.causes) {
    if (!cause.points.interval) continue;
    result += trimmed(fmt::format(
        "  {:<10} {:<28} {:<{}} {}", cause.name, bar(cause.points, longest),
        effect_cell(cause.points, "", decimals), kEffectWidth, share_cell(cause.share_of_call)));
    for (const auto& evidence : cause.evidence) {
      if (!shown.insert(cause.name + evidence).second) continue;
      result += wrap(evidence, "             ", "               ");
    }
    if (!cause.contradiction.empty())
      result +=
          wrap(fmt::format("CONTRADICTED by {}: {}", cause.contradicted_by, cause.contradiction),
               "             ", "               ");
  }
  if (result.empty()) return "";
  return fmt::format("{:<41} {:<{}} {}\n", fit(workload.context.name, 41), "      points",
                     kEffectWidth, "share of call") +
         result;
}

std::string text_reading(const Report& report) {
  std::string result;
  for (const auto& workload : report.workloads) {
    const Reading2007& reading = workload.reading;
    if (!reading.kept.interval) continue;
    const int decimals = common_decimals({&reading.kept, &reading.added});
    result += reading_line(fit(workload.context.name, 30), "NOPs keep", reading.kept,
                           reading.kept_share, decimals);
    if (!reading.added.interval) continue;
    result += reading_line("", "call adds", reading.added, reading.added_share, decimals);
  }
  if (result.empty()) return "";
  return fmt::format("{:<42} {:<{}} {}\n", "", "      points", kEffectWidth, "share of call") +
         result +
         wrap(
             fmt::format("In the post itself the NOPs kept {:.0f} % of the slow-down of open/close "
                         "and {:.0f} % of that of select.",
                         100 * kKeptOpenClose2007, 100 * kKeptSelect2007),
             "  ", "  ");
}

}  // namespace tracetoll
