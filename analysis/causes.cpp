#include "causes.hpp"

namespace tracetoll {

namespace {

const Contrast kCall = {{"call", 1}};
const Contrast kNops = {{"sled_cold:750", 1}};

}  // namespace

std::vector<std::pair<std::string, Contrast>> ladder() {
  std::vector<std::pair<std::string, Contrast>> result = {
      {"arguments", {{"anchor", 1}}},
      {"branch", {{"branch", 1}, {"anchor", -1}}},
      {"icache", {{"sled_cold:matched", 1}, {"branch", -1}}},
      {"registers", {{"clobber", 1}, {"branch", -1}}}};
  Contrast residual = kCall;
  for (const auto& [name, contrast] : result) residual = residual - contrast;
  residual["anchor"] = 0;  // cancels, but without it two of the parts are unknown
  result.emplace_back("residual", residual);
  return result;
}

std::vector<Cause> find_causes(const std::map<int, Effects>& layouts, const Rule& rule) {
  std::vector<Cause> result;
  for (const auto& [name, contrast] : ladder()) {
    Cause cause{name, contrast, estimate_contrast(contrast, layouts, rule), {}};
    cause.share_of_call = estimate_share_of(contrast, kCall, layouts, rule);
    if (!cause.points.interval) cause.share_of_call = {{}, cause.points.reason};
    result.push_back(std::move(cause));
  }
  return result;
}

std::optional<LargestCause> find_largest(const std::vector<Cause>& causes,
                                         const std::map<int, Effects>& layouts, const Rule& rule) {
  const Cause* first = nullptr;
  double others = -1;
  for (const Cause& cause : causes) {
    if (cause.points.interval) ++others;
    if (!cause.points.positive()) continue;
    if (!first || cause.points.interval->value > first->points.interval->value) first = &cause;
  }
  if (!first) return std::nullopt;
  LargestCause result{first->name, {}};
  for (const Cause& cause : causes) {
    if (&cause == first || !cause.points.interval) continue;
    const auto difference = estimate_contrast(first->contrast - cause.contrast, layouts,
                                              rule.at(1 - (1 - rule.level) / others));
    if (!difference.positive()) result.rivals.push_back(cause.name);
  }
  return result;
}

Reading2007 read_as_in_2007(const std::map<int, Effects>& layouts, const Rule& rule) {
  const Contrast rest = kCall - kNops;
  return {estimate_contrast(kNops, layouts, rule), estimate_share_of(kNops, kCall, layouts, rule),
          estimate_contrast(rest, layouts, rule), estimate_share_of(rest, kCall, layouts, rule)};
}

}  // namespace tracetoll
