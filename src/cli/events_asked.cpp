#include "events_asked.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "error.hpp"
#include "event_names.hpp"
#include "software_counters.hpp"

namespace tracetoll {

std::vector<std::string> events_asked(const std::vector<std::string>& names) {
  std::vector<std::string> asked;
  for (std::string name : names) {
    if (!is_software_event(name)) {
      const ParsedEvent parsed = parse_event(name, this_cpu());
      if (!parsed.event) throw InputError(fmt::format("event '{}': {}", name, parsed.reason));
      name = parsed.event->name;
    }
    if (std::ranges::find(asked, name) == asked.end()) asked.push_back(name);
  }
  return asked;
}

}  // namespace tracetoll
