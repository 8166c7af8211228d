// The report as CSV (RFC 4180: CRLF, quotes doubled), one row an effect, cause, reading or check,
// and after those one a counter: an event of a variant from a source. An empty cell is a figure
// that is missing. Decimal point, no thousands separators, whatever the locale.
//
// A counter has its variant under "name", the layouts of its difference under "layouts", and its
// own columns from "event" on: events an operation, the difference to `none` with its interval
// (equal bounds where the count is exact, none where it is simulated), the difference a site hit,
// or the reason why there is none. The other rows leave these columns empty.
//
// A run with --state enabled has three columns more, and rows "enabled" (name V@form: what a hit
// costs over the dormant site) and "enabled_part" (name V:part), with their nanoseconds in them.

#include <fmt/format.h>

#include <vector>

#include "report.hpp"

namespace tracetoll {

namespace {

constexpr std::size_t kColumns = 17;  // before those of counters
constexpr std::size_t kCounterColumns = 8;
constexpr std::size_t kResolved = 7;
constexpr std::size_t kLayouts = 8;

struct Row {
  std::string workload;
  std::string kind;  // variant, cause, reading, check; counters have rows of their own
  std::string name;
  std::optional<double> ns_per_op;
  Estimate estimate;
  std::optional<int> rounds;
  std::optional<double> sites_hit_per_op;
  Estimate passed;  // without gated rounds
};

// Without the control characters of ASCII and of Unicode's C1 (c2 80 to c2 9f): a file's names and
// reasons reach terminals.
std::string harmless(std::string text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool is_c1 =
        byte == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0;
    if (is_c1) text[i + 1] = '?';
    if (is_c1 || byte < 0x20 || byte == 0x7f) text[i] = '?';
  }
  return text;
}

std::string quoted(const std::string& raw) {
  const std::string text = harmless(raw);
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + '"';
}

std::string cell(const std::optional<double>& value) {
  return value ? fmt::format("{:.10g}", *value) : "";
}

std::string line_of(const Row& row) {
  const auto& interval = row.estimate.interval;
  const auto& passed = row.passed.interval;
  const std::vector<std::string> cells = {quoted(row.workload),
                                          row.kind,
                                          quoted(row.name),
                                          cell(row.ns_per_op),
                                          interval ? cell(interval->value) : "",
                                          interval ? cell(interval->low) : "",
                                          interval ? cell(interval->high) : "",
                                          !interval                 ? ""
                                          : row.estimate.resolved() ? "true"
                                                                    : "false",
                                          fmt::format("{}", row.estimate.n),
                                          row.rounds ? fmt::format("{}", *row.rounds) : "",
                                          interval ? cell(row.estimate.layouts.sd) : "",
                                          interval ? cell(row.estimate.layouts.low) : "",
                                          interval ? cell(row.estimate.layouts.high) : "",
                                          cell(row.sites_hit_per_op),
                                          passed ? cell(passed->value) : "",
                                          passed ? cell(passed->low) : "",
                                          passed ? cell(passed->high) : ""};
  return fmt::format("{}{}\r\n", fmt::join(cells, ","), std::string(kCounterColumns, ','));
}

struct CounterRow {
  std::string event;
  std::string source;
  std::optional<double> per_op;
  std::optional<Interval> difference;
  bool has_bounds = true;
  std::optional<int> layouts;
  std::optional<double> per_site;
  std::string reason;
};

std::string counter_line(const std::string& workload, const std::string& variant,
                         const CounterRow& row) {
  const auto& difference = row.difference;
  const bool bounds = difference && row.has_bounds;
  std::vector<std::string> cells(kColumns, "");
  cells[0] = quoted(workload);
  cells[1] = "counter";
  cells[2] = quoted(variant);
  if (bounds) cells[kResolved] = difference->low > 0 || difference->high < 0 ? "true" : "false";
  if (row.layouts) cells[kLayouts] = fmt::format("{}", *row.layouts);
  for (const auto& text :
       {quoted(row.event), quoted(row.source), cell(row.per_op),
        difference ? cell(difference->value) : "", bounds ? cell(difference->low) : "",
        bounds ? cell(difference->high) : "", cell(row.per_site), quoted(row.reason)})
    cells.push_back(text);
  return fmt::format("{}\r\n", fmt::join(cells, ","));
}

std::string counter_lines(const std::string& workload, const VariantReport& variant) {
  std::string result;
  for (const auto& [event, figure] : variant.counters) {
    CounterRow row{event, figure.source, figure.per_op, figure.difference.interval, true, {},
                   {},    figure.reason};
    if (figure.per_op && variant.name != kBaseline) row.layouts = figure.difference.n;
    if (figure.per_site && figure.per_site->interval)
      row.per_site = figure.per_site->interval->value;
    result += counter_line(workload, variant.name, row);
  }
  for (const auto& [event, figure] : variant.exact) {
    CounterRow row{event, figure.source(), figure.per_op, {}, !figure.simulated,
                   {},    figure.per_site, figure.reason};
    if (figure.simulated) row.event = simulated_name(event);
    if (const auto& d = figure.difference) row.difference = Interval{*d, *d, *d};
    result += counter_line(workload, variant.name, row);
  }
  return result;
}

// With the columns of a run with --state enabled.
std::string widened(const std::string& rows, const std::string& heads) {
  std::string result;
  for (std::size_t begin = 0; begin < rows.size();) {
    const std::size_t end = rows.find("\r\n", begin);
    result += rows.substr(begin, end - begin) + (begin == 0 ? heads : ",,,") + "\r\n";
    begin = end + 2;
  }
  return result;
}

std::string enabled_line(const std::string& workload, const char* kind, const std::string& name,
                         const Estimate& ns) {
  std::vector<std::string> cells(kColumns + kCounterColumns, "");
  cells[0] = quoted(workload);
  cells[1] = kind;
  cells[2] = quoted(name);
  cells[kResolved] = !ns.interval ? "" : ns.resolved() ? "true" : "false";
  cells[kLayouts] = fmt::format("{}", ns.n);
  cells.back() = quoted(ns.reason);
  const auto& found = ns.interval;
  for (const auto& text : {found ? cell(found->value) : "", found ? cell(found->low) : "",
                           found ? cell(found->high) : ""})
    cells.push_back(text);
  return fmt::format("{}\r\n", fmt::join(cells, ","));
}

std::string enabled_lines(const Report& report) {
  std::string result;
  for (const auto& workload : report.enabled) {
    for (const auto& variant : workload.variants) {
      for (const auto& cost : variant.costs)
        result +=
            enabled_line(workload.workload, "enabled", variant.variant + "@" + cost.form, cost.ns);
      for (const auto& part : variant.parts)
        result += enabled_line(workload.workload, "enabled_part", variant.variant + ":" + part.name,
                               part.ns);
    }
  }
  return result;
}

}  // namespace

