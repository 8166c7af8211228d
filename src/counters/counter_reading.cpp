#include "counter_reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace tracetoll {
namespace {

std::string failure_of(const CounterReading& reading) {
  if (reading.lost_place)
    return "the group lost its place on the PMU (end of file): others hold its counters";
  if (reading.error != 0)
    return fmt::format("the counters cannot be read ({})", std::strerror(reading.error));
  return {};
}

}  // namespace

std::string times_failure(std::size_t size, const CounterReading& before,
                          const CounterReading& after) {
  for (const CounterReading* reading : {&before, &after})
    if (std::string failure = failure_of(*reading); !failure.empty()) return failure;
  if (after.enabled_ns < before.enabled_ns || after.running_ns < before.running_ns)
    return "the times of the group went back";
  const std::uint64_t enabled = after.enabled_ns - before.enabled_ns;
  const std::uint64_t running = after.running_ns - before.running_ns;
  if (enabled == 0) return "the group was not enabled";
  if (running == enabled) return {};
  if (running > enabled) return "the group was on the PMU for longer than it was enabled";
  // In double: the product would not fit into 64 bits after 5 hours.
  const double percent = 100 * static_cast<double>(running) / static_cast<double>(enabled);
  return fmt::format("multiplexed: {} {} on the PMU {:.3g} % of the time", size,
                     size == 1 ? "event was" : "events were", std::min(percent, 99.9));
}

CountsBetween count_between(const std::vector<std::string>& names, const CounterReading& before,
                            const CounterReading& after) {
  if (std::string lost = times_failure(names.size(), before, after); !lost.empty())
    return {{}, std::move(lost)};
  CountsBetween counted;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (after.values[i] < before.values[i])
      return {
          {},
          fmt::format("{} went back from {} to {}", names[i], before.values[i], after.values[i])};
    counted.counts.push_back(static_cast<double>(after.values[i] - before.values[i]));
  }
  return counted;
}

}  // namespace tracetoll
