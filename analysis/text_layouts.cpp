#include "text_layouts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "text_format.hpp"
#include "variant_name.hpp"

namespace tracetoll {

namespace {

constexpr std::size_t kVariantWidth = 18;
constexpr std::size_t kSdWidth = 5;
constexpr std::size_t kRangeWidth = 16;
constexpr std::size_t kPassedWidth = 16;
constexpr std::size_t kWorkloadWidth = kSdWidth + 1 + kRangeWidth + 1 + kPassedWidth;

bool has_interval(const WorkloadReport& workload) {
  return std::ranges::any_of(workload.variants, [](const VariantReport& variant) {
    return variant.name != kBaseline && variant.effect.interval;
  });
}

// kSdWidth wide at most.
std::string sd_cell(double sd) {
  if (sd >= 1000 || (sd > 0 && sd < 0.001)) return fmt::format("{:.0e}", sd);
  return sd < 0.1 ? fmt::format("{:.2g}", std::round(1000 * sd) / 1000) : fmt::format("{:.3g}", sd);
}

std::string cells(const WorkloadReport& workload, const std::string& name) {
  const VariantReport* variant = find_variant(workload, name);
  if (variant == nullptr || !variant->effect.interval)
    return fmt::format("  {:<{}}", "not measured", kWorkloadWidth);
  const Spread& spread = variant->effect.layouts;
  const int decimals = decimals_for({0, spread.low, spread.high});
  const auto& passed = variant->passed_effect.interval;
  return fmt::format("  {:>{}} {:<{}} {:<{}}", sd_cell(spread.sd), kSdWidth,
                     bounds({0, spread.low, spread.high}, decimals), kRangeWidth,
                     passed ? bounds(*passed, decimals_for(*passed)) : "not enough", kPassedWidth);
}

}  // namespace

std::string text_layouts(const std::vector<const WorkloadReport*>& workloads) {
  if (std::ranges::none_of(workloads, [](const auto* one) { return has_interval(*one); }))
    return "";
  std::string names(kVariantWidth, ' ');
  std::string heads = fmt::format("{:<{}}", "variant", kVariantWidth);
  for (const auto* workload : workloads) {
    names += fmt::format("    {:<{}}", fit(workload->context.name, kWorkloadWidth - 2),
                         kWorkloadWidth - 2);
    heads += fmt::format("  {:>{}} {:<{}} {:<{}}", "SD", kSdWidth, "range", kRangeWidth,
                         "without gated", kPassedWidth);
  }
  std::string result = trimmed(names) + trimmed(heads);
  for (const auto& variant : workloads.front()->variants) {
    if (variant.name == kBaseline || is_enabled_variant(variant.name)) continue;
    std::string line = fmt::format("{:<{}}", fit(variant.name, kVariantWidth), kVariantWidth);
    for (const auto* workload : workloads) line += cells(*workload, variant.name);
    result += trimmed(line);
  }
  return result;
}

}  // namespace tracetoll
