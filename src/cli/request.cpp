#include "request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <random>

#include "arguments.hpp"
#include "error.hpp"
#include "names.hpp"
#include "presets.hpp"
#include "workload_name.hpp"

namespace tracetoll {
namespace {

constexpr long kMostLayouts = 4096;
constexpr int kUsualLayouts = 16;  // fewer when fewer are linked
constexpr long kMostDescriptors = 1'000'000;

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

// `none` first, then as asked, each once.
std::vector<std::string> variants_asked(const RunOptions& options, const Preset& preset) {
  std::vector<std::string> names = {kBaseline};
  for (const std::string& text : options.variants.empty() ? preset.variants : options.variants) {
    const std::string name = canonical_variant(text);
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names;
}

void check_known(const char* kind, const std::string& name, const std::vector<std::string>& known) {
  if (std::ranges::find(known, name) == known.end())
    throw InputError(unknown_name(kind, name, known));
}

}  // namespace

RunRequest parse_request(const RunOptions& options) {
  RunRequest request;
  const Preset& preset = find_preset(options.preset);
  request.workloads = workloads_asked(options, preset);
  request.variants = variants_asked(options, preset);
  request.budget_seconds = parse_duration(options.budget);
  request.layouts = kUsualLayouts;
  if (options.layouts)
    request.layouts = static_cast<int>(parse_whole("--layouts", *options.layouts, 1, kMostLayouts));
  request.seed = seed_of(options.seed);
  return request;
}

// Sleds of a well-formed length that is not linked yet.
std::set<std::string> sleds_to_build(const RunRequest& request,
                                     const std::vector<std::string>& linked) {
  std::set<std::string> sleds;
  for (const std::string& variant : request.variants) {
    const std::string kind = variant.substr(0, variant.find(':')) + ":matched";
    if (sled_length(variant) != 0 && std::ranges::find(linked, variant) == linked.end() &&
        std::ranges::find(linked, kind) != linked.end())
      sleds.insert(variant);
  }
  return sleds;
}

void check_names(const RunRequest& request, const std::set<std::string>& to_build,
                 const Inventory& inventory) {
  for (const std::string& workload : request.workloads)
    check_known("workload", parse_workload_name(workload).base, workloads_of(inventory));
  for (const std::string& variant : request.variants)
    if (!to_build.contains(variant)) check_known("variant", variant, variants_of(inventory));
}

}  // namespace tracetoll
