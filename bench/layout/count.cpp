// Runs under Callgrind with collection and instrumentation off at the start. All is prepared and
// warmed up before instrumentation starts, once: each start throws all translated code away.
// Outside Valgrind it runs the same operations and dumps nothing: a test steps through them.
#include <fmt/format.h>

#include <cstdio>
#include <optional>

#include "callgrind_requests.hpp"
#include "count_loop.hpp"
#include "counted.hpp"
#include "host/host.hpp"
#include "modes.hpp"
#include "site_hits.hpp"
#include "stage.hpp"

namespace tracetoll {
namespace {

// Operations before the first counted one. Without simulation, for what is bound, grown or cached
// once; then under it, to fill its caches.
constexpr std::int64_t kWarmUp = 64;
constexpr std::int64_t kSimulatedWarmUp = 4;
constexpr std::int64_t kOperations = 16;

struct Countable {
  Counted counted;
  Timed timed;
};

void run(const Timed& timed, std::int64_t operations) {
  if (tracetoll_count_loop(timed.entry->run, timed.host, operations) != 0)
    throw StageError("an operation did not do its work");
}

void print_line(const std::string& line) {
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

// A workload that cannot run here has a failure in each of its variants; the others are counted.
std::optional<WorkloadContext> prepare(Stage& stage, const std::string& workload,
                                       const std::vector<std::string>& variants,
                                       std::vector<Countable>& all) {
  const std::size_t first = all.size();
  for (const std::string& variant : variants)
    all.push_back({{workload, variant, static_cast<int>(all.size()), kOperations, ""}, {}});
  try {
    const WorkloadName name = parse_workload_name(workload);
    WorkloadContext context;
    context.name = workload;
    const Timed call = stage.timed(name, "call");
    context.operation = call.entry->operation;
    context.dosed_hits_per_op = call.entry->dosed_hits;
    context.sites_hit_per_op = count_site_hits(call);
    context.note = stage.note(name);
    for (std::size_t i = first; i < all.size(); ++i) {
      all[i].timed = stage.timed(name, all[i].counted.variant);
      run(all[i].timed, kWarmUp);
    }
    return context;
  } catch (const StageError& error) {
    for (std::size_t i = first; i < all.size(); ++i) all[i].counted.failure = error.what();
    return std::nullopt;
  }
}

void count(const Countable& of) {
  run(of.timed, kSimulatedWarmUp);
  for (const std::int64_t operations : {std::int64_t{0}, kOperations, 2 * kOperations}) {
    const std::string name = dump_name(of.counted.index, operations);
    CALLGRIND_ZERO_STATS;
    run(of.timed, operations);
    CALLGRIND_DUMP_STATS_AT(name.c_str());
  }
}

}  // namespace

void run_count(const Plan& plan) {
  Stage stage(plan.seed);
  stage.prepare_lmbench_first(plan.workloads);
  static const WorkloadEntry kNothing = {"", "", "", "", tracetoll_nothing, nullptr, 0};
  Survey survey;
  std::vector<Countable> all = {
      {{"", "", 0, kOperations, ""}, {&kNothing, host::make_host(plan.seed), false, ""}}};
  for (const PlannedWorkload& planned : plan.workloads)
    if (const auto context = prepare(stage, planned.name, plan.variants, all))
      survey.workloads.push_back(*context);
  print_line(to_json(survey));
  CALLGRIND_START_INSTRUMENTATION;
  for (Countable& one : all) {
    if (one.counted.failure.empty()) try {
        count(one);
      } catch (const StageError& error) {
        one.counted.failure = error.what();
      }
    print_line(to_json(one.counted));
  }
  host::destroy_host(all.front().timed.host);
}

}  // namespace tracetoll
