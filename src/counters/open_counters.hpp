// From names of events to groups that can be believed: parsed, planned, opened, and each put to the
// known-answer test.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "event_group.hpp"
#include "known_answer.hpp"
#include "sample.hpp"

namespace tracetoll {

// A group that passed, disabled. The group may hold one event more than is reported: `instructions`
// last, its witness (below).
struct BelievedGroup {
  std::unique_ptr<EventGroup> group;
  std::vector<std::string> names;  // of its events that are reported, in its order
};

struct OpenCounters {
  std::vector<BelievedGroup> groups;
  std::map<std::string, Availability> availability;  // of all events asked for, by name

  std::vector<std::vector<std::string>> names() const;
};

// The events called `names`, none of them twice. A first look asks for cycles: where these cannot
// be opened nothing else is tried, and all have that reason.
//
// A group that the PMU cannot hold is split in halves, as often as it takes; an event that is
// refused by the kernel or fails the test goes, and the others are tried again without it. An event
// without a known answer (cycles, misses) is believed only beside one that passed: where the group
// has none, `instructions` joins it as the witness. Software events need no test.
//
// Throws InputError for a name that no CPU has. `kernel` must outlive the groups.
OpenCounters open_counters(PerfKernel& kernel, const std::vector<std::string>& names,
                           const RunLoop& run = run_loop);

// The same for one group as it was planned.
OpenCounters open_group(PerfKernel& kernel, const std::vector<std::string>& names,
                        const RunLoop& run = run_loop);

}  // namespace tracetoll
