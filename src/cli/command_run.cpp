#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <ctime>
#include <filesystem>
#include <set>

#include "arguments.hpp"
#include "build.hpp"
#include "command.hpp"
#include "fresh_layouts.hpp"
#include "interrupt.hpp"
#include "machine.hpp"
#include "names.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "report.hpp"
#include "request.hpp"
#include "run.hpp"
#include "target.hpp"
#include "variant_code.hpp"
#include "variant_name.hpp"
#include "version.hpp"

namespace tracetoll {
namespace {

// All names are checked before anything is built, and again after.
Layouts layouts_for(const RunOptions& options, const RunRequest& request) {
  Layouts layouts = find_layouts(options.layout_folder);
  const std::set<std::string> to_build = sleds_to_build(request, variants_of(layouts.inventory));
  check_names(request, to_build, layouts.inventory);
  if (options.dose) {
    const bool is_there = std::filesystem::exists(options.layout_folder + "/dose_01");
    if (!is_there || is_build_folder_of(options.layout_folder))
      build_doses(options.layout_folder, request.dosed, options.layouts ? request.layouts : 1,
                  interrupted);
    return find_layouts(options.layout_folder, "dose_");
  }
  const bool too_few = options.layouts && request.layouts > static_cast<int>(layouts.files.size());
  if (to_build.empty() && !too_few) return layouts;
  std::set<int> lengths;
  for (const std::string& variant : to_build) lengths.insert(sled_length(variant));
  build_layouts(options.layout_folder, lengths, too_few ? request.layouts : 1, interrupted);
  layouts = find_layouts(options.layout_folder);
  check_names(request, {}, layouts.inventory);
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

// Those whose sites the evidence is read from: not what is patched or multiplied.
std::vector<std::string> compiled_variants(const RunRequest& request) {
  std::vector<std::string> variants;
  for (const std::string& variant : request.variants)
    if (!patched_name(variant) && !copies_name(variant) && !has_control_dose(variant))
      variants.push_back(variant);
  return variants;
}

Context context_of(const RunOptions& options, const RunRequest& request, const Layouts& layouts,
                   const Survey& survey, std::string& no_code) {
  const Machine machine = this_machine();
  Context context;
  context.tool = std::string("tracetoll ") + kVersion;
  context.started = utc_now();
  context.command = options.command;
  context.preset = options.dose ? "dose" : options.preset;
  context.seed = request.seed;
  context.budget_seconds = request.budget_seconds;
  context.target_percent = request.target_percent;
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
  // Copies have no causes; reading 3 MB of them takes seconds of the budget.
  if (!options.dose)
    context.code = shapes_of(layouts.files.front(), compiled_variants(request), no_code);
  return context;
}

}  // namespace

int command_run(const RunOptions& options) {
  watch_for_interrupt();
  const RunRequest request = parse_request(options);
  const std::string file = options.output ? *options.output : default_output();
  if (file.empty())
    throw InputError("--output: the name is empty; give a file that does not exist");
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
  FreshLayouts fresh(options.layout_folder, interrupted);
  hooks.more_layouts = [&](int number) { return fresh.link(number); };

  Samples samples;
  TargetWatch watch(samples.context);
  std::size_t watched = 0;  // blocks
  hooks.decided = [&](const Samples& all) {
    watch.add({all.blocks.begin() + static_cast<std::ptrdiff_t>(watched), all.blocks.end()});
    watched = all.blocks.size();
    return watch.decided();
  };
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
