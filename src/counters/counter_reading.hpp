// What was counted between two readings of a group, or why there is no telling. Pure.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tracetoll {

// More than any PMU has counters for.
inline constexpr std::size_t kMostInGroup = 16;

// One reading of a group: raw values in the group's order, and for how long (ns) the group was
// enabled and was on the PMU, both since it was opened.
struct CounterReading {
  std::array<std::uint64_t, kMostInGroup> values{};
  std::uint64_t enabled_ns = 0;
  std::uint64_t running_ns = 0;
  int error = 0;            // errno of the reading
  bool lost_place = false;  // end of file: a pinned group that could not be put on the PMU

  bool failed() const { return error != 0 || lost_place; }
};

// Why the difference of two readings of a group of `size` events counts nothing; empty when it
// does. Judged by the difference of the times: PERF_EVENT_IOC_RESET zeroes values, not times. A
// group that was on the PMU for a part of the time is refused, since a scaled value is an estimate.
std::string times_failure(std::size_t size, const CounterReading& before,
                          const CounterReading& after);

struct CountsBetween {
  std::vector<double> counts;  // in the group's order; empty where there is `lost`
  std::string lost;            // why nothing was counted
};

// The events between two readings of the group `names`. A counter that went back loses the block.
CountsBetween count_between(const std::vector<std::string>& names, const CounterReading& before,
                            const CounterReading& after);

}  // namespace tracetoll
