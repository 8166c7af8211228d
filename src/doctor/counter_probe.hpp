// What of perf_event_open(2) works for this process, tried out: the counters of the CPU, a hardware
// breakpoint and software events, the last two against a known answer.
#pragma once

#include <map>
#include <string>

#include "sample.hpp"

namespace tracetoll {

struct CounterProbe {
  std::map<std::string, Availability> hardware;  // by event
  Availability breakpoints{false, "not tried"};
  std::map<std::string, Availability> software;  // task-clock, page-faults
};

CounterProbe probe_counters();

}  // namespace tracetoll
