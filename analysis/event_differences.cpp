#include "event_differences.hpp"

#include <numeric>

#include "statistics.hpp"

namespace tracetoll {

namespace {

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

std::optional<double> events_per_operation(const Block& block, const std::string& event) {
  const auto found = block.counters.find(event);
  if (found == block.counters.end()) return std::nullopt;
  return found->second / static_cast<double>(block.operations);
}

bool is_rare(const std::vector<Block>& blocks, const std::string& event) {
  std::size_t all = 0;
  std::size_t without = 0;
  for (const Block& block : blocks) {
    const auto count = events_per_operation(block, event);
    if (!count) continue;
    ++all;
    without += *count == 0 ? 1 : 0;
  }
  return 2 * without >= all;
}

std::map<int, Effects> differences_by_layout(const std::vector<Block>& blocks,
                                             const std::string& event) {
  std::map<int, int> layout_of;                                        // by replicate
  std::map<int, std::map<int, std::map<std::string, double>>> counts;  // replicate, round, variant
  for (const Block& block : blocks) {
    const auto count = events_per_operation(block, event);
    if (!count) continue;
    layout_of[block.replicate] = block.layout;
    counts[block.replicate][block.round][block.variant] = *count;
  }
  std::map<int, std::map<std::string, std::vector<double>>> differences;  // layout, variant
  for (const auto& [replicate, rounds] : counts) {
    for (const auto& [round, of_round] : rounds) {
      const auto baseline = of_round.find(kBaseline);
      if (baseline == of_round.end()) continue;
      for (const auto& [variant, count] : of_round)
        differences[layout_of[replicate]][variant].push_back(count - baseline->second);
    }
  }
  const bool rare = is_rare(blocks, event);
  std::map<int, Effects> result;
  for (const auto& [layout, variants] : differences) {
    for (const auto& [variant, values] : variants)
      result[layout][variant] = rare ? mean(values) : *median(values);
  }
  return result;
}

}  // namespace tracetoll
