#include "stand_in.hpp"

#include <fmt/format.h>
#include <linux/perf_event.h>

#include "error.hpp"

namespace tracetoll {

ParsedEvent parse_event(const std::string& name, const CpuModel&) {
  Event event;
  event.name = name;
  event.type = PERF_TYPE_HARDWARE;
  if (name == "cycles") {
    event.config = PERF_COUNT_HW_CPU_CYCLES;
    event.known = Known::kCycles;
  } else if (name == "instructions") {
    event.config = PERF_COUNT_HW_INSTRUCTIONS;
    event.known = Known::kInstructions;
  } else if (name == "branches") {
    event.config = PERF_COUNT_HW_BRANCH_INSTRUCTIONS;
    event.known = Known::kBranches;
  } else if (name == "branch-misses") {
    event.config = PERF_COUNT_HW_BRANCH_MISSES;
  } else {
    throw InputError(fmt::format("unknown event '{}'; did you mean cycles?", name));
  }
  return {event, ""};
}

std::vector<std::string> usual_events(const CpuModel&) {
  return {"cycles", "instructions", "branches", "branch-misses"};
}

std::vector<std::vector<Event>> plan_groups(const std::vector<Event>& events, const PmuShape&) {
  std::vector<std::vector<Event>> groups;
  for (const Event& event : events) {
    if (groups.empty() || groups.back().size() == 4) groups.emplace_back();
    groups.back().push_back(event);
  }
  return groups;
}

}  // namespace tracetoll
