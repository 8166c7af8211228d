// Hardware counters of one thread, read around a block, or the reason why there are none.
//
// perf_event.cpp talks to the kernel; this file's arithmetic is pure and takes readings from any
// source, so that tests can feed it frozen, multiplexed and jumping ones.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sample.hpp"

namespace tracetoll {

// One read of a group: raw values in the group's order, and for how long (ns) the group was enabled
// and was on the PMU.
struct CounterReading {
  std::vector<std::uint64_t> values;
  std::uint64_t enabled_ns = 0;
  std::uint64_t running_ns = 0;
};

// A group of counters that are scheduled together.
class CounterSource {
 public:
  virtual ~CounterSource() = default;
  virtual std::vector<std::string> names() const = 0;
  // nullopt: the kernel refused the read, or a pinned group lost its place.
  virtual std::optional<CounterReading> read() = 0;
};

// The events counted between two readings, by name. Nothing where a reading is missing or the group
// was multiplexed (running less than enabled): a scaled estimate is not a count.
std::map<std::string, double> count_between(const std::vector<std::string>& names,
                                            const std::optional<CounterReading>& before,
                                            const std::optional<CounterReading>& after);

// Known-answer test: counts a loop of `branches` conditional branches twice, then the loop of twice
// as many. Empty when "branches" counted n..n*1.001+64 each time, else the reason to use none of
// the group: counters in VMs may open and then read 0, freeze, or jump.
std::string known_answer_failure(CounterSource& source);

// The group cycles, instructions, branches, branch_misses in user mode, pinned. Null when the
// machine has none; `why` then says so, by event.
std::unique_ptr<CounterSource> open_hardware_counters(std::map<std::string, Availability>& why);

}  // namespace tracetoll
