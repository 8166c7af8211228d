// A layout executable: every workload in every variant, linked once with one order of the
// functions.
//
//     layout_01 --benchmark_filter=select_500.pure/call      as any Google Benchmark program
//     layout_01 --tracetoll=inventory                        what is linked in, as JSON
//     layout_01 --tracetoll=survey   --plan=JSON             site hits and block sizes, as JSON
//     layout_01 --tracetoll=switchable --plan=JSON           what its sites can be switched on with
//     layout_01 --tracetoll=replicate --plan=JSON            one replicate, blocks as JSON lines
//     layout_01 --tracetoll=count    --plan=JSON             under Callgrind: dumps its counts
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <exception>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "modes.hpp"
#include "sample.hpp"
#include "stage.hpp"

namespace tracetoll {
namespace {

constexpr double kBlockNs = 1e6;

std::string option(int argc, char** argv, std::string_view name) {
  for (int i = 1; i < argc; ++i)
    if (const std::string_view argument = argv[i]; argument.starts_with(name))
      return std::string(argument.substr(name.size()));
  return {};
}

Plan read_plan(const std::string& text) {
  constexpr int kMostRounds = 1'000'000;
  Plan plan;
  try {
    plan = plan_from_json(text);
  } catch (const nlohmann::json::exception&) {
    throw StageError("--plan is not the JSON of a plan; tracetoll run makes one");
  }
  if (plan.variants.empty() || plan.workloads.empty() || plan.rounds < 0 ||
      plan.rounds > kMostRounds || plan.first_round < 0)
    throw StageError("--plan: it needs a variant, a workload, and rounds from 0 to 1000000");
  return plan;
}

int run_as_google_benchmark(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  Stage stage(0);
  for (const WorkloadEntry& entry : workloads()) {
    const WorkloadName name = parse_workload_name(std::string(entry.name) + entry.axis);
    register_benchmark(stage.timed(name, entry.variant),
                       fmt::format("{}/{}", name.canonical(), entry.variant));
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

int run(int argc, char** argv) {
  const std::string mode = option(argc, argv, "--tracetoll=");
  if (mode.empty()) return run_as_google_benchmark(argc, argv);
  if (mode == "inventory") {
    fmt::print("{}\n", to_json(take_inventory()));
    return 0;
  }
  if (mode != "survey" && mode != "switchable" && mode != "replicate" && mode != "count")
    throw StageError(fmt::format(
        "unknown mode '{}'; there are inventory, survey, switchable, replicate, count", mode));
  const Plan plan = read_plan(option(argc, argv, "--plan="));
  if (mode == "survey")
    fmt::print("{}\n", to_json(make_survey(plan, kBlockNs)));
  else if (mode == "switchable")
    fmt::print("{}\n", to_json(find_switchable(plan)));
  else if (mode == "count")
    run_count(plan);
  else
    run_replicate(plan);
  return 0;
}

}  // namespace
}  // namespace tracetoll

int main(int argc, char** argv) {
  try {
    return tracetoll::run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
