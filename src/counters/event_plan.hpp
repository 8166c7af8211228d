// Which events are counted together: groups that the PMU can hold, so that none is multiplexed.
#pragma once

#include <vector>

#include "event.hpp"
#include "pmu_shape.hpp"

namespace tracetoll {

// Every event once, in as few groups as first-fit finds, the most constrained events first; without
// events that belong together that is the least number (tests/counters/event_plan_test.cpp). An
// event takes its fixed counter if that is free, else a general one; a software event takes none
// and joins the first group. A group holds at most one FRONTEND_RETIRED event of Intel's (they
// share a register; the same for load latency, and two of OFFCORE_RESPONSE).
//
// Events that share Event::together are one group's, or when they are more than a PMU holds, as few
// groups of their own as possible: who needs them from one group sees that they are not. An event
// that fits nowhere is a group of its own, which the kernel then refuses with its reason.
//
// The same events in the same order give the same groups: a group's events in the order of the
// input, the groups in the order of their first event.
std::vector<std::vector<Event>> plan_groups(const std::vector<Event>& events, const PmuShape& pmu);

}  // namespace tracetoll
