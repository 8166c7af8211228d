#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <ctime>

#include "command.hpp"
#include "context_here.hpp"
#include "enabled_request.hpp"
#include "error.hpp"
#include "events_asked.hpp"
#include "fresh_layouts.hpp"
#include "interrupt.hpp"
#include "names.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "report.hpp"
#include "request.hpp"
#include "requested_layouts.hpp"
#include "run.hpp"
#include "run_counts.hpp"
#include "target.hpp"
#include "toggle_study.hpp"
#include "variant_code.hpp"
#include "variant_name.hpp"

namespace tracetoll {
namespace {

constexpr double kTogglesPart = 0.1;  // of the budget

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
  Context context = context_here(layouts);
  context.command = options.command;
  context.preset = options.dose ? "dose" : options.preset;
  context.seed = request.seed;
  context.budget_seconds = request.budget_seconds;
  context.target_percent = request.target_percent;
  context.layouts = std::min(request.layouts, context.layouts);
  context.workloads = survey.workloads;
  context.variants = request.variants;
  context.enabled = request.enabled;
  context.counters = survey.counters;
  // Copies have no causes; reading 3 MB of them takes seconds of the budget.
  if (!options.dose)
    context.code = shapes_of(layouts.files.front(), compiled_variants(request), no_code);
  return context;
}

}  // namespace

int command_run(const RunOptions& options) {
  watch_for_interrupt();
  RunRequest request = parse_request(options);
  request.events = events_asked(options.events);
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
  std::map<std::string, std::string> not_enabled;
  if (switches_sites(request))
    not_enabled = choose_forms(request, ask_switchable(layouts, request, hooks),
                               variants_of(layouts.inventory), !options.variants.empty());
  std::string no_code;
  const Survey answers = survey(layouts, request, hooks);
  request.event_groups = answers.event_groups;
  samples.context = context_of(options, request, layouts, answers, no_code);
  samples.context.not_enabled = not_enabled;
  if (request.enabled)
    samples.context.toggles = study_toggles(options.layout_folder + "/toggle/toggle",
                                            kTogglesPart * request.budget_seconds, hooks);
  if (!options.no_count) samples.context.exact = counts_of_run(request, layouts, hooks, progress);
  writer.append(samples.context);
  measure(layouts, request, hooks, writer, samples);
  progress.clear();

  Report report = make_report(samples);
  report.file = file;
  print_output(report_text(report));
  const std::string& no_counts = samples.context.exact.unavailable;
  if (!no_counts.empty()) print_error("tracetoll: note: no exact counts: " + no_counts);
  if (!no_code.empty()) print_error("tracetoll: note: no evidence from code: " + no_code);
  print_error("samples: " + file);
  return report.unreliable() ? kExitUnreliable : kExitDone;
}

}  // namespace tracetoll
