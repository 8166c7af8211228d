#include "arguments.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "error.hpp"
#include "variant_name.hpp"

namespace tracetoll {
namespace {

constexpr double kLongestBudget = 24 * 3600;
constexpr long kLongestSled = 16384;

// The whole of `text` as a finite number.
template <typename Number>
bool parse_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

}  // namespace

double parse_duration(const std::string& text) {
  struct Unit {
    std::string_view suffix;
    double seconds;
  };
  constexpr Unit kUnits[] = {{"ms", 1e-3}, {"s", 1}, {"m", 60}, {"h", 3600}, {"", 1}};
  for (const Unit& unit : kUnits) {
    if (!text.ends_with(unit.suffix)) continue;
    double value = 0;
    const auto number = std::string_view(text).substr(0, text.size() - unit.suffix.size());
    if (!parse_number(number, value) || !std::isfinite(value)) break;
    const double seconds = value * unit.seconds;
    if (seconds > 0 && seconds <= kLongestBudget) return seconds;
    break;
  }
  throw InputError(fmt::format(
      "--budget '{}': give a time of more than 0 and at most 24h, as in 20s, 2m or 1.5h", text));
}

double parse_percent(const std::string& what, const std::string& text, double least, double most) {
  auto number = std::string_view(text);
  if (number.ends_with('%')) number.remove_suffix(1);
  double value = 0;
  // Not "-0" either. A NaN is not within the bounds.
  const bool sound =
      !number.starts_with('-') && parse_number(number, value) && value >= least && value <= most;
  if (sound) return value;
  throw InputError(fmt::format("{} '{}': give a percentage from {:g} to {:g}, as in 1% or 0.5%",
                               what, text, least, most));
}

long parse_whole(const std::string& what, const std::string& text, long least, long most) {
  long value = 0;
  if (!parse_number(std::string_view(text), value) || value < least || value > most)
    throw InputError(
        fmt::format("{} '{}': give a whole number from {} to {}", what, text, least, most));
  return value;
}

int sled_length(const std::string& variant) {
  const std::size_t colon = variant.find(':');
  if (!variant.starts_with("sled_") || colon == std::string::npos) return 0;
  const std::string length = variant.substr(colon + 1);
  if (length == "matched") return 0;
  return static_cast<int>(
      parse_whole(variant.substr(0, colon) + ": length", length, 1, kLongestSled));
}

std::string canonical_variant(const std::string& variant) {
  if (const auto patched = patched_name(variant))
    return canonical_variant(patched->built) + "@" + patched->form;
  if (has_control_dose(variant))
    return canonical_variant(without_control_dose(variant)).append(kControlSuffix);
  if (variant == "sled_cold" || variant == "sled_inline" || variant == "sled_executed")
    return variant + ":750";
  const int length = sled_length(variant);
  return length == 0 ? variant : fmt::format("{}:{}", variant.substr(0, variant.find(':')), length);
}

}  // namespace tracetoll
