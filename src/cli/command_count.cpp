#include <fmt/format.h>
#include <unistd.h>

#include <chrono>

#include "arguments.hpp"
#include "command.hpp"
#include "count_report.hpp"
#include "count_study.hpp"
#include "cpu_model.hpp"
#include "interrupt.hpp"
#include "machine.hpp"
#include "names.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "request.hpp"
#include "requested_layouts.hpp"
#include "version.hpp"

namespace tracetoll {
namespace {

using Printer = std::string (*)(const Context&);

constexpr Named<Printer> kFormats[] = {{"text", count_text}, {"json", count_json}};

// Names and budget mean what they do for a run.
RunOptions as_run(const CountOptions& options) {
  RunOptions run;
  run.workloads = options.workloads;
  run.variants = options.variants;
  run.budget = options.budget;
  run.fds = options.fds;
  run.layout_folder = options.layout_folder;
  return run;
}

Context context_of(const RunRequest& request, const Layouts& layouts, CountResult result) {
  const Machine machine = this_machine();
  Context context;
  context.tool = std::string("tracetoll ") + kVersion;
  context.started = utc_now();
  context.compiler = layouts.inventory.compiler;
  context.flags = layouts.inventory.flags;
  context.cpu = machine.cpu;
  context.cpu_model = this_cpu().name;
  context.cpus = machine.cpus;
  context.kernel = machine.kernel;
  context.hypervisor = machine.hypervisor;
  context.budget_seconds = request.budget_seconds;
  context.layouts = static_cast<int>(layouts.files.size());
  context.variants = request.variants;
  context.workloads = std::move(result.workloads);
  context.exact = std::move(result.study);
  return context;
}

}  // namespace

int command_count(const CountOptions& options) {
  watch_for_interrupt();
  const Printer print = find_named("format", options.format, kFormats);
  const RunOptions run = as_run(options);
  const RunRequest request = parse_request(run);
  const Layouts layouts = layouts_for(run, request);
  const long layout =
      parse_whole("--layout", options.layout, 1, static_cast<long>(layouts.files.size()));

  CountRequest count;
  count.file = layouts.files[static_cast<std::size_t>(layout - 1)];
  count.layout = static_cast<int>(layout);
  count.not_countable = layouts.inventory.not_countable;
  count.workloads = request.workloads;
  count.variants = request.variants;
  count.budget_seconds = request.budget_seconds;
  const auto begin = std::chrono::steady_clock::now();
  Progress progress(STDERR_FILENO, request.budget_seconds);
  const CountHooks hooks = {
      interrupted, [&](int done, int all, const std::string& what) {
        const std::chrono::duration<double> since = std::chrono::steady_clock::now() - begin;
        progress.show(since.count(), fmt::format("{} of {} counted  {}", done, all, what));
      }};
  const Context context = context_of(request, layouts, count_variants(count, hooks));
  progress.clear();
  if (!any_counts(context.exact))
    throw InputError("nothing was counted: " + context.exact.unavailable);
  print_output(print(context));
  return kExitDone;
}

}  // namespace tracetoll
