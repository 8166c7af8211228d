#include "text_counts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "count_format.hpp"
#include "text_format.hpp"

namespace tracetoll {

namespace {

constexpr std::size_t kVariantWidth = 18;
constexpr std::size_t kNumberWidth = 9;
constexpr std::size_t kCellsWidth = kExactEvents.size() * kNumberWidth;
constexpr std::array<const char*, kExactEvents.size()> kHeads = {"instr.", "loads", "stores",
                                                                 "cond.br."};

using Rows = std::vector<std::string>;  // of cells, one a variant, without `none`

struct Column {
  std::vector<std::string> workloads;
  Rows rows;
  bool a_hit = false;  // differences are a site hit, else an operation
};

// Is some hit known of every variant but `none`? A column has one unit.
bool has_hits(const WorkloadReport& workload) {
  return std::ranges::all_of(workload.variants, [](const auto& variant) {
    return variant.name == kBaseline || variant.sites_hit_per_op.value_or(0) >= kFewestHits;
  });
}

std::string difference_cell(const ExactFigure& figure, bool a_hit) {
  const auto& difference = a_hit ? figure.per_site : figure.difference;
  if (!difference) return "-";
  const auto text = a_hit ? signed_rate(*difference) : signed_count(*difference);
  return text.size() < kNumberWidth ? text : fmt::format("{:+.2g}", *difference);
}

Column column_of(const WorkloadReport& workload) {
  Column column{{workload.context.name}, {}, has_hits(workload)};
  for (const auto& variant : workload.variants) {
    if (variant.name == kBaseline) continue;
    std::string row;
    for (const char* event : kExactEvents) {
      const auto found = variant.exact.find(event);
      const auto text =
          found == variant.exact.end() ? "-" : difference_cell(found->second, column.a_hit);
      row += fmt::format("{:>{}}", text, kNumberWidth);
    }
    column.rows.push_back(std::move(row));
  }
  return column;
}

// "select_500.pure: none executes 41203 instructions, 12011 loads, ... an operation"
std::string baseline_line(const WorkloadReport& workload) {
  const VariantReport* none = find_variant(workload, kBaseline);
  std::vector<std::string> counts;
  for (const char* event : kExactEvents) {
    const auto found = none->exact.find(event);
    if (found == none->exact.end() || !found->second.per_op) continue;
    counts.push_back(
        count_number(*found->second.per_op) + " " +
        (std::string(event) == "conditional-branches" ? "conditional branches" : event));
  }
  if (counts.empty()) return "";
  return wrap(fmt::format("{}: none executes {} an operation", fit(workload.context.name, 40),
                          fmt::join(counts, ", ")),
              "  ", "    ");
}

std::vector<Column> columns_of(const Report& report) {
  std::vector<Column> columns;
  for (const auto& workload : report.workloads) {
    if (!workload.no_exact_counts.empty()) continue;
    Column column = column_of(workload);
    const auto same = std::ranges::find_if(columns, [&](const Column& other) {
      return other.rows == column.rows && other.a_hit == column.a_hit;
    });
    if (same == columns.end()) {
      columns.push_back(std::move(column));
    } else {
      same->workloads.push_back(workload.context.name);
    }
  }
  return columns;
}

std::string table_of(const std::vector<VariantReport>& variants, const Column* begin,
                     const Column* end) {
  std::string names(kVariantWidth, ' ');
  std::string heads = fmt::format("{:<{}}", "variant", kVariantWidth);
  for (const Column* column = begin; column != end; ++column) {
    const auto name = fmt::format("{}{}", fmt::join(column->workloads, ", "),
                                  column->a_hit ? "" : " (an operation)");
    names += fmt::format("    {:<{}}", fit(name, kCellsWidth - 2), kCellsWidth - 2);
    heads += "  ";
    for (const char* head : kHeads) heads += fmt::format("{:>{}}", head, kNumberWidth);
  }
  std::string result = trimmed(names) + trimmed(heads);
  std::size_t row = 0;
  for (const auto& variant : variants) {
    if (variant.name == kBaseline) continue;
    auto line = fmt::format("{:<{}}", fit(variant.name, kVariantWidth), kVariantWidth);
    for (const Column* column = begin; column != end; ++column) line += "  " + column->rows[row];
    ++row;
    result += trimmed(line);
  }
  return result;
}

// Workloads by what can be said of them.
std::map<std::string, std::vector<std::string>> hit_lines(const Report& report) {
  std::map<std::string, std::vector<std::string>> result;
  for (const auto& workload : report.workloads) {
    const HitCheck& hits = workload.hits;
    std::string line;
    if (hits.checked > 0) {
      line = fmt::format("{} of {} markers checked by hardware breakpoints, {}", hits.checked,
                         hits.markers,
                         hits.disagreements.empty()
                             ? "all agree"
                             : fmt::format("{} DISAGREE (see below)", hits.disagreements.size()));
    } else if (!workload.context.no_breakpoints.empty()) {
      line = "not checked by hardware breakpoints: " + hits.reason;
    }
    if (!line.empty()) result[line].push_back(workload.context.name);
  }
  return result;
}

}  // namespace

std::string text_counts(const Report& report) {
  const auto columns = columns_of(report);
  std::string result;
  for (const auto& workload : report.workloads) {
    if (workload.no_exact_counts.empty()) result += baseline_line(workload);
  }
  for (std::size_t i = 0; i < columns.size(); i += 2) {
    const auto end = std::min(i + 2, columns.size());
    result += "\n" +
              table_of(report.workloads.front().variants, columns.data() + i, columns.data() + end);
  }
  return result;
}

std::string text_counts_heading(const Report& report) {
  const CountStudy& study = report.context.exact;
  return fmt::format(
      "Counts ({}, layout {}): exact, user mode alone; what each variant executes "
      "more than `none`, a site hit",
      study.tool, study.layout);
}

std::string text_hits(const Report& report) {
  const auto lines = hit_lines(report);
  std::string result;
  for (const auto& [line, workloads] : lines) {
    const auto of = lines.size() == 1 ? "" : fmt::format(" of {}", fmt::join(workloads, ", "));
    result += wrap(fmt::format("site hits{}: {}", of, line), "  ", "    ");
  }
  return result;
}

std::vector<std::string> text_hits_odd(const Report& report) {
  std::vector<std::string> result;
  for (const auto& workload : report.workloads) {
    for (const auto& one : workload.hits.disagreements)
      result.push_back(fmt::format("SITE HITS DISAGREE in {}: {}; figures a site hit are in doubt",
                                   fit(workload.context.name, 60), one));
  }
  return result;
}

}  // namespace tracetoll
