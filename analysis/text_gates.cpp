#include "text_gates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "text_format.hpp"

namespace tracetoll {

namespace {

constexpr const char* kIndent = "                    ";

// "12 had an involuntary switch"; what was not read is said to be so.
std::string gate_phrase(const std::optional<int>& count, const char* what) {
  return count ? fmt::format("{} {}", *count, what) : fmt::format("(not read: {})", what);
}

bool changes_sides(const VariantReport& variant) {
  return variant.effect.positive() != variant.passed_effect.positive() ||
         variant.effect.negative() != variant.passed_effect.negative();
}

// What the figures would be without the gated rounds, as far as it differs.
std::string without_gated(const Report& report) {
  std::optional<double> largest;
  std::vector<std::string> changed;
  for (const auto& workload : report.workloads) {
    for (const auto& variant : workload.variants) {
      const auto& all = variant.effect.interval;
      const auto& passed = variant.passed_effect.interval;
      if (variant.name == kBaseline || !all) continue;
      if (passed) largest = std::max(largest.value_or(0), std::abs(passed->value - all->value));
      if (!changes_sides(variant)) continue;
      changed.push_back(fmt::format("{} of {} ({})", fit(variant.name, 30),
                                    fit(workload.context.name, 40),
                                    effect_phrase(variant.passed_effect, " %")));
    }
  }
  if (!largest) return "without those too few are left to say what would change";
  const auto verdicts = changed.empty() ? std::string("and no verdict changes")
                                        : fmt::format("and {} would read otherwise: {}",
                                                      changed.size(), fmt::join(changed, ", "));
  return fmt::format("without those no effect moves by more than {:.2g} points, {}", *largest,
                     verdicts);
}

std::string gate_lines(const Report& report) {
  const GateCounts& gates = report.gates;
  if (gates.rounds == 0) return "";
  const auto counts =
      fmt::format("of {} rounds {}, {}, {}, {}", gates.rounds,
                  gate_phrase(gates.switches, "had an involuntary switch"),
                  gate_phrase(gates.migrations, "a migration"),
                  gate_phrase(gates.steal, "time reported as stolen"),
                  gate_phrase(gates.frequency, "a CPU whose speed changed by over 10 %"));
  const auto outcome = gates.gated == 0 ? std::string("none would go")
                                        : fmt::format("{} would go; they are kept above, {}",
                                                      gates.gated, without_gated(report));
  return wrap(counts + ": " + outcome, "  gates             ", kIndent);
}

std::string autocorrelation_line(const Report& report) {
  std::vector<std::string> items;
  for (const auto& workload : report.workloads) {
    if (!workload.autocorrelation) continue;
    items.push_back(
        fmt::format("{} {:+.2f}", fit(workload.context.name, 60), *workload.autocorrelation));
  }
  if (items.empty()) return "";
  return wrap(fmt::format("lag 1 of a process's rounds (median of the variants): {}; over 0.2 its "
                          "rounds hardly count as several, the layouts still do",
                          fmt::join(items, ", ")),
              "  autocorrelation   ", kIndent);
}

}  // namespace

std::string text_gates(const Report& report) {
  return gate_lines(report) + autocorrelation_line(report);
}

}  // namespace tracetoll
