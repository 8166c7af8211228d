#include "enabled.hpp"

#include <algorithm>

#include "effects.hpp"
#include "statistics.hpp"
#include "variant_name.hpp"

namespace tracetoll {

namespace {

constexpr const char* kReference = "call";  // what all others are held against

std::optional<double> typical_ns(const std::vector<Block>& blocks, const std::string& variant) {
  return typical(blocks, variant, [](const Block& block) {
    return std::optional(ns_per_operation(block, Clock::kCpu));
  });
}

std::string on(const std::string& variant, std::string_view form) {
  return variant + "@" + std::string(form);
}

std::vector<std::string> forms_of(const Context& context, const std::string& variant) {
  std::vector<std::string> result;
  for (const std::string_view form : kEnabledForms)
    if (std::ranges::find(context.variants, on(variant, form)) != context.variants.end())
      result.emplace_back(form);
  return result;
}

// The hits of V's own sites where they were counted, else those of `call`: the guarded variants
// without a call in their body have the same sites.
void add_hits(EnabledVariant& result, const WorkloadContext& workload) {
  const auto own = workload.hits_per_op_by_variant.find(result.variant);
  result.own_hits = own != workload.hits_per_op_by_variant.end();
  double hits = 0;
  if (result.own_hits)
    hits = own->second;
  else
    for (const auto& [marker, of_marker] : workload.sites_hit_per_op) hits += of_marker;
  if (hits > 0) result.hits_per_op = hits;
}

// A marker as it was compiled: what can be switched on at all.
bool is_compiled_site(const std::string& variant) {
  return variant != kBaseline && variant != kBaselineCopy && !patched_name(variant) &&
         !copies_name(variant) && !has_control_dose(variant);
}

int rounds_of(const std::vector<Block>& blocks, const std::string& variant) {
  return static_cast<int>(std::ranges::count(blocks, variant, &Block::variant));
}

struct PartOf {
  const char* name;
  std::string from,
      to;  // the part is `to` less `from`; from the dormant site where `from` is empty
};

std::string text_of(const PartOf& part) {
  return part.from.empty() ? part.to : part.to + " - " + part.from;
}

Contrast contrast_of(const PartOf& part) {
  Contrast result = {{part.to, 1}};
  return part.from.empty() ? result : result - Contrast{{part.from, 1}};
}

// What leads from the dormant site to an empty probe, step by step. A stub can be left at each
// step; the steps of `call` are variants of their own, with the same guard.
std::vector<PartOf> way_to_the_probe(const std::string& variant,
                                     const std::vector<std::string>& forms) {
  if (std::ranges::find(forms, "saved") != forms.end())
    return {{"guard", "", on(variant, "taken")},
            {"saving", on(variant, "taken"), on(variant, "saved")},
            {"call", on(variant, "saved"), on(variant, "empty")}};
  if (variant != kReference) return {};
  return {{"guard", "", "branch@taken"},
          {"saving", "branch@taken", "clobber@taken"},
          {"call", "clobber@taken", on(variant, "empty")}};
}

std::vector<PartOf> probes(const std::string& variant, const std::vector<std::string>& forms) {
  std::vector<PartOf> result;
  for (const auto& [form, name] :
       {std::pair{"counter", "counter"}, {"timestamp", "timestamp"}, {"user", "any register"}}) {
    const char* from = std::string_view(form) == "user" ? "counter" : "empty";
    if (std::ranges::find(forms, form) != forms.end() &&
        std::ranges::find(forms, from) != forms.end())
      result.push_back({name, on(variant, from), on(variant, form)});
  }
  return result;
}

void add_parts(EnabledVariant& result, const std::vector<std::string>& forms,
               const std::map<int, Effects>& layouts, const Rule& rule) {
  const auto add = [&](const PartOf& part) {
    result.parts.push_back(
        {part.name, text_of(part), estimate_contrast(contrast_of(part), layouts, rule)});
    const auto& interval = result.parts.back().ns.interval;
    return interval ? std::optional(interval->value) : std::nullopt;
  };
  const auto total = estimate_contrast({{on(result.variant, "empty"), 1}}, layouts, rule).interval;
  if (total) result.rest = total->value;
  const auto way = way_to_the_probe(result.variant, forms);
  for (const PartOf& part : way) {
    const auto value = add(part);
    result.rest = value && result.rest ? std::optional(*result.rest - *value) : std::nullopt;
  }
  if (way.empty()) result.rest.reset();
  for (const PartOf& part : probes(result.variant, forms)) add(part);
}

void merge(std::map<int, Effects>& into, const std::map<int, Effects>& more) {
  for (const auto& [layout, effects] : more) into[layout].insert(effects.begin(), effects.end());
}

// Effects in percent of `none` as ns a hit of the variant whose code it is.
std::map<int, Effects> ns_over_none(const std::vector<Block>& blocks,
                                    const std::vector<EnabledVariant>& variants) {
  std::map<int, Effects> result;
  const auto none = typical_ns(blocks, kBaseline);
  if (!none) return result;
  for (const auto& [layout, effects] : effects_by_layout(process_ratios(blocks, Clock::kCpu))) {
    for (const EnabledVariant& variant : variants) {
      if (!variant.hits_per_op) continue;
      for (const std::string& name : {variant.variant, on(variant.variant, "empty")}) {
        const auto effect = effects.find(name);
        if (effect != effects.end())
          result[layout][name] = effect->second / 100 * *none / *variant.hits_per_op;
      }
    }
  }
  return result;
}

Estimate without_hits() {
  Estimate result;
  result.reason = "its hits were not counted";
  return result;
}

EnabledWorkload study_of(const WorkloadContext& workload, const Context& context,
                         const std::vector<Block>& blocks, const Rule& rule) {
  EnabledWorkload result{workload.name, {}};
  std::map<int, Effects> over_dormant;
  for (const std::string& name : context.variants) {
    if (!is_compiled_site(name)) continue;
    EnabledVariant variant;
    variant.variant = name;
    add_hits(variant, workload);
    if (variant.hits_per_op)
      merge(over_dormant, ns_over_dormant(blocks, name, *variant.hits_per_op));
    result.variants.push_back(std::move(variant));
  }
  const auto over_none = ns_over_none(blocks, result.variants);
  const auto percent = effects_by_layout(process_ratios(blocks, Clock::kCpu));
  const Contrast reference = {{on(kReference, "empty"), 1}};
  for (EnabledVariant& variant : result.variants) {
    const auto forms = forms_of(context, variant.variant);
    for (const std::string& form : forms) {
      const std::string name = on(variant.variant, form);
      variant.costs.push_back({form,
                               variant.hits_per_op
                                   ? estimate_contrast({{name, 1}}, over_dormant, rule)
                                   : without_hits(),
                               rounds_of(blocks, name)});
    }
    variant.dormant = estimate_contrast({{variant.variant, 1}}, percent, rule);
    variant.dormant_ns = variant.hits_per_op
                             ? estimate_contrast({{variant.variant, 1}}, over_none, rule)
                             : without_hits();
    if (variant.hits_per_op) add_parts(variant, forms, over_dormant, rule);
    const Contrast empty = {{on(variant.variant, "empty"), 1}};
    variant.of_call = estimate_share_of(empty, reference, over_none, rule);
    variant.of_call_enabling = estimate_share_of(empty, reference, over_dormant, rule);
    for (const std::string_view form : kEnabledForms) {
      const auto reason = context.not_enabled.find(on(variant.variant, form));
      if (reason != context.not_enabled.end()) variant.missing[std::string(form)] = reason->second;
    }
  }
  return result;
}

}  // namespace

std::map<int, Effects> ns_over_dormant(const std::vector<Block>& blocks, const std::string& variant,
                                       double hits_per_op) {
  std::map<int, Effects> result;
  const auto dormant = typical_ns(blocks, variant);
  if (!dormant || hits_per_op <= 0) return result;
  std::vector<Block> family;
  for (const Block& block : blocks) {
    const auto name = patched_name(block.variant);
    const bool is_on = name && name->built == variant && is_enabled_form(name->form);
    if (!is_on && block.variant != variant) continue;
    family.push_back(block);
    if (!is_on) family.back().variant = kBaseline;
  }
  for (const auto& [layout, effects] : effects_by_layout(process_ratios(family, Clock::kCpu)))
    for (const auto& [name, percent] : effects)
      if (name != kBaseline) result[layout][name] = percent / 100 * *dormant / hits_per_op;
  return result;
}

std::vector<EnabledWorkload> find_enabled(const Samples& samples, const Rule& rule) {
  std::vector<EnabledWorkload> result;
  const auto& variants = samples.context.variants;
  if (std::ranges::none_of(variants, is_enabled_variant)) return result;
  for (const auto& workload : samples.context.workloads) {
    std::vector<Block> blocks;
    for (const Block& block : samples.blocks)
      if (block.workload == workload.name) blocks.push_back(block);
    result.push_back(study_of(workload, samples.context, blocks, rule));
  }
  return result;
}

}  // namespace tracetoll
