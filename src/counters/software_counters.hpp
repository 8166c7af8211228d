// The events that the kernel counts in software, in every block on every machine: task-clock (ns),
// context-switches, cpu-migrations, page-faults (minor and major).
//
// From one perf group where the kernel may be counted: context switches happen in the kernel, and a
// group that excludes it counts 0 of them for ever. Where it may not, or perf events are forbidden
// altogether, from getrusage, the thread's clock and sched_getcpu, which need no permission. Of
// migrations the latter sees one at most: that the block ended on another CPU than it began on.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>

#include "event_group.hpp"
#include "sample.hpp"
#include "thread_usage.hpp"

namespace tracetoll {

inline constexpr std::array<const char*, 4> kSoftwareEvents = {"task-clock", "context-switches",
                                                               "cpu-migrations", "page-faults"};

bool is_software_event(const std::string& name);

// By name, between two readings. Pure.
std::map<std::string, double> usage_between(const ThreadUsage& before, const ThreadUsage& after);

class SoftwareCounters {
 public:
  // `kernel` must outlive this.
  explicit SoftwareCounters(PerfKernel& kernel);

  // With the source of each. All are available.
  std::map<std::string, Availability> availability() const;

  void begin();
  // Adds what was counted since begin(), or why not to `lost`.
  void end(std::map<std::string, double>& counters, std::string& lost);

 private:
  std::unique_ptr<EventGroup> group_;  // null: from the thread's usage
  CounterReading before_;
  ThreadUsage usage_before_;
};

}  // namespace tracetoll
