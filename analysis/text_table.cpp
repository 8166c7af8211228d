#include "text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "text_format.hpp"
#include "variant_name.hpp"

namespace tracetoll {

namespace {

constexpr std::size_t kVariantWidth = 18;
constexpr std::size_t kTimeWidth = 8;

// "select_500.pure+validator=off" is the test "select_500" in the form ".pure+validator=off".
std::pair<std::string, std::string> test_and_form(const std::string& name) {
  const auto end = std::min(name.find_first_of(".+"), name.size());
  return {name.substr(0, end), name.substr(end)};
}

int test_rank(const std::string& test) {
  return test == "open_close" ? 0 : test == "select_500" ? 1 : 2;
}

int form_rank(const std::string& form) {
  return form.empty() ? 0 : form == ".pure" ? 1 : 2;
}

// Nanoseconds where the whole column would be hardly a microsecond.
double scale_of(const WorkloadReport& workload) {
  for (const auto& variant : workload.variants) {
    if (variant.ns_per_op && *variant.ns_per_op >= 500) return 1000;
  }
  return 1;
}

int decimals_of(const WorkloadReport& workload) {
  std::vector<const Estimate*> effects;
  for (const auto& variant : workload.variants) {
    if (variant.name != kBaseline) effects.push_back(&variant.effect);
  }
  return common_decimals(effects);
}

std::string cells(const WorkloadReport& workload, const std::string& name) {
  const VariantReport* variant = find_variant(workload, name);
  if (!variant || !variant->ns_per_op) {
    return fmt::format("  {:>{}}  {:<{}}", "-", kTimeWidth, "   not measured", kEffectWidth);
  }
  const auto effect =
      name == kBaseline ? "" : effect_cell(variant->effect, " %", decimals_of(workload));
  return fmt::format("  {:>{}}  {:<{}}", time_cell(*variant->ns_per_op, scale_of(workload)),
                     kTimeWidth, effect, kEffectWidth);
}

}  // namespace

std::vector<std::vector<const WorkloadReport*>> tables_of(const Report& report) {
  std::vector<std::pair<std::string, std::vector<const WorkloadReport*>>> forms;
  for (const auto& workload : report.workloads) {
    if (!workload.measured()) continue;
    const auto form = test_and_form(workload.context.name).second;
    auto found = std::find_if(forms.begin(), forms.end(), [&](auto& f) { return f.first == form; });
    if (found == forms.end()) found = forms.insert(found, {form, {}});
    found->second.push_back(&workload);
  }
  std::stable_sort(forms.begin(), forms.end(), [](const auto& left, const auto& right) {
    return form_rank(left.first) < form_rank(right.first);
  });
  std::vector<std::vector<const WorkloadReport*>> result;
  for (auto& [form, workloads] : forms) {
    const auto rank = [](const WorkloadReport* workload) {
      return test_rank(test_and_form(workload->context.name).first);
    };
    std::stable_sort(workloads.begin(), workloads.end(),
                     [&](auto* left, auto* right) { return rank(left) < rank(right); });
    for (std::size_t i = 0; i < workloads.size(); ++i) {
      if (i % 2 == 0) result.emplace_back();
      result.back().push_back(workloads[i]);
    }
  }
  return result;
}

std::string text_table(const std::vector<const WorkloadReport*>& workloads) {
  constexpr std::size_t kWorkloadWidth = 2 + kTimeWidth + 2 + kEffectWidth;
  std::string names(kVariantWidth, ' ');
  std::string heads = fmt::format("{:<{}}", "variant", kVariantWidth);
  for (const auto* workload : workloads) {
    names += fmt::format("    {:<{}}", fit(workload->context.name, kWorkloadWidth - 4),
                         kWorkloadWidth - 4);
    heads += fmt::format("  {:>{}}  {:<{}}", scale_of(*workload) > 1 ? "us" : "ns", kTimeWidth,
                         "   slow-down", kEffectWidth);
  }
  std::string result = trimmed(names) + trimmed(heads);
  for (const auto& variant : workloads.front()->variants) {
    if (is_enabled_variant(variant.name)) continue;  // they have a table of their own
    std::string line = fmt::format("{:<{}}", fit(variant.name, kVariantWidth), kVariantWidth);
    for (const auto* workload : workloads) line += cells(*workload, variant.name);
    result += trimmed(line);
  }
  return result;
}

}  // namespace tracetoll
