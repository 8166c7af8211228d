#include "gates.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "autocorrelation.hpp"
#include "statistics.hpp"

namespace tracetoll {

namespace {

std::optional<int> sum(const std::optional<int>& left, const std::optional<int>& right) {
  if (!left && !right) return std::nullopt;
  return left.value_or(0) + right.value_or(0);
}

// Nothing where a block lacks the reading: its round cannot be judged.
std::optional<bool> changed_speed(const std::vector<Block>& round) {
  double fastest = 0;
  double slowest = 0;
  for (const Block& block : round) {
    if (!block.loop_ns) return std::nullopt;
    fastest = fastest == 0 ? *block.loop_ns : std::min(fastest, *block.loop_ns);
    slowest = std::max(slowest, *block.loop_ns);
  }
  return slowest > kFrequencyGate * fastest;
}

std::optional<bool> lost_time(const std::vector<Block>& round) {
  std::optional<bool> result;
  for (const Block& block : round) {
    if (block.steal_ns) result = result.value_or(false) || *block.steal_ns > 0;
  }
  return result;
}

GateCounts judge(const std::vector<Block>& round) {
  const auto any = [&](auto member) {
    return std::ranges::any_of(round, [&](const Block& block) { return block.*member > 0; });
  };
  const auto as_count = [](const std::optional<bool>& met) {
    return met ? std::optional<int>(*met ? 1 : 0) : std::nullopt;
  };
  GateCounts counts;
  counts.rounds = 1;
  counts.switches = any(&Block::involuntary_switches) ? 1 : 0;
  counts.migrations = any(&Block::migrations) ? 1 : 0;
  counts.steal = as_count(lost_time(round));
  counts.frequency = as_count(changed_speed(round));
  const int met =
      counts.switches + counts.migrations + counts.steal.value_or(0) + counts.frequency.value_or(0);
  counts.gated = met > 0 ? 1 : 0;
  return counts;
}

}  // namespace

GateCounts& GateCounts::operator+=(const GateCounts& other) {
  rounds += other.rounds;
  gated += other.gated;
  switches += other.switches;
  migrations += other.migrations;
  steal = sum(steal, other.steal);
  frequency = sum(frequency, other.frequency);
  return *this;
}

Gated apply_gates(const std::vector<Block>& blocks) {
  std::map<std::pair<int, int>, std::vector<Block>> rounds;  // replicate, round
  for (const Block& block : blocks) rounds[{block.replicate, block.round}].push_back(block);
  Gated result;
  for (const auto& [key, round] : rounds) {
    const GateCounts counts = judge(round);
    result.counts += counts;
    if (counts.gated == 0) result.passed.insert(result.passed.end(), round.begin(), round.end());
  }
  return result;
}

std::optional<double> round_autocorrelation(const std::vector<ProcessRatios>& processes) {
  std::map<std::string, std::map<int, std::vector<double>>> of_layouts;  // variant, layout
  for (const auto& process : processes) {
    for (const auto& [variant, rounds] : process.rounds) {
      auto& all = of_layouts[variant][process.layout];
      all.insert(all.end(), rounds.begin(), rounds.end());
    }
  }
  std::map<std::string, std::vector<std::vector<double>>> series;
  for (const auto& process : processes) {
    for (const auto& [variant, rounds] : process.rounds) {
      if (variant == kBaseline) continue;
      const double middle = *median(of_layouts[variant][process.layout]);
      auto& deviations = series[variant].emplace_back();
      for (const double ratio : rounds) deviations.push_back(ratio - middle);
    }
  }
  std::vector<double> values;
  for (const auto& [variant, of_variant] : series) {
    if (const auto value = lag1(of_variant)) values.push_back(*value);
  }
  return median(values);
}

}  // namespace tracetoll
