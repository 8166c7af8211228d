#include "evidence.hpp"

#include <fmt/format.h>

#include <cmath>

namespace tracetoll {

namespace {

struct Aspect {
  const char* one;
  const char* many;
  int CodeShape::*count;
};

// What each cause should change, most telling first.
const std::map<std::string, std::vector<Aspect>>& aspects() {
  static const Aspect kInstructions = {"instruction", "instructions", &CodeShape::instructions};
  static const Aspect kText = {"byte of text", "bytes of text", &CodeShape::text_bytes};
  static const Aspect kPushes = {"callee-saved push", "callee-saved pushes",
                                 &CodeShape::callee_saved_pushes};
  static const Aspect kLoads = {"stack load", "stack loads", &CodeShape::stack_loads};
  static const Aspect kStores = {"stack store", "stack stores", &CodeShape::stack_stores};
  static const Aspect kBranches = {"conditional branch", "conditional branches",
                                   &CodeShape::conditional_branches};
  static const std::map<std::string, std::vector<Aspect>> kAll = {
      {"arguments", {kInstructions, kBranches, kLoads, kStores, kText}},
      {"branch", {kBranches, kInstructions, kText}},
      {"icache", {kText}},
      {"registers", {kPushes, kLoads, kStores}},
      {"residual", {kPushes, kLoads, kStores}}};
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
    sum += weight * (shape->second.*aspect.count);
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
    if (!count) return {};
    const char* noun = std::abs(*count) == 1 ? aspect.one : aspect.many;
    if (*count != 0) {
      changed += fmt::format("{}{:+} {}", changed.empty() ? "" : ", ", *count, noun);
    } else {
      unchanged += fmt::format("{}{}", unchanged.empty() ? "" : ", ", noun);
    }
  }
  if (changed.empty()) return {fmt::format("no change in {} of the marked functions", unchanged)};
  return {changed + " in the marked functions"};
}

std::vector<std::string> evidence_from_counter(const std::string& counter, const Contrast& contrast,
                                               const EventsPerOp& events) {
  const auto sum = value_of(with_baseline(contrast), events);
  if (!sum) return {};
  return {fmt::format("{:+.3g} {} an operation (perf_event)", *sum, counter)};
}

}  // namespace tracetoll
