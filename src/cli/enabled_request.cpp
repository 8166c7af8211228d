#include "enabled_request.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "error.hpp"
#include "names.hpp"
#include "variant_name.hpp"

namespace tracetoll {
namespace {

using Reasons = std::map<std::string, std::string>;

const SwitchForms& forms_of(const Switchable& switchable, const std::string& variant) {
  static const SwitchForms kNone = {{}, "nothing is known of its sites"};
  const auto found = switchable.find(variant);
  return found == switchable.end() ? kNone : found->second;
}

std::vector<std::string> available(const SwitchForms& forms) {
  std::vector<std::string> result;
  for (const std::string_view form : kEnabledForms) {
    const auto found = forms.forms.find(std::string(form));
    if (found != forms.forms.end() && found->second.empty()) result.emplace_back(form);
  }
  return result;
}

std::string why_not(const SwitchForms& forms) {
  for (const auto& [form, reason] : forms.forms)
    if (!reason.empty()) return reason;
  return forms.why_not;
}

[[noreturn]] void refuse(const std::string& variant, const std::string& why) {
  throw InputError(fmt::format("variant '{}' cannot be switched on: {}", variant, why));
}

void check_asked(const std::string& variant, const Switchable& switchable) {
  const auto name = patched_name(variant);
  if (!name || !is_enabled_form(name->form)) return;
  const SwitchForms& forms = forms_of(switchable, name->built);
  const auto names = available(forms);
  if (std::ranges::find(names, name->form) != names.end()) return;
  if (const auto reason = forms.forms.find(name->form); reason != forms.forms.end())
    refuse(variant, reason->second);
  if (names.empty()) refuse(variant, why_not(forms));
  refuse(variant,
         fmt::format("{} has no such form; there are {}", name->built, fmt::join(names, ", ")));
}

bool is_compiled(const std::string& variant) {
  return !patched_name(variant) && !copies_name(variant) && !has_control_dose(variant) &&
         variant != kBaseline && variant != kBaselineCopy;
}

}  // namespace

bool switches_sites(const RunRequest& request) {
  return request.enabled || std::ranges::any_of(request.variants, is_enabled_variant);
}

std::map<std::string, std::string> choose_forms(RunRequest& request, const Switchable& switchable,
                                                const std::vector<std::string>& known,
                                                bool by_name) {
  for (const std::string& variant : request.variants) check_asked(variant, switchable);
  Reasons reasons;
  if (!request.enabled) return reasons;
  if (request.all_techniques)
    for (const std::string& variant : known)
      if (is_compiled(variant) && !variant.starts_with("sled_"))
        request.variants.push_back(variant);
  std::vector<std::string> chosen;
  const auto add = [&](const std::string& variant) {
    if (std::ranges::find(chosen, variant) == chosen.end()) chosen.push_back(variant);
  };
  for (const std::string& variant : request.variants) {
    if (!is_compiled(variant)) {
      add(variant);
      continue;
    }
    const SwitchForms& forms = forms_of(switchable, variant);
    const auto names = available(forms);
    if (names.empty() && by_name) refuse(variant, why_not(forms));
    if (!forms.why_not.empty()) reasons[variant] = forms.why_not;
    if (!forms.forms.empty() || !request.all_techniques) add(variant);
    for (const std::string& form : names) add(fmt::format("{}@{}", variant, form));
    for (const auto& [form, reason] : forms.forms)
      if (!reason.empty()) reasons[fmt::format("{}@{}", variant, form)] = reason;
  }
  request.variants = chosen;
  return reasons;
}

}  // namespace tracetoll
