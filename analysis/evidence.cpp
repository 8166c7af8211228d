#include "evidence.hpp"

#include <fmt/format.h>

#include <cmath>

namespace tracetoll {

namespace {

struct Aspect {
  const char* one;
  const char* many;
  std::optional<int> (*count)(const CodeShape&);
};

template <auto kMember>
std::optional<int> count_of(const CodeShape& shape) {
  return shape.*kMember;
}

constexpr Aspect kInstructions = {"instruction", "instructions",
                                  count_of<&CodeShape::instructions>};
constexpr Aspect kText = {"byte of text", "bytes of text", count_of<&CodeShape::text_bytes>};
constexpr Aspect kLines = {"cache line", "cache lines", count_of<&CodeShape::hot_lines>};
constexpr Aspect kPushes = {"callee-saved push", "callee-saved pushes",
                            count_of<&CodeShape::callee_saved_pushes>};
constexpr Aspect kLoads = {"stack load", "stack loads", count_of<&CodeShape::stack_loads>};
constexpr Aspect kStores = {"stack store", "stack stores", count_of<&CodeShape::stack_stores>};
constexpr Aspect kBranches = {"conditional branch", "conditional branches",
                              count_of<&CodeShape::conditional_branches>};

using Aspects = std::vector<Aspect>;

// What each cause should change, most telling first.
const std::map<std::string, Aspects>& aspects() {
  static const std::map<std::string, Aspects> kAll = {
      {"arguments", {kInstructions, kBranches, kLoads, kStores, kText, kLines}},
      {"branch", {kBranches, kInstructions, kText, kLines}},
      {"icache", {kText, kLines}},
      {"registers", {kPushes, kLoads, kStores, kLines}},
      {"residual", {kPushes, kLoads, kStores, kLines}}};
  return kAll;
}

// What each cause is made of: without any of it there should be no time.
const std::map<std::string, Aspects>& substance() {
  static const std::map<std::string, Aspects> kAll = {{"arguments", {kInstructions}},
                                                      {"branch", {kBranches}},
                                                      {"icache", {kLines}},
                                                      {"registers", {kPushes, kLoads, kStores}}};
  return kAll;
}

// The contrast with `none` restored: effects are relative to it, counts are not.
Contrast with_baseline(Contrast contrast) {
  double sum = 0;
  for (const auto& [variant, weight] : contrast) sum += weight;
  contrast[kBaseline] -= sum;
  std::erase_if(contrast, [](const auto& term) { return term.second == 0; });
  return contrast;
}

std::optional<int> difference(const Contrast& contrast, const Aspect& aspect,
                              const std::map<std::string, CodeShape>& code) {
  double sum = 0;
  for (const auto& [variant, weight] : contrast) {
    const auto shape = code.find(variant);
    if (shape == code.end()) return std::nullopt;
    const auto count = aspect.count(shape->second);
    if (!count) return std::nullopt;
    sum += weight * *count;
  }
  return static_cast<int>(sum);
}

}  // namespace

std::vector<std::string> evidence_from_code(const std::string& cause, const Contrast& contrast,
                                            const std::map<std::string, CodeShape>& code) {
  const auto of_cause = aspects().find(cause);
  if (of_cause == aspects().end()) return {};
  std::string changed;
  std::string unchanged;
  for (const Aspect& aspect : of_cause->second) {
    const auto count = difference(with_baseline(contrast), aspect, code);
    if (!count) continue;
    const char* noun = std::abs(*count) == 1 ? aspect.one : aspect.many;
    if (*count != 0) {
      changed += fmt::format("{}{:+} {}", changed.empty() ? "" : ", ", *count, noun);
    } else {
      unchanged += fmt::format("{}{}", unchanged.empty() ? "" : ", ", noun);
    }
  }
  if (changed.empty() && unchanged.empty()) return {};
  if (changed.empty()) return {fmt::format("no change in {} of the marked functions", unchanged)};
  return {changed + " in the marked functions"};
}

std::string contradiction(const std::string& cause, const Estimate& points,
                          const Contrast& contrast, const std::map<std::string, CodeShape>& code) {
  const auto of_cause = substance().find(cause);
  if (of_cause == substance().end() || !points.resolved()) return "";
  int sum = 0;
  std::string counts;
  for (const Aspect& aspect : of_cause->second) {
    const auto count = difference(with_baseline(contrast), aspect, code);
    if (!count) return "";
    sum += *count;
    const char* noun = std::abs(*count) == 1 ? aspect.one : aspect.many;
    counts += fmt::format("{}{:+} {}", counts.empty() ? "" : ", ", *count, noun);
  }
  if (points.positive() ? sum > 0 : sum <= 0) return "";
  return fmt::format("{} in time, but {} in the code", points.positive() ? "slower" : "faster",
                     counts);
}

}  // namespace tracetoll
