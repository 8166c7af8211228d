#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <ctime>
#include <random>
#include <set>

#include "arguments.hpp"
#include "build.hpp"
#include "command.hpp"
#include "error.hpp"
#include "machine.hpp"
#include "names.hpp"
#include "output.hpp"
#include "presets.hpp"
#include "progress.hpp"
#include "report.hpp"
#include "run.hpp"
#include "variant_code.hpp"
#include "version.hpp"
#include "workload_name.hpp"

namespace tracetoll {
namespace {

constexpr long kMostLayouts = 4096;
constexpr int kUsualLayouts = 16;  // fewer when fewer are linked
constexpr long kMostDescriptors = 1'000'000;

volatile sig_atomic_t interrupt_seen = 0;

bool interrupted() {
  return interrupt_seen != 0;
}

// The first SIGINT or SIGTERM ends the run with a report, a second one the program.
void watch_for_interrupt() {
  struct sigaction action {};
  action.sa_handler = [](int) { interrupt_seen = 1; };
  action.sa_flags = SA_RESETHAND | SA_RESTART;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

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

void check_known(const char* kind, const std::string& name, const std::vector<std::string>& known) {
  if (std::ranges::find(known, name) == known.end())
    throw InputError(unknown_name(kind, name, known));
}

void check_variants(const RunRequest& request, const std::set<std::string>& to_build,
                    const Inventory& inventory) {
  for (const std::string& variant : request.variants)
    if (!to_build.contains(variant)) check_known("variant", variant, variants_of(inventory));
}

// All names are checked before anything is built, and again after.
Layouts layouts_for(const RunOptions& options, const RunRequest& request) {
  Layouts layouts = find_layouts(options.layout_folder);
  const std::set<std::string> to_build = sleds_to_build(request, variants_of(layouts.inventory));
  for (const std::string& workload : request.workloads)
    check_known("workload", parse_workload_name(workload).base, workloads_of(layouts.inventory));
  check_variants(request, to_build, layouts.inventory);
  const bool too_few = options.layouts && request.layouts > static_cast<int>(layouts.files.size());
  if (to_build.empty() && !too_few) return layouts;
  std::set<int> lengths;
  for (const std::string& variant : to_build) lengths.insert(sled_length(variant));
  build_layouts(options.layout_folder, lengths, too_few ? request.layouts : 1, interrupted);
  layouts = find_layouts(options.layout_folder);
  check_variants(request, {}, layouts.inventory);
  return layouts;
}

std::string default_output() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  ::localtime_r(&now, &local);
  char stamp[32];
  std::strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &local);
  return fmt::format("tracetoll-{}-{}.jsonl", stamp, ::getpid());
}

Context context_of(const RunOptions& options, const RunRequest& request, const Layouts& layouts,
                   const Survey& survey, std::string& no_code) {
  const Machine machine = this_machine();
  Context context;
  context.tool = std::string("tracetoll ") + kVersion;
  context.started = utc_now();
  context.command = options.command;
  context.preset = options.preset;
  context.seed = request.seed;
  context.budget_seconds = request.budget_seconds;
  context.compiler = layouts.inventory.compiler;
  context.flags = layouts.inventory.flags;
  context.cpu = machine.cpu;
  context.cpus = machine.cpus;
  context.kernel = machine.kernel;
  context.hypervisor = machine.hypervisor;
  context.layouts = std::min(request.layouts, static_cast<int>(layouts.files.size()));
  context.workloads = survey.workloads;
  context.variants = request.variants;
  context.counters = survey.counters;
  context.code = shapes_of(layouts.files.front(), request.variants, no_code);
  return context;
}

}  // namespace

int command_run(const RunOptions& options) {
  watch_for_interrupt();
  const RunRequest request = parse_request(options);
  const std::string file = options.output ? *options.output : default_output();
  SamplesWriter writer(file);
  const Layouts layouts = layouts_for(options, request);

  const auto begin = std::chrono::steady_clock::now();
  Progress progress(STDERR_FILENO, request.budget_seconds);
  RunHooks hooks;
  hooks.seconds = [begin] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  hooks.interrupted = interrupted;
  hooks.on_replicate = [&](const Samples& samples) { progress.show(hooks.seconds(), samples); };

  Samples samples;
  std::string no_code;
  samples.context = context_of(options, request, layouts, survey(layouts, request, hooks), no_code);
  writer.append(samples.context);
  measure(layouts, request, hooks, writer, samples);
  progress.clear();

  Report report = make_report(samples);
  report.file = file;
  print_output(report_text(report));
  if (!no_code.empty()) print_error("tracetoll: note: no evidence from code: " + no_code);
  print_error("samples: " + file);
  return report.unreliable() ? kExitUnreliable : kExitDone;
}

}  // namespace tracetoll
