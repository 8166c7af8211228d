#include <fmt/format.h>

#include <cstdio>

#include "block_counters.hpp"
#include "disturbance.hpp"
#include "hits_of_block.hpp"
#include "modes.hpp"
#include "sample.hpp"
#include "samples_file.hpp"
#include "schedule.hpp"
#include "stage.hpp"

namespace tracetoll {
namespace {

// A part of a block before the first round: caches, branch predictors and chain caches warm.
constexpr std::int64_t kWarmUpPart = 8;

struct PreparedWorkload {
  const PlannedWorkload* planned = nullptr;
  std::vector<Timed> variants;  // in the plan's order
};

std::vector<PreparedWorkload> prepare(Stage& stage, const Plan& plan) {
  stage.prepare_lmbench_first(plan.workloads);
  std::vector<PreparedWorkload> prepared;
  for (const PlannedWorkload& planned : plan.workloads) {
    const WorkloadName name = parse_workload_name(planned.name);
    if (planned.operations < 1) throw StageError(planned.name + ": no operations in a block");
    PreparedWorkload workload{&planned, {}};
    for (const std::string& variant : plan.variants)
      workload.variants.push_back(stage.timed(name, variant));
    prepared.push_back(std::move(workload));
  }
  return prepared;
}

class Replicate {
 public:
  explicit Replicate(const Plan& plan)
      : plan_(plan),
        stage_(plan.seed),
        workloads_(prepare(stage_, plan)),
        counters_(perf_kernel(), plan.event_groups) {}

  void run() {
    for (const PreparedWorkload& workload : workloads_) {
      for (const Timed& timed : workload.variants) {
        if (is_slow(timed)) continue;
        stage_.begin_block(timed);
        const std::int64_t operations = workload.planned->operations / kWarmUpPart;
        check(run_timed_block(timed, std::max<std::int64_t>(1, operations)));
        stage_.end_block(timed);
      }
    }
    for (int round = 0; round < plan_.rounds; ++round) run_round(round);
  }

 private:
  static bool is_slow(const Timed& timed) { return timed.on != nullptr && timed.on->is_slow(); }

  static void check(const BlockTime& time) {
    if (!time.error.empty()) throw StageError(time.error);
  }

  // One block of every variant on every workload. The lines go out at its end: a write between two
  // blocks would be part of the second one's surroundings.
  void run_round(int round) {
    std::string lines;
    const std::int64_t global_round = plan_.first_round + round;
    for (const int w : shuffled(static_cast<int>(workloads_.size()), global_round, plan_.seed)) {
      const PreparedWorkload& workload = workloads_[static_cast<std::size_t>(w)];
      std::vector<Block> blocks;
      for (const int v : order_of(w, global_round)) {
        if (round > 0 && is_slow(workload.variants[static_cast<std::size_t>(v)])) continue;
        std::string lost;
        Block block = run_block(workload, v, round, static_cast<int>(blocks.size()), lost);
        if (lost.empty())
          blocks.push_back(std::move(block));
        else
          lines += to_json_line(Failure{0, 0, lost, block.workload, block.variant}) + "\n";
      }
      const auto steal_ns = steal_.since_last();
      for (Block& block : blocks) {
        block.steal_ns = steal_ns;
        lines += to_json_line(block) + "\n";
      }
    }
    std::fwrite(lines.data(), 1, lines.size(), stdout);
    std::fflush(stdout);
  }

  std::vector<int> order_of(int workload, std::int64_t global_round) const {
    return williams_order(static_cast<int>(plan_.variants.size()), global_round,
                          plan_.schedule_seed + static_cast<std::uint64_t>(workload));
  }

  Block run_block(const PreparedWorkload& workload, int variant, int round, int position,
                  std::string& lost) {
    Block block;
    block.replicate = plan_.replicate;
    block.layout = plan_.layout;
    block.round = round;
    block.position = position;
    block.workload = workload.planned->name;
    block.variant = plan_.variants[static_cast<std::size_t>(variant)];
    block.operations = workload.planned->operations_of(block.variant);
    const Timed& timed = workload.variants[static_cast<std::size_t>(variant)];
    stage_.begin_block(timed);
    HitsOfBlock hits(timed, *workload.planned);
    block.loop_ns = calibrated_loop_ns();
    const Whereabouts start = whereabouts();
    for (std::int64_t left = block.operations; left > 0;) {
      const std::int64_t operations = std::min(left, hits.most_operations());
      run_part(timed, operations, round, block);
      hits.check_after(operations);
      left -= operations;
    }
    const Whereabouts end = whereabouts();
    block.involuntary_switches = end.involuntary_switches - start.involuntary_switches;
    block.migrations = end.cpu == start.cpu ? 0 : 1;
    stage_.end_block(timed);
    lost = hits.failure();
    return block;
  }

  // A block has one part, or as many as the ring buffer of a probe asks for.
  void run_part(const Timed& timed, std::int64_t operations, int round, Block& block) {
    BlockCounts counts;
    const BlockTime time = run_timed_block(
        timed, operations,
        {[&] { counters_.begin(plan_.first_round + round); }, [&] { counts = counters_.end(); }});
    for (const auto& [name, count] : counts.counters) block.counters[name] += count;
    if (!counts.lost.empty()) block.counters_lost = counts.lost;
    check(time);
    block.cpu_ns += time.cpu_ns;
    block.wall_ns += time.wall_ns;
  }

  const Plan& plan_;
  Stage stage_;
  std::vector<PreparedWorkload> workloads_;
  BlockCounters counters_;
  StealClock steal_;
};

}  // namespace

void run_replicate(const Plan& plan) {
  Replicate(plan).run();
}

}  // namespace tracetoll
