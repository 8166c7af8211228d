// The report as CSV (RFC 4180: CRLF, quotes doubled), one row an effect, cause, reading or check.
// An empty cell is a figure that is missing. Decimal point, no thousands separators, whatever the
// locale.

#include <fmt/format.h>

#include <vector>

#include "report.hpp"

namespace tracetoll {

namespace {

struct Row {
  std::string workload;
  std::string kind;  // variant, cause, reading, check
  std::string name;
  std::optional<double> ns_per_op;
  Estimate estimate;
  std::optional<int> rounds;
  std::optional<double> sites_hit_per_op;
  Estimate passed;  // without gated rounds
};

std::string quoted(const std::string& text) {
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
  return fmt::format("{}\r\n", fmt::join(cells, ","));
}

}  // namespace

std::string report_csv(const Report& report) {
  std::string result =
      "workload,kind,name,ns_per_op,percent,low,high,resolved,layouts,rounds,layout_sd_percent,"
      "layout_low_percent,layout_high_percent,sites_hit_per_op,passed_percent,passed_low,"
      "passed_high\r\n";
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
  return result;
}

}  // namespace tracetoll
