#include "variant_name.hpp"

#include <algorithm>
#include <charconv>

namespace tracetoll {

std::optional<PatchedName> patched_name(const std::string& variant) {
  const std::size_t at = variant.find('@');
  if (at == std::string::npos) return std::nullopt;
  return PatchedName{variant.substr(0, at), variant.substr(at + 1)};
}

bool is_patch_form(std::string_view form) {
  return std::ranges::find(kPatchForms, form) != kPatchForms.end();
}

bool is_enabled_form(std::string_view form) {
  return std::ranges::find(kEnabledForms, form) != kEnabledForms.end();
}

bool calls_probe(std::string_view enabled_form) {
  return enabled_form != "taken" && enabled_form != "saved";
}

bool is_enabled_variant(const std::string& variant) {
  const auto name = patched_name(variant);
  return name && is_enabled_form(name->form);
}

bool has_nop_sites(std::string_view built) {
  return built == "nop5" || built == "static_key" || built.starts_with("sled_executed:");
}

bool has_function_sites(std::string_view built) {
  return built == "patchable_entry" || built == "mcount" || built == "xray";
}

bool has_control_dose(std::string_view variant) {
  return variant.ends_with(kControlSuffix);
}

std::string without_control_dose(std::string_view variant) {
  if (has_control_dose(variant)) variant.remove_suffix(kControlSuffix.size());
  return std::string(variant);
}

std::optional<CopiesName> copies_name(const std::string& variant) {
  const std::size_t star = variant.find('*');
  if (star == std::string::npos || star == 0) return std::nullopt;
  if (variant.find('-', star) != std::string::npos) return std::nullopt;  // "-0" is a number too
  CopiesName name{variant.substr(0, star), 0};
  const char* const end = variant.data() + variant.size();
  const auto [stopped, error] = std::from_chars(variant.data() + star + 1, end, name.copies);
  if (error != std::errc{} || stopped != end) return std::nullopt;
  return name;
}

}  // namespace tracetoll
