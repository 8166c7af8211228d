#include "text_patched.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "text_format.hpp"

namespace tracetoll {

namespace {

constexpr std::size_t kNameWidth = 42;

std::string cell(const Estimate& effect) {
  if (!effect.interval) return fmt::format("not enough rounds ({})", effect.n);
  return effect_cell(effect, " %", decimals_for(*effect.interval));
}

// "12 up, 0 down of 16 layouts": in how many single layouts it is resolved.
std::string by_layout(const PatchedEffect& patched) {
  const auto count = [&](auto side) {
    return std::ranges::count_if(patched.layouts, side, &PatchedLayout::effect);
  };
  return fmt::format("{} up, {} down of {}", count([](const Estimate& e) { return e.positive(); }),
                     count([](const Estimate& e) { return e.negative(); }), patched.layouts.size());
}

}  // namespace

std::string text_patched(const Report& report) {
  if (report.patched.empty()) return "";
  std::string result = trimmed(fmt::format("  {:<{}}  {:<{}}  {}", "", kNameWidth, "     effect",
                                           kEffectWidth, "layouts resolved"));
  for (const auto& patched : report.patched) {
    result += trimmed(fmt::format(
        "  {:<{}}  {:<{}}  {}", fit(patched.workload + ": " + patched.variant, kNameWidth),
        kNameWidth, cell(patched.effect), kEffectWidth, by_layout(patched)));
  }
  return result;
}

}  // namespace tracetoll
