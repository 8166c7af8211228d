#include "event_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "contrast.hpp"
#include "event_differences.hpp"
#include "statistics.hpp"

namespace tracetoll {

namespace {

struct OfVariant {
  double total = 0;
  int all = 0;
  int with = 0;
  double operations = 0;
  double cpu_ns = 0;
  double wall_ns = 0;
  double cpu_ns_of_all = 0;
  std::map<std::string, int> lost;  // reason -> blocks that lack the event
  struct Process {
    double total = 0;
    double operations = 0;
  };
  std::map<int, Process> processes;
};

OfVariant add_up(const std::vector<Block>& blocks, const std::string& variant,
                 const std::string& event) {
  OfVariant sum;
  for (const Block& block : blocks) {
    if (block.variant != variant) continue;
    ++sum.all;
    sum.cpu_ns_of_all += block.cpu_ns;
    const auto count = block.counters.find(event);
    if (count == block.counters.end()) {
      if (!block.counters_lost.empty()) ++sum.lost[block.counters_lost];
      continue;
    }
    ++sum.with;
    sum.total += count->second;
    sum.operations += static_cast<double>(block.operations);
    sum.cpu_ns += block.cpu_ns;
    sum.wall_ns += block.wall_ns;
    auto& process = sum.processes[block.replicate];
    process.total += count->second;
    process.operations += static_cast<double>(block.operations);
  }
  return sum;
}

std::optional<double> error_percent(const OfVariant& sum) {
  std::vector<double> rates;
  double mean = 0;
  for (const auto& [replicate, process] : sum.processes) {
    rates.push_back(process.total / process.operations);
    mean += rates.back();
  }
  const auto sd = standard_deviation(rates);
  if (!sd || mean == 0) return std::nullopt;
  const auto n = static_cast<double>(rates.size());
  return 100 * *sd / std::sqrt(n) / (mean / n);
}

std::string lost_phrase(const OfVariant& sum) {
  const std::string* reason = nullptr;
  int most = 0;
  int blocks = 0;
  for (const auto& [why, count] : sum.lost) {
    blocks += count;
    if (count <= most) continue;
    most = count;
    reason = &why;
  }
  return reason ? fmt::format("{} of {} blocks lost: {}", blocks, sum.all, *reason) : "";
}

std::string why_none(const EventOfWorkload& event, const std::string& lost) {
  if (!event.availability.available)
    return event.availability.reason.empty() ? "no reason given" : event.availability.reason;
  return lost.empty() ? "no block of this variant has it" : lost;
}

// Fewer layouts than it takes is the estimate's own reason; none at all means that no round has
// the event on both sides.
Estimate difference_of(const EventOfWorkload& event, const std::string& variant, const Rule& rule) {
  if (variant == kBaseline) return Estimate{0, rule.level, {}, {}, "the baseline itself"};
  Estimate result = estimate_contrast({{variant, 1}}, event.differences, rule);
  if (result.n == 0)
    result.reason = fmt::format("no round has it for both {} and {}", variant, kBaseline);
  return result;
}

}  // namespace

// An event that occurred in so few layouts that all of them were trimmed has an interval of no
// width, which would say that it is known exactly.
Estimate wide_enough(Estimate estimate) {
  if (!estimate.interval || estimate.interval->low < estimate.interval->high) return estimate;
  if (estimate.layouts.low == estimate.layouts.high) return estimate;
  estimate.interval.reset();
  estimate.reason = "differs in too few layouts";
  return estimate;
}

std::vector<EventOfWorkload> events_of(const std::vector<Block>& blocks,
                                       const std::map<std::string, Availability>& declared) {
  auto all = declared;
  for (const Block& block : blocks) {
    for (const auto& [name, value] : block.counters) all.emplace(name, Availability{true, ""});
  }
  std::vector<EventOfWorkload> result;
  for (const auto& [name, availability] : all) {
    result.push_back(
        {name, availability, is_rare(blocks, name), differences_by_layout(blocks, name)});
  }
  return result;
}

Estimate divided(Estimate estimate, double hits) {
  if (estimate.interval) {
    auto& interval = *estimate.interval;
    interval = {interval.value / hits, interval.low / hits, interval.high / hits};
  }
  Spread& layouts = estimate.layouts;
  layouts = {layouts.sd / hits, layouts.low / hits, layouts.high / hits};
  return estimate;
}

CounterFigure counter_figure(const EventOfWorkload& event, const std::vector<Block>& blocks,
                             const std::string& variant, std::optional<double> hits,
                             const Rule& rule) {
  const OfVariant sum = add_up(blocks, variant, event.name);
  CounterFigure result;
  result.source = event.availability.source;
  result.available = event.availability.available || sum.with > 0;
  result.lost = lost_phrase(sum);
  result.difference = wide_enough(difference_of(event, variant, rule));
  if (sum.with == 0) {
    result.reason = why_none(event, result.lost);
    result.difference = Estimate{0, rule.level, {}, {}, result.reason};
    return result;
  }
  result.total = sum.total;
  result.blocks = sum.with;
  result.operations = sum.operations;
  result.cpu_ns = sum.cpu_ns;
  result.wall_ns = sum.wall_ns;
  result.share = sum.cpu_ns / sum.cpu_ns_of_all;
  result.error_percent = error_percent(sum);
  const auto figure = [&](const Block& block) { return events_per_operation(block, event.name); };
  result.per_op = event.rare ? sum.total / sum.operations : typical(blocks, variant, figure);
  if (hits && *hits >= kFewestHits && variant != kBaseline)
    result.per_site = divided(result.difference, *hits);
  return result;
}

}  // namespace tracetoll
