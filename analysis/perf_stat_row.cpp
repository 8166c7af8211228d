#include "perf_stat_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "event_kinds.hpp"

namespace tracetoll {

namespace {

using Metric = PerfStatRow::Metric;

constexpr const char* kTaskClock = "task-clock";
constexpr double kNsPerMsec = 1e6;

// The order in which perf prints its own default events; others follow by name.
constexpr std::array<const char*, 8> kFirst = {kTaskClock,    "context-switches", "cpu-migrations",
                                               "page-faults", "cycles",           "instructions",
                                               "branches",    "branch-misses"};

std::size_t rank_of(const std::string& event) {
  const auto name = event.substr(0, event.find(':'));
  const auto found = std::find(kFirst.begin(), kFirst.end(), name);
  if (found != kFirst.end()) return static_cast<std::size_t>(found - kFirst.begin());
  return is_software(event) ? 3 : kFirst.size();
}

// Of the same mode: "instructions:uk" is related to "cycles:uk".
const CounterFigure* related(const VariantReport& variant, const std::string& event,
                             const char* name) {
  const auto colon = event.find(':');
  const auto mode = colon == event.npos ? "" : event.substr(colon);
  const auto found = variant.counters.find(name + mode);
  const bool counted = found != variant.counters.end() && found->second.per_op.has_value();
  return counted && found->second.total > 0 ? &found->second : nullptr;
}

// Events an operation on both sides: two groups that took turns ran different numbers of them.
double ratio(const CounterFigure& part, const CounterFigure& whole) {
  return part.total / part.operations / (whole.total / whole.operations);
}

Metric rate(const CounterFigure& figure) {
  const double per_second = figure.total / figure.cpu_ns * 1e9;
  if (per_second > 1e9) return {per_second / 1e9, 3, "G/sec"};
  if (per_second > 1e6) return {per_second / 1e6, 3, "M/sec"};
  if (per_second > 1e3) return {per_second / 1e3, 3, "K/sec"};
  return {per_second, 3, "/sec"};
}

Metric metric_of(const VariantReport& variant, const std::string& event,
                 const CounterFigure& figure) {
  const auto name = event.substr(0, event.find(':'));
  if (name == kTaskClock) return {figure.total / figure.wall_ns, 3, "CPUs utilized"};
  if (name == "cycles") return {figure.total / figure.cpu_ns, 3, "GHz"};
  if (name == "instructions") {
    if (const auto* cycles = related(variant, event, "cycles"))
      return {ratio(figure, *cycles), 2, "insn per cycle"};
  }
  if (name == "branch-misses") {
    if (const auto* branches = related(variant, event, "branches"))
      return {100 * ratio(figure, *branches), 2, "of all branches"};
  }
  return rate(figure);
}

}  // namespace

std::string PerfStatRow::value_text() const {
  if (!missing.empty()) return missing;
  return fmt::format("{:.{}f}", value, unit.empty() ? 0 : 2);
}

std::vector<PerfStatRow> perf_stat_rows(const VariantReport& variant) {
  std::vector<PerfStatRow> rows;
  for (const auto& [event, figure] : variant.counters) {
    const bool is_clock = event.substr(0, event.find(':')) == kTaskClock;
    PerfStatRow row;
    row.event = perf_name(event);
    row.unit = is_clock ? "msec" : "";
    row.figure = &figure;
    if (figure.per_op) {
      row.value = is_clock ? figure.total / kNsPerMsec : figure.total;
      row.metric = metric_of(variant, event, figure);
    } else {
      row.missing = figure.available ? "<not counted>" : "<not supported>";
    }
    rows.push_back(std::move(row));
  }
  std::ranges::stable_sort(rows, {}, [](const auto& row) { return rank_of(row.event); });
  return rows;
}

}  // namespace tracetoll
