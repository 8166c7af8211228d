#include "contrast.hpp"

#include <algorithm>

#include "sign_test.hpp"
#include "statistics.hpp"

namespace tracetoll {

namespace {

std::string join(const std::vector<std::string>& names) {
  std::string result;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) result += i + 1 == names.size() ? " and " : ", ";
    result += names[i];
  }
  return result;
}

std::string not_measured(const std::vector<std::string>& names) {
  return join(names) + (names.size() == 1 ? " was not measured" : " were not measured");
}

}  // namespace

std::optional<double> value_of(const Contrast& contrast, const Effects& effects) {
  double sum = 0;
  for (const auto& [variant, weight] : contrast) {
    const auto effect = effects.find(variant);
    if (effect == effects.end()) return std::nullopt;
    sum += weight * effect->second;
  }
  return sum;
}

std::vector<std::string> variants_missing(const Contrast& contrast,
                                          const std::map<int, Effects>& layouts) {
  std::vector<std::string> result;
  for (const auto& [variant, weight] : contrast) {
    const auto has_it = [&, &name = variant](const auto& of) { return of.second.contains(name); };
    if (std::none_of(layouts.begin(), layouts.end(), has_it)) result.push_back(variant);
  }
  return result;
}

Estimate estimate_contrast(const Contrast& contrast, const std::map<int, Effects>& layouts,
                           const Rule& rule) {
  std::vector<double> values;
  for (const auto& [layout, effects] : layouts) {
    if (const auto value = value_of(contrast, effects)) values.push_back(*value);
  }
  Estimate result = rule.anytime ? estimate_median_anytime(values, rule.level, "layouts")
                                 : estimate_location(values, rule.level);
  const auto missing = variants_missing(contrast, layouts);
  if (!missing.empty()) result.reason = not_measured(missing);
  return result;
}

Share estimate_share_of(const Contrast& part, const Contrast& total,
                        const std::map<int, Effects>& layouts, const Rule& rule) {
  for (const Contrast& contrast : {part, total}) {
    const auto missing = variants_missing(contrast, layouts);
    if (!missing.empty()) return {{}, not_measured(missing)};
  }
  if (rule.anytime) return {{}, "no shares with --target"};
  std::vector<double> parts;
  std::vector<double> totals;
  for (const auto& [layout, effects] : layouts) {
    const auto of_part = value_of(part, effects);
    const auto of_total = value_of(total, effects);
    if (!of_part || !of_total) continue;
    parts.push_back(*of_part);
    totals.push_back(*of_total);
  }
  return estimate_share(parts, totals, rule.level);
}

Contrast operator-(Contrast left, const Contrast& right) {
  for (const auto& [variant, weight] : right) left[variant] -= weight;
  std::erase_if(left, [](const auto& term) { return term.second == 0; });
  return left;
}

}  // namespace tracetoll
