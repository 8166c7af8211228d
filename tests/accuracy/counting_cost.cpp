// What counting costs a block: blocks of about 1 ms with counters around them and without take
// turns in one process, each kind once a round, in an order that is drawn anew. For each kind the
// median of the rounds' ratios to the block without counters, with its interval (sign test, 95 %):
// of the block's own CPU time, and of the time from before the first reading to after the last.
//
//     counting_cost [ROUNDS]
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <map>
#include <optional>
#include <vector>

#include "block_counters.hpp"
#include "schedule.hpp"
#include "sign_test.hpp"

namespace tracetoll {
namespace {

constexpr int kUsualRounds = 200;
constexpr int kMostRounds = 100'000;
constexpr double kBlockNs = 1e6;
constexpr std::size_t kBlocks = 5;
constexpr double kLevel = 0.95;

// The kernel as it is, but for what is taken away.
class LesserKernel : public PerfKernel {
 public:
  LesserKernel(bool opens, bool rdpmc) : opens_(opens), rdpmc_(rdpmc) {}
  Opened open(const perf_event_attr& attributes, int leader) override {
    return opens_ ? perf_kernel().open(attributes, leader) : Opened{UniqueFd(), EPERM};
  }
  int enable_group(int leader) override { return perf_kernel().enable_group(leader); }
  int disable_group(int leader) override { return perf_kernel().disable_group(leader); }
  std::ptrdiff_t read(int fd, std::span<std::uint64_t> words) override {
    return perf_kernel().read(fd, words);
  }
  const perf_event_mmap_page* map(int fd) override { return perf_kernel().map(fd); }
  void unmap(const perf_event_mmap_page* page) override { perf_kernel().unmap(page); }
  bool has_rdpmc() const override { return rdpmc_ && perf_kernel().has_rdpmc(); }
  std::uint64_t rdpmc(std::uint32_t counter) const override { return perf_kernel().rdpmc(counter); }
  std::uint64_t rdtsc() const override { return perf_kernel().rdtsc(); }
  std::optional<int> paranoid() override { return perf_kernel().paranoid(); }

