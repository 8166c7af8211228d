#include "request.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <random>

#include "arguments.hpp"
#include "error.hpp"
#include "names.hpp"
#include "presets.hpp"
#include "variant_name.hpp"
#include "workload_name.hpp"

namespace tracetoll {
namespace {

constexpr long kMostLayouts = 4096;
constexpr int kUsualLayouts = 16;      // fewer when fewer are linked
constexpr double kLeastTarget = 0.01;  // percent
constexpr double kMostTarget = 100;
constexpr long kMostDescriptors = 1'000'000;
// A round of all variants in all forms is about 200 blocks: 4 rounds of a process take some
// seconds.
constexpr double kBudgetOfTwoWorkloads = 180;

std::uint64_t seed_of(const std::optional<std::string>& text) {
  // Drawn seeds stay short enough to be typed again.
  if (!text) return std::random_device{}() % 1'000'000'000;
  return static_cast<std::uint64_t>(parse_whole("--seed", *text, 0, 999'999'999'999));
}

// Names with their axes in canonical form, each once.
std::vector<std::string> workloads_asked(const RunOptions& options, const Preset& preset) {
  std::optional<long> fds;
  if (options.fds) fds = parse_whole("--fds", *options.fds, 1, kMostDescriptors);
  std::vector<std::string> names;
  for (const std::string& text : options.workloads.empty() ? preset.workloads : options.workloads) {
    WorkloadName name = parse_workload_name(text);
    if (fds && text.find("+fds=") != std::string::npos)
      throw InputError(fmt::format("workload '{}': has an axis fds, and --fds is given too", text));
    if (fds && name.base.starts_with("select_")) name.descriptors = static_cast<int>(*fds);
    if (std::ranges::find(names, name.canonical()) == names.end())
      names.push_back(name.canonical());
  }
  return names;
}

// `none` first, then as asked, each once; what is patched comes after the variant that it is
// compared with.
std::vector<std::string> variants_asked(const RunOptions& options, const Preset& preset) {
  std::vector<std::string> names = {kBaseline};
  for (const std::string& text : options.variants.empty() ? preset.variants : options.variants) {
    const std::string name = canonical_variant(text);
    const auto patched = patched_name(name);
    for (const std::string& one : {patched ? patched->built : name, name})
      if (std::ranges::find(names, one) == names.end()) names.push_back(one);
  }
  return names;
}

void check_known(const char* kind, const std::string& name, const std::vector<std::string>& known) {
  if (std::ranges::find(known, name) == known.end())
    throw InputError(unknown_name(kind, name, known));
}

// Why the build left a variant out, or null. Sleds are left out of all lengths.
const std::string* why_not_built(const std::string& variant, const Inventory& inventory) {
  const auto found = inventory.not_built.find(variant.substr(0, variant.find(':')));
  return found == inventory.not_built.end() ? nullptr : &found->second;
}

void check_variant(const std::string& variant, const std::vector<std::string>& known,
                   const Inventory& inventory) {
  if (const std::string* reason = why_not_built(variant, inventory))
    throw InputError(fmt::format("variant '{}': not built: {}", variant, *reason));
  check_known("variant", variant, known);
}

// Not every variant is compiled with every axis.
void check_axis(const WorkloadName& workload, const std::string& variant,
                const Inventory& inventory) {
  std::vector<std::string> with_axis;
  for (const Inventory::Entry& entry : inventory.entries)
    if (entry.workload == workload.base && entry.axis == workload.build &&
        entry.variant != kBaselineCopy)
      with_axis.push_back(entry.variant);
  if (variant == kBaselineCopy || std::ranges::find(with_axis, variant) != with_axis.end()) return;
  throw InputError(fmt::format(
      "variant '{}': {} is not compiled with it; leave '{}' out, or the variant; compiled with "
      "it are: {}",
      variant, workload.canonical(), workload.build.empty() ? workload.base : workload.build,
      with_axis.empty() ? "no variants" : fmt::format("{}", fmt::join(with_axis, ", "))));
}

// Its built variant stands in the request by itself. What a variant can be switched on with is
// asked of the layouts (enabled_request.hpp).
void check_patched(const std::string& variant, const PatchedName& patched) {
  if (is_enabled_form(patched.form)) return;
  if (!is_patch_form(patched.form)) {
    std::vector<std::string> forms = {kPatchForms.begin(), kPatchForms.end()};
    forms.insert(forms.end(), kEnabledForms.begin(), kEnabledForms.end());
    throw InputError(unknown_name("form", patched.form, forms));
  }
  if (!has_nop_sites(patched.built))
    throw InputError(
        fmt::format("variant '{}': only sites that are NOPs can be patched: those of nop5, "
                    "static_key and sled_executed",
                    variant));
}

const Preset& dose_study(const RunOptions& options) {
  static const Preset kDose = {"dose", "", {"empty_loop", "leaf_loop"}, {"nop5"}};
  if (options.preset != RunOptions{}.preset)
    throw InputError(
        fmt::format("--dose is a study of its own: leave the preset '{}' out", options.preset));
  if (options.target) throw InputError("--dose runs for its budget: leave --target out");
  return kDose;
}

bool is_enabled_study(const RunOptions& options) {
  const std::vector<std::string> states = {"dormant", "enabled"};
  if (std::ranges::find(states, options.state) == states.end())
    throw InputError(unknown_name("state", options.state, states));
  if (options.state == "dormant") return false;
  if (options.dose)
    throw InputError("--state enabled: its sites are not multiplied; leave --dose out");
  if (options.target) throw InputError("--state enabled runs for its budget: leave --target out");
  return true;
}

// Without a preset: every variant that can be switched on, which the layouts say, where the marked
// code is not diluted by system calls.
Preset enabled_study(const RunOptions& options, double budget_seconds) {
  if (options.preset != RunOptions{}.preset) return find_preset(options.preset);
  Preset preset = {"enabled", "", {"select_500.pure"}, {}};
  if (budget_seconds >= kBudgetOfTwoWorkloads)
    preset.workloads.insert(preset.workloads.begin(), "open_close.pure");
  return preset;
}

// Copies of each variant in place of the variant.
void multiply_variants(RunRequest& request) {
  request.dosed = {request.variants.begin() + 1, request.variants.end()};
  if (request.dosed.empty())
    throw InputError("--dose: none has no marker to multiply; give another with --variant");
  for (const std::string& workload : request.workloads)
    if (!parse_workload_name(workload).build.empty())
      throw InputError(
          fmt::format("--dose: workload '{}': its copies are compiled without axes; leave '{}' out",
                      workload, parse_workload_name(workload).build));
  request.variants = {kBaseline};
  for (const std::string& variant : request.dosed)
    for (const int copies : kDoseCopies)
      request.variants.push_back(fmt::format("{}*{}", variant, copies));
}

}  // namespace

RunRequest parse_request(const RunOptions& options) {
  RunRequest request;
  request.budget_seconds = parse_duration(options.budget);
  request.enabled = is_enabled_study(options);
  const Preset preset = options.dose      ? dose_study(options)
                        : request.enabled ? enabled_study(options, request.budget_seconds)
                                          : find_preset(options.preset);
  request.all_techniques = request.enabled && preset.variants.empty() && options.variants.empty();
  request.workloads = workloads_asked(options, preset);
  request.variants = variants_asked(options, preset);
  if (options.dose) multiply_variants(request);
  request.layouts = kUsualLayouts;
  if (options.layouts)
    request.layouts = static_cast<int>(parse_whole("--layouts", *options.layouts, 1, kMostLayouts));
  if (options.target) {
    if (options.layouts)
      throw InputError("--target takes as many layouts as it needs: leave --layouts out");
    if (request.variants.size() == 1)
      throw InputError("--target: none alone has no effect to decide; give a --variant");
    request.target_percent = parse_percent("--target", *options.target, kLeastTarget, kMostTarget);
  }
  request.seed = seed_of(options.seed);
  return request;
}

// Sleds of a well-formed length that is not linked yet.
std::set<std::string> sleds_to_build(const RunRequest& request,
                                     const std::vector<std::string>& linked) {
  std::set<std::string> sleds;
  for (const std::string& asked : request.variants) {
    if (patched_name(asked) || copies_name(asked)) continue;
    const std::string variant = without_control_dose(asked);
    const std::string kind = variant.substr(0, variant.find(':')) + ":matched";
    if (sled_length(variant) != 0 && std::ranges::find(linked, variant) == linked.end() &&
        std::ranges::find(linked, kind) != linked.end())
      sleds.insert(variant);
  }
  return sleds;
}

std::vector<std::string> leave_out_not_built(RunRequest& request, const RunOptions& options,
                                             const Inventory& inventory) {
  std::vector<std::string> lines;
  if (!options.variants.empty() || options.dose) return lines;
  std::erase_if(request.variants, [&](const std::string& variant) {
    const std::string* reason = why_not_built(variant, inventory);
    if (reason != nullptr)
      lines.push_back(fmt::format("{} is left out, not built: {}", variant, *reason));
    return reason != nullptr;
  });
  return lines;
}

void check_names(const RunRequest& request, const std::set<std::string>& to_build,
                 const Inventory& inventory) {
  for (const std::string& workload : request.workloads)
    check_known("workload", parse_workload_name(workload).base, workloads_of(inventory));
  const bool is_dose = !request.dosed.empty();
  std::vector<std::string> known = variants_of(inventory);
  known.emplace_back(kBaselineCopy);
  for (const std::string& variant : is_dose ? request.dosed : request.variants) {
    const std::string code = without_control_dose(variant);
    if (is_dose && (patched_name(variant) || code != variant || variant == kBaselineCopy))
      throw InputError(fmt::format("--dose: '{}' is not a marker that is compiled", variant));
    if (is_dose && has_function_sites(variant))
      throw InputError(fmt::format(
          "--dose: the sites of '{}' are those of functions: no marker is multiplied", variant));
    if (const auto patched = patched_name(variant)) {
      check_patched(variant, *patched);
      continue;
    }
    if (to_build.contains(code)) continue;
    check_variant(code, known, inventory);
    if (is_dose) continue;
    for (const std::string& workload : request.workloads)
      check_axis(parse_workload_name(workload), code, inventory);
  }
}

}  // namespace tracetoll
