// The report in the look of `perf stat` (perf 6.1), one block a variant of a workload: perf's lines
// with the sums over all of its blocks (perf_stat_row.hpp), then what perf does not have, figures
// an operation, differences to `none` with their intervals, and the same a site hit; Callgrind's
// counts below, under their own label. The time elapsed is the wall time of the variant's blocks.

#include <fmt/format.h>

#include <array>

#include "count_format.hpp"
#include "perf_stat_row.hpp"
#include "text_checks.hpp"
#include "text_format.hpp"
#include "text_run.hpp"

namespace tracetoll {

namespace {

constexpr std::size_t kValueWidth = 18;
constexpr std::size_t kNameWidth = 32;
constexpr std::size_t kEventWidth = 24;
constexpr std::size_t kPerOpWidth = 12;
constexpr std::size_t kCellWidth = 31;
constexpr std::size_t kSiteWidth = kColumns - kEventWidth - kPerOpWidth - kCellWidth - 3;

std::string value_of(const PerfStatRow& row) {
  const auto text = row.value_text();
  return text.size() <= kValueWidth ? text : fmt::format("{:.9e}", row.value);
}

// "#    0.990 CPUs utilized", "#     0.42% of all branches", "#    1.20  insn per cycle"
std::string metric_of(const PerfStatRow& row) {
  if (!row.metric) return "";
  const auto& [value, decimals, unit] = *row.metric;
  const char* joint = unit == "of all branches" ? "%" : unit == "insn per cycle" ? " " : "";
  const auto number =
      value < 1e9 ? fmt::format("{:.{}f}", value, decimals) : fmt::format("{:.3e}", value);
  return fmt::format("# {:>{}}{} {}", number, decimals == 2 ? 7 : 8, joint, unit);
}

std::string perf_line(const PerfStatRow& row) {
  auto line = fmt::format("{:>{}} {:<4} {:<{}} ", value_of(row), kValueWidth, row.unit,
                          fit(row.event, kNameWidth), kNameWidth);
  if (!row.missing.empty())
    return wrap(row.figure->reason, line + "# ", std::string(57, ' ') + "  ");
  line += metric_of(row);
  if (row.figure->share < 0.99995) line += fmt::format("  ({:.2f}%)", row.running_percent());
  return trimmed(line);
}

// What does not fit with all its digits has fewer: a cut number would be another number.
std::string cell(const Estimate& estimate, std::size_t width = kCellWidth) {
  if (!estimate.interval)
    return fit(estimate.n > 0 ? fmt::format("not enough layouts: {}", estimate.n) : estimate.reason,
               width);
  const auto text = count_phrase(estimate);
  if (text.size() <= width) return text;
  const auto& [value, low, high] = *estimate.interval;
  if (estimate.resolved()) return fmt::format("{:+.2g} [{:+.2g}, {:+.2g}]", value, low, high);
  return fmt::format("not resolved [{:+.1g}, {:+.1g}]", low, high);
}

std::string own_line(const std::string& event, const std::string& per_op,
                     const std::string& difference, const std::string& per_site) {
  const std::string line = trimmed(fmt::format(
      "{:<{}} {:>{}} {:<{}} {:<{}}", fit(event, kEventWidth), kEventWidth, fit(per_op, kPerOpWidth),
      kPerOpWidth, difference, kCellWidth, per_site, kSiteWidth));
  return line.size() <= kColumns + 1 ? line : wrap(line, "", "    ");
}

std::string short_number(double value) {
  const auto text = count_number(value);
  return text.size() <= kPerOpWidth ? text : fmt::format("{:.4g}", value);
}

std::string short_signed(double value) {
  const auto text = signed_count(value);
  return text.size() <= kCellWidth ? text : fmt::format("{:+.4g}", value);
}

std::string measured_lines(const VariantReport& variant, const std::vector<PerfStatRow>& rows) {
  std::string result;
  const bool compared = variant.name != kBaseline;
  for (const auto& row : rows) {
    const CounterFigure& figure = *row.figure;
    if (!figure.per_op) continue;
    result += own_line(row.event + (row.unit.empty() ? "" : " (ns)"), short_number(*figure.per_op),
                       compared ? cell(figure.difference) : "",
                       figure.per_site ? cell(*figure.per_site, kSiteWidth) : "");
    if (!figure.lost.empty()) result += wrap(figure.lost, "    ", "    ");
  }
  return result;
}

std::string exact_line(const std::string& event, const ExactFigure& figure) {
  if (!figure.per_op)
    return wrap(figure.reason, fmt::format("{:<{}} ", event, kEventWidth),
                std::string(kEventWidth + 1, ' '));
  return own_line(event, short_number(*figure.per_op),
                  figure.difference ? short_signed(*figure.difference) : "",
                  figure.per_site ? signed_rate(*figure.per_site) : "");
}

template <std::size_t kCount>
std::string exact_lines(const VariantReport& variant,
                        const std::array<const char*, kCount>& events) {
  std::string result;
  for (const char* event : events) {
    const auto found = variant.exact.find(event);
    if (found != variant.exact.end()) result += exact_line(event, found->second);
  }
  return result;
}

std::string callgrind_lines(const CountStudy& study, const WorkloadReport& workload,
                            const VariantReport& variant) {
  if (!workload.no_exact_counts.empty())
    return wrap("exact counts: none: " + workload.no_exact_counts, "", "  ");
  const auto exact = exact_lines(variant, kExactEvents);
  const auto simulated = exact_lines(variant, kSimulatedEvents);
  std::string result;
  if (!exact.empty())
    result +=
        wrap(fmt::format("exact ({}, layout {}):", study.tool, study.layout), "", "  ") + exact;
  if (!simulated.empty())
    result +=
        wrap(fmt::format("simulated ({}), not of this CPU:", study.caches), "", "  ") + simulated;
  return result;
}

std::string slots_line(const std::optional<TopDownResult>& slots) {
  if (!slots) return "";
  if (!slots->parts) return wrap("top-down level 1: none: " + slots->reason, "", "  ");
  const TopDown& parts = *slots->parts;
  const auto percent = [](const char* name, double share) {
    return fmt::format("{} {:.1f} %", name, 100 * share);
  };
  std::vector<std::string> shares = {
      percent("retiring", parts.retiring), percent("bad speculation", parts.bad_speculation),
      percent("front end", parts.front_end), percent("back end", parts.back_end)};
  if (parts.other_thread != 0) shares.push_back(percent("other thread", parts.other_thread));
  return wrap(fmt::format("top-down level 1, of the issue slots: {}", fmt::join(shares, ", ")), "",
              "  ");
}

std::string block_of(const CountStudy& study, const WorkloadReport& workload,
                     const VariantReport& variant) {
  const auto rows = perf_stat_rows(variant);
  std::string result = wrap(
      fmt::format(" Performance counter stats for '{} / {}' ({}, {}):",
                  fit(workload.context.name, 60), fit(variant.name, 60),
                  variant.ran.processes == 1 ? "1 process"
                                             : fmt::format("{} processes", variant.ran.processes),
                  counted(variant.ran.layouts, "layout")),
      " ", "   ");
  result += "\n";
  for (const auto& row : rows) result += perf_line(row);
  const auto own = measured_lines(variant, rows) + slots_line(variant.slots) +
                   callgrind_lines(study, workload, variant);
  const bool compared = variant.name != kBaseline;
  result += "\n" +
            own_line("", "an operation", compared ? "difference to none" : "",
                     variant.sites_hit_per_op ? "a site hit" : "") +
            own;
  return result + fmt::format("\n{:>{}.9f} seconds time elapsed\n\n", variant.ran.wall_ns / 1e9,
                              kValueWidth);
}

}  // namespace

std::string report_perf_stat(const Report& report) {
  std::string result =
      text_unreliable(report) + "\n" +
      wrap(
          "Totals are sums over all blocks of a variant. What stands below them, an "
          "operation and against none, is typical of the layouts and taken within "
          "rounds, which totals are not: they need not divide into each other.",
          "", "") +
      "\n";
  for (const auto& workload : report.workloads) {
    if (!workload.measured()) {
      result +=
          wrap(fmt::format(" no samples of {}", fit(workload.context.name, 60)), " ", "  ") + "\n";
      continue;
    }
    for (const auto& variant : workload.variants)
      result += block_of(report.context.exact, workload, variant);
  }
  return result;
}

}  // namespace tracetoll
