#include <fmt/format.h>
#include <unistd.h>

#include <chrono>

#include "arguments.hpp"
#include "command.hpp"
#include "context_here.hpp"
#include "count_report.hpp"
#include "count_study.hpp"
#include "interrupt.hpp"
#include "names.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "request.hpp"
#include "requested_layouts.hpp"

namespace tracetoll {
namespace {

using Printer = std::string (*)(const Context&);

constexpr Named<Printer> kFormats[] = {{"text", count_text}, {"json", count_json}};

}  // namespace

int command_count(const CountOptions& options) {
  watch_for_interrupt();
  const Printer print = find_named("format", options.format, kFormats);
  RunRequest request = parse_request(options.run);
  const Layouts layouts = layouts_for(options.run, request);
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
  CountResult result = count_variants(count, hooks);
  Context context = context_here(layouts);
  context.budget_seconds = request.budget_seconds;
  context.variants = request.variants;
  context.workloads = std::move(result.workloads);
  context.exact = std::move(result.study);
  progress.clear();
  if (!any_counts(context.exact))
    throw InputError("nothing was counted: " + context.exact.unavailable);
  print_output(print(context));
  return kExitDone;
}

}  // namespace tracetoll