 private:
  bool opens_, rdpmc_;
};

double now_ns(clockid_t clock) {
  timespec time{};
  ::clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

// A chain of loads and multiplications over 32 KiB: what is in the caches and the predictors
// matters to it, as to what tracetoll times.
void work(std::vector<std::uint64_t>& words, std::int64_t steps) {
  std::uint64_t value = 1;
  for (std::int64_t i = 0; i < steps; ++i) {
    std::uint64_t& word = words[value % words.size()];
    value = value * 6364136223846793005U + word;
    word = value;
  }
}

struct BlockTimes {
  double cpu_ns, elapsed_ns;
};

// How a block is counted; `groups` empty: the software events alone. Null kernel: not at all.
struct Kind {
  const char* name;
  PerfKernel* kernel;
  std::vector<std::vector<std::string>> groups;
  std::string way = {};  // how it was read last
};

class Study {
 public:
  Study() : words_(4096, 1) {
    steps_ = 1000;
    while (timed([] {}, [] {}).cpu_ns < kBlockNs / 2) steps_ *= 2;
    steps_ = std::lround(static_cast<double>(steps_) * kBlockNs / timed([] {}, [] {}).cpu_ns);
  }

  // The medians of a few blocks. Opening, testing and a first block, which finds the caches as the
  // system calls left them, come before and are not timed: a process of a run opens its counters
  // once for some 50 blocks.
  BlockTimes run(Kind& kind) {
    std::optional<BlockCounters> counters;
    if (kind.kernel != nullptr) counters.emplace(*kind.kernel, kind.groups);
    std::array<double, kBlocks> cpu{}, elapsed{};
    run_block(counters);
    for (std::size_t i = 0; i < kBlocks; ++i) {
      const BlockTimes times = run_block(counters);
      cpu[i] = times.cpu_ns;
      elapsed[i] = times.elapsed_ns;
    }
    if (counters) kind.way = counters->way();
    return {median_of(cpu), median_of(elapsed)};
  }

  int lost() const { return lost_; }

 private:
  static double median_of(std::array<double, kBlocks>& values) {
    std::ranges::nth_element(values, values.begin() + kBlocks / 2);
    return values[kBlocks / 2];
  }

  BlockTimes run_block(std::optional<BlockCounters>& counters) {
    if (!counters) return timed([] {}, [] {});
    BlockCounts counts;
    const BlockTimes times = timed([&] { counters->begin(0); }, [&] { counts = counters->end(); });
    if (!counts.lost.empty()) ++lost_;
    return times;
  }

  template <typename Before, typename After>
  BlockTimes timed(Before before, After after) {
    const double begin = now_ns(CLOCK_MONOTONIC);
    before();
    const double cpu_begin = now_ns(CLOCK_THREAD_CPUTIME_ID);
    work(words_, steps_);
    const double cpu_end = now_ns(CLOCK_THREAD_CPUTIME_ID);
    after();
    return {cpu_end - cpu_begin, now_ns(CLOCK_MONOTONIC) - begin};
  }

  std::vector<std::uint64_t> words_;
  std::int64_t steps_ = 0;
  int lost_ = 0;
};

std::string percent(const std::vector<double>& log_ratios) {
  const Estimate estimate = estimate_median_by_signs(log_ratios, kLevel, "rounds");
  if (!estimate.interval) return estimate.reason;
  const auto shown = [](double value) { return 100 * std::expm1(value); };
  return fmt::format("{:+.2f} % [{:+.2f}, {:+.2f}]", shown(estimate.interval->value),
                     shown(estimate.interval->low), shown(estimate.interval->high));
}

int run(int rounds) {
  LesserKernel forbidden(false, false), without_rdpmc(true, false);
  std::vector<Kind> kinds = {{"none", nullptr, {}},
                             {"none again", nullptr, {}},
                             {"software, usage", &forbidden, {}},
                             {"software, read()", &perf_kernel(), {}}};
  const CounterSurvey survey =
      survey_counters(perf_kernel(), {"cycles", "instructions", "branches", "branch-misses"});
  if (survey.groups.empty()) {
    fmt::print("no hardware events: {}\n", survey.counters.at("cycles").reason);
  } else {
    const std::vector<std::vector<std::string>> one = {survey.groups.front()};
    kinds.push_back({"hardware, best way", &perf_kernel(), one});
    kinds.push_back({"hardware, no rdpmc", &without_rdpmc, one});
    kinds.push_back({"hardware in turns, no rdpmc", &without_rdpmc, {one.front(), one.front()}});
  }
  if (survey.counters.at("page-faults").source != Availability{}.source)
    fmt::print("no software events by perf here: 'read()' is the usage too\n");

  Study study;
  std::map<int, std::vector<double>> cpu, elapsed;
  const int count = static_cast<int>(kinds.size());
  for (int round = 0; round < rounds; ++round) {
    std::vector<BlockTimes> times(kinds.size());
    for (const int kind : shuffled(count, round, 1))
      times[static_cast<std::size_t>(kind)] = study.run(kinds[static_cast<std::size_t>(kind)]);
    for (int kind = 1; kind < count; ++kind) {
      const BlockTimes& one = times[static_cast<std::size_t>(kind)];
      cpu[kind].push_back(std::log(one.cpu_ns / times[0].cpu_ns));
      elapsed[kind].push_back(std::log(one.elapsed_ns / times[0].elapsed_ns));
    }
  }
  fmt::print("{} rounds of blocks of {:.1f} ms; {} blocks lost their counts\n", rounds,
             kBlockNs / 1e6, study.lost());
  fmt::print("{:<36}{:<28}{}\n", "", "CPU time of the block", "elapsed, with the readings");
  for (int i = 1; i < count; ++i) {
    const Kind& kind = kinds[static_cast<std::size_t>(i)];
    const std::string name = kind.way.empty() ? kind.name : kind.name + (" (" + kind.way + ")");
    fmt::print("{:<36}{:<28}{}\n", name, percent(cpu[i]), percent(elapsed[i]));
  }
  return 0;
}

}  // namespace
}  // namespace tracetoll

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : tracetoll::kUsualRounds;
  if (rounds < 1 || rounds > tracetoll::kMostRounds || argc > 2) {
    fmt::print(stderr, "counting_cost [ROUNDS]: from 1 to {} rounds\n", tracetoll::kMostRounds);
    return 2;
  }
  return tracetoll::run(rounds);
}
