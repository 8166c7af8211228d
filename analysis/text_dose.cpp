#include "text_dose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "text_format.hpp"

namespace tracetoll {

namespace {

constexpr std::size_t kCellWidth = 34;

// Two digits of the half-width, for figures of any size.
int decimals_of(const Interval& interval) {
  constexpr int kMost = 6;
  const double half = (interval.high - interval.low) / 2;
  if (half <= 0) return 3;
  return std::clamp(1 - static_cast<int>(std::floor(std::log10(half))), 0, kMost);
}

std::string signed_ns(double ns, int decimals) {
  constexpr double kLong = 1e5;
  return std::abs(ns) < kLong ? fmt::format("{:+.{}f}", ns, decimals) : fmt::format("{:+.1e}", ns);
}

// "+0.0512 ns [+0.0508, +0.0516]"
std::string ns_phrase(const Estimate& estimate) {
  if (!estimate.interval) return ascii(estimate.reason);
  const Interval& found = *estimate.interval;
  const int decimals = decimals_of(found);
  const auto range =
      fmt::format("[{}, {}]", signed_ns(found.low, decimals), signed_ns(found.high, decimals));
  if (!estimate.resolved()) return "not resolved " + range;
  return fmt::format("{} ns {}", signed_ns(found.value, decimals), range);
}

// Two of them are in a line.
std::string ns_cell(const Estimate& estimate) {
  return estimate.interval ? fit(ns_phrase(estimate), kCellWidth) : "not enough layouts";
}

std::string line_phrase(const DoseLine& line) {
  const auto departure = line.departure.interval
                             ? fmt::format("{} off the line of the lower doses, {:.4g} % interval",
                                           ns_phrase(line.departure), 100 * line.departure.level)
                             : ascii(line.departure.reason);
  if (line.knee)
    return fmt::format("the line ends at {} copies, a knee: the next dose is {}", *line.knee,
                       departure);
  return fmt::format("the line holds to {} copies ({}{})", line.fitted, departure,
                     line.departure.resolved() ? ": not over a tenth of its cost" : "");
}

std::string verdict(const DoseEffect& dose) {
  const auto name = fmt::format("{} in {}", dose.variant, dose.workload);
  if (!dose.line.reason.empty()) return fmt::format("{}: no figure: {}", name, dose.line.reason);
  const Estimate& slope = dose.line.slope;
  const auto size =
      slope.resolved()
          ? fmt::format("each copy after the first costs {}", ns_phrase(slope))
          : fmt::format("the cost of each copy after the first is {} ns, at most {:.2g} ns",
                        ns_phrase(slope), largest_possible(slope));
  return fmt::format("{}: {}; {}", name, size, line_phrase(dose.line));
}

std::string points(const DoseEffect& dose) {
  std::string result;
  for (const auto& [copies, ns] : dose.points)
    result += trimmed(fmt::format("    {:>6}  {:<{}}  {}", copies, ns_cell(ns), kCellWidth,
                                  ns_cell(dose.steps.at(copies))));
  return result;
}

}  // namespace

std::string text_doses(const Report& report) {
  std::string result;
  for (const auto& dose : report.doses) {
    result += wrap(verdict(dose), "  ", "    ");
    if (dose.points.empty()) continue;
    result +=
        trimmed(fmt::format("    {}  {:<{}}  {}", "copies",
                            fmt::format("a pass of the site ({} an operation)", dose.hits_per_op),
                            kCellWidth, "a copy, from the dose above")) +
        points(dose);
  }
  return result;
}

}  // namespace tracetoll
