// Stand-in for the names and the planning until they are merged.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "event.hpp"

namespace tracetoll {

struct CpuModel {};
struct PmuShape {};
struct ParsedEvent {
  std::optional<Event> event;
  std::string reason;
};

inline CpuModel this_cpu() {
  return {};
}
inline PmuShape pmu_shape(const CpuModel&) {
  return {};
}
ParsedEvent parse_event(const std::string& name, const CpuModel& cpu);
std::vector<std::string> usual_events(const CpuModel& cpu);
std::vector<std::vector<Event>> plan_groups(const std::vector<Event>& events,
                                            const PmuShape& shape);

}  // namespace tracetoll
