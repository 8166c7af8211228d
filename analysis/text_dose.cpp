#include "text_dose.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "text_format.hpp"
#include "text_ns.hpp"

namespace tracetoll {

namespace {

constexpr std::size_t kCellWidth = 34;

// Two of them are in a line.
std::string dose_cell(const Estimate& estimate) {
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
    result += trimmed(fmt::format("    {:>6}  {:<{}}  {}", copies, dose_cell(ns), kCellWidth,
                                  dose_cell(dose.steps.at(copies))));
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
