#include "effects.hpp"

#include <cmath>

#include "statistics.hpp"

namespace tracetoll {

namespace {

double percent(double log_ratio) {
  return 100 * std::expm1(log_ratio);
}

// The samples of a key are never empty here: a key exists because something was put there.
template <typename Key>
std::map<Key, double> medians(const std::map<Key, std::vector<double>>& samples) {
  std::map<Key, double> result;
  for (const auto& [key, values] : samples) result[key] = *median(values);
  return result;
}

}  // namespace

double ns_per_operation(const Block& block, Clock clock) {
  const double ns = clock == Clock::kCpu ? block.cpu_ns : block.wall_ns;
  return ns / static_cast<double>(block.operations);
}

std::vector<ProcessRatios> process_ratios(const std::vector<Block>& blocks, Clock clock) {
  std::map<int, int> layout_of;                                       // by replicate
  std::map<int, std::map<int, std::map<std::string, double>>> ns_of;  // replicate, round, variant
  for (const Block& block : blocks) {
    layout_of[block.replicate] = block.layout;
    ns_of[block.replicate][block.round][block.variant] = ns_per_operation(block, clock);
  }
  std::vector<ProcessRatios> result;
  for (const auto& [replicate, rounds] : ns_of) {
    std::map<std::string, std::vector<double>> ratios;
    for (const auto& [round, ns] : rounds) {
      const auto baseline = ns.find(kBaseline);
      if (baseline == ns.end()) continue;
      for (const auto& [variant, value] : ns) {
        ratios[variant].push_back(std::log(value / baseline->second));
      }
    }
    result.push_back({replicate, layout_of[replicate], medians(ratios), std::move(ratios)});
  }
  return result;
}

Effects effects_of(const ProcessRatios& process) {
  Effects result;
  for (const auto& [variant, ratio] : process.log_ratio) result[variant] = percent(ratio);
  return result;
}

std::map<int, Effects> effects_by_layout(const std::vector<ProcessRatios>& processes) {
  std::map<int, std::map<std::string, std::vector<double>>> ratios;  // layout, variant
  for (const auto& process : processes) {
    for (const auto& [variant, rounds] : process.rounds) {
      auto& of_layout = ratios[process.layout][variant];
      of_layout.insert(of_layout.end(), rounds.begin(), rounds.end());
    }
  }
  std::map<int, Effects> result;
  for (const auto& [layout, of_layout] : ratios) {
    for (const auto& [variant, ratio] : medians(of_layout)) {
      result[layout][variant] = percent(ratio);
    }
  }
  return result;
}

// A median where one bad value of few has to go; else the trimmed mean, which weighs a machine that
// runs at two speeds alike for all variants, where a median would fall on one side or the other.
static std::optional<double> typical_of(const std::vector<double>& values) {
  constexpr std::size_t kFewestToTrim = 5;
  return values.size() < kFewestToTrim ? median(values) : trimmed_mean(values);
}

std::optional<double> typical(const std::vector<Block>& blocks, const std::string& variant,
                              const BlockFigure& figure) {
  std::map<int, std::map<int, std::vector<double>>> values;  // layout, replicate
  for (const Block& block : blocks) {
    if (block.variant != variant) continue;
    if (const auto value = figure(block)) {
      values[block.layout][block.replicate].push_back(*value);
    }
  }
  std::vector<double> of_layouts;
  for (const auto& [layout, processes] : values) {
    std::vector<double> of_processes;
    for (const auto& [replicate, value] : medians(processes)) of_processes.push_back(value);
    of_layouts.push_back(*typical_of(of_processes));
  }
  return typical_of(of_layouts);
}

}  // namespace tracetoll