std::string report_csv(const Report& report) {
  std::string result =
      "workload,kind,name,ns_per_op,percent,low,high,resolved,layouts,rounds,layout_sd_percent,"
      "layout_low_percent,layout_high_percent,sites_hit_per_op,passed_percent,passed_low,"
      "passed_high,event,source,events_per_op,difference_per_op,difference_low,difference_high,"
      "difference_per_hit,unavailable\r\n";
  for (const auto& workload : report.workloads) {
    const std::string& name = workload.context.name;
    for (const auto& variant : workload.variants) {
      result += line_of({name, "variant", variant.name, variant.ns_per_op, variant.effect,
                         variant.rounds, variant.sites_hit_per_op, variant.passed_effect});
    }
    for (const auto& cause : workload.causes) {
      result += line_of({name, "cause", cause.name, {}, cause.points, {}, {}, {}});
    }
    result += line_of({name, "reading", "kept_by_nops", {}, workload.reading.kept, {}, {}, {}});
    result += line_of({name, "reading", "only_the_call", {}, workload.reading.added, {}, {}, {}});
  }
  for (const auto& check : report.copies.workloads) {
    result += line_of({check.workload, "check", "aa", {}, check.estimate, {}, {}, {}});
  }
  for (const auto& check : report.dose.workloads) {
    result +=
        line_of({check.workload, "check", "positive_control", {}, check.estimate, {}, {}, {}});
  }
  for (const auto& workload : report.workloads) {
    for (const auto& variant : workload.variants)
      result += counter_lines(workload.context.name, variant);
  }
  if (report.enabled.empty()) return result;
  return widened(result, ",ns_per_hit,ns_per_hit_low,ns_per_hit_high") + enabled_lines(report);
}

}  // namespace tracetoll
