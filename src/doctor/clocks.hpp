// Topic "clock": where time comes from, how fine it is and what reading it costs.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "finding.hpp"
#include "machine_files.hpp"

namespace tracetoll {

// Nanoseconds of some clock.
using ReadClock = std::function<std::int64_t()>;

struct ClockFigures {
  double call_ns = 0;        // one reading: the median of batches, of each the mean
  std::int64_t step_ns = 0;  // the smallest difference of two readings in sequence that is not 0
};

// Takes about 20,000 readings. Nothing when the clock does not move forwards within them.
std::optional<ClockFigures> measure_clock(const ReadClock& read);

// `name` as "thread CPU time"; a block is timed by two readings.
Finding judge_clock(const std::string& name, const std::optional<ClockFigures>& figures);

// `current` and `available` of /sys/devices/system/clocksource/clocksource0.
Finding judge_clock_source(const FileText& current, const FileText& available);

// The flags constant_tsc and nonstop_tsc of /proc/cpuinfo.
Finding judge_tsc(const FileText& cpuinfo);

Topic examine_clocks(const MachineFiles& files, const ReadClock& thread_cpu_time,
                     const ReadClock& elapsed);

// This machine's clocks: clock_gettime(2) of CLOCK_THREAD_CPUTIME_ID and CLOCK_MONOTONIC.
std::int64_t thread_cpu_time_ns();
std::int64_t elapsed_ns();

}  // namespace tracetoll
