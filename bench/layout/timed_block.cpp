#include "timed_block.hpp"

#include <benchmark/benchmark.h>

#include <vector>

#include "sample.hpp"

namespace tracetoll {
namespace {

// One loop serves blocks with the dose and without, so that both have the same overhead.
constexpr std::uint64_t kNever = ~std::uint64_t{0};

void timed_loop(benchmark::State& state, const Timed& timed, const AroundBlock& around) {
  const std::uint64_t period = timed.dose ? kDosePeriod : kNever;
  std::uint64_t until_dose = period;
  std::int64_t failures = 0;
  around.before();
  for ([[maybe_unused]] auto iteration : state) {
    failures += timed.entry->run(*timed.host) ? 0 : 1;
    if (--until_dose == 0) {
      failures += timed.entry->run(*timed.host) ? 0 : 1;
      until_dose = period;
    }
  }
  around.after();
  if (failures != 0) state.SkipWithError("an operation did not do its work");
}

// Keeps what a block took, and prints nothing.
class TimeKeeper : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      time.cpu_ns = run.cpu_accumulated_time * 1e9;
      time.wall_ns = run.real_accumulated_time * 1e9;
      if (run.error_occurred) time.error = run.error_message;
    }
  }

  BlockTime time;
};

}  // namespace

void register_benchmark(const Timed& timed, const std::string& name) {
  benchmark::RegisterBenchmark(name.c_str(),
                               [timed](benchmark::State& state) { timed_loop(state, timed, {}); });
}

BlockTime run_timed_block(const Timed& timed, std::int64_t operations, const AroundBlock& around) {
  // Only this block is registered, so the filter has one name to look at.
  benchmark::ClearRegisteredBenchmarks();
  benchmark::RegisterBenchmark("block", [&](benchmark::State& state) {
    timed_loop(state, timed, around);
  })->Iterations(operations);
  TimeKeeper keeper;
  benchmark::RunSpecifiedBenchmarks(&keeper, "block");
  return keeper.time;
}

}  // namespace tracetoll
