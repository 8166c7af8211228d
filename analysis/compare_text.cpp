// The comparison that a person reads. From the answer down to the fine print: what makes it
// unreliable, the verdict, which runs, the effects, the times, notes.

#include <fmt/format.h>

#include <algorithm>

#include "compare.hpp"
#include "compare_verdict.hpp"
#include "text_format.hpp"
#include "text_run.hpp"

namespace tracetoll {

namespace {

constexpr std::size_t kNameWidth = 18;
constexpr std::size_t kFigureWidth = 23;  // "+12.34 [+10.14, +14.04]"
constexpr std::size_t kTimeWidth = 8;
constexpr std::size_t kMostNotes = 20;

std::string run_line(const char* name, const Report& report) {
  const auto file = report.file.empty() ? "" : fit(report.file, 70) + ": ";
  return wrap(file + text_machine(report.context) + "; " + text_size(report),
              fmt::format("{}  ", name), "     ");
}

// The effect of one run, resolved or not: its interval stands beside it.
std::string figure_cell(const Estimate& estimate, int decimals) {
  if (!estimate.interval) {
    return estimate.n > 0 ? fmt::format("  layouts: {}", estimate.n) : "  not measured";
  }
  return fmt::format("{:>6} {}", signed_number(estimate.interval->value, decimals),
                     bounds(*estimate.interval, decimals));
}

std::string change_cell(const Change& change, std::string_view unit, int decimals) {
  if (change.change.interval) return effect_cell(change.change, unit, decimals);
  if (change.change.n == 0) return fit(change.change.reason, kEffectWidth);
  return fmt::format("not enough layouts: {} and {}", change.before.n, change.after.n);
}

std::string effects_table(const WorkloadComparison& workload) {
  std::vector<const Estimate*> figures;
  std::vector<const Estimate*> changes;
  for (const auto& variant : workload.variants) {
    if (!variant.effect) continue;
    figures.insert(figures.end(), {&variant.effect->before, &variant.effect->after});
    changes.push_back(&variant.effect->change);
  }
  if (changes.empty()) return "";
  std::string result =
      trimmed(fit(workload.name, kColumns)) +
      trimmed(fmt::format("{:<{}}     OLD{:{}}     NEW{:{}}  change in points", "variant",
                          kNameWidth, "", kFigureWidth - 6, "", kFigureWidth - 6));
  for (const auto& variant : workload.variants) {
    if (!variant.effect) continue;
    result += trimmed(
        fmt::format("{:<{}}  {:<{}}  {:<{}}  {}", fit(variant.name, kNameWidth), kNameWidth,
                    figure_cell(variant.effect->before, common_decimals(figures)), kFigureWidth,
                    figure_cell(variant.effect->after, common_decimals(figures)), kFigureWidth,
                    change_cell(*variant.effect, "", common_decimals(changes))));
  }
  return result;
}

double scale_of(const WorkloadComparison& workload) {
  for (const auto& variant : workload.variants) {
    const auto& time = variant.time.before.interval;
    if (time && time->value >= 500) return 1000;
  }
  return 1;
}

std::string time_of(const Estimate& estimate, double scale) {
  return estimate.interval ? time_cell(estimate.interval->value, scale) : "-";
}

std::string times_table(const WorkloadComparison& workload) {
  const double scale = scale_of(workload);
  const char* unit = scale > 1 ? "us" : "ns";
  std::vector<const Estimate*> changes;
  for (const auto& variant : workload.variants) changes.push_back(&variant.time.change);
  std::string result = trimmed(fit(workload.name, kColumns)) +
                       trimmed(fmt::format("{:<{}}  {:>{}}  {:>{}}  change in percent", "variant",
                                           kNameWidth, fmt::format("OLD {}", unit), kTimeWidth,
                                           fmt::format("NEW {}", unit), kTimeWidth));
  for (const auto& variant : workload.variants) {
    result += trimmed(fmt::format("{:<{}}  {:>{}}  {:>{}}  {}", fit(variant.name, kNameWidth),
                                  kNameWidth, time_of(variant.time.before, scale), kTimeWidth,
                                  time_of(variant.time.after, scale), kTimeWidth,
                                  change_cell(variant.time, "", common_decimals(changes))));
  }
  return result;
}

std::string section(const Comparison& comparison, const std::string& heading,
                    std::string (*table)(const WorkloadComparison&)) {
  std::string tables;
  for (const auto& workload : comparison.workloads) {
    const auto one = table(workload);
    if (!one.empty()) tables += "\n" + one;
  }
  return tables.empty() ? "" : "\n" + wrap(heading, "", "  ") + tables;
}

std::string notes(const Comparison& comparison) {
  const auto all = compare_notes(comparison);
  std::string result = "\nNotes\n";
  for (std::size_t i = 0; i < all.size(); ++i) {
    // The last, on how many were compared, is always there.
    if (i < kMostNotes || i + 1 == all.size()) result += wrap(all[i], "  - ", "    ");
    if (i + 2 == all.size() && all.size() > kMostNotes + 1) {
      result += wrap(fmt::format("and {} more", all.size() - 1 - kMostNotes), "  - ", "    ");
    }
  }
  return result;
}

}  // namespace

std::string compare_text(const Comparison& comparison) {
  const auto unreliable = compare_unreliable(comparison);
  return unreliable + (unreliable.empty() ? "" : "\n") +
         wrap(compare_verdict(comparison), "", "  ") + "\n" + run_line("OLD", comparison.before) +
         run_line("NEW", comparison.after) +
         section(comparison,
                 fmt::format("Effects: slow-down against `none` in percent with its {:g} % "
                             "interval across layouts, and the change",
                             100 * kDefaultLevel),
                 effects_table) +
         section(comparison,
                 "Times: CPU time of one operation, and its change. The machine's speed of that "
                 "hour is in it, which no interval within two runs can know: what `none` did "
                 "stands first.",
                 times_table) +
         notes(comparison);
}

}  // namespace tracetoll
