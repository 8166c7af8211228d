// The events that the kernel names for every CPU: perf's generic hardware, cache and software ones.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "event.hpp"

namespace tracetoll {

// Of "cycles", "L1-dcache-load-misses", "cs"; upper and lower case are the same. Named as perf's
// own list names it, so that "cpu-cycles" and "cycles" are one event. In user mode, but for
// context-switches and cpu-migrations, which happen in the kernel.
//
// Sources: tools/perf/util/parse-events.c and evsel.c of Linux for the names and which pairs of
// cache and operation exist; include/uapi/linux/perf_event.h for the numbers.
std::optional<Event> generic_event(const std::string& name);

std::vector<std::string> generic_event_names();  // without the aliases

}  // namespace tracetoll
