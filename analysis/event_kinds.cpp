#include "event_kinds.hpp"

#include <algorithm>
#include <array>

namespace tracetoll {

namespace {

// PERF_TYPE_SOFTWARE in tools/perf/util/parse-events.c, with the aliases.
constexpr std::array<const char*, 15> kSoftware = {
    "alignment-faults", "bpf-output", "cgroup-switches", "context-switches", "cpu-clock",
    "cpu-migrations",   "cs",         "dummy",           "emulation-faults", "faults",
    "major-faults",     "migrations", "minor-faults",    "page-faults",      "task-clock"};

// ":u", ":uk", ":ppp" and such; a umask of libpfm's is in capitals or has an underscore.
std::size_t modifier_at(const std::string& event) {
  const auto colon = event.rfind(':');
  if (colon == event.npos || colon + 1 == event.size()) return event.npos;
  const bool modifier = event.find_first_not_of("ukhpGHDISeWb", colon + 1) == event.npos;
  const bool has_mode = event.find_first_of("ukhp", colon + 1) != event.npos;
  return modifier && has_mode ? colon : event.npos;
}

}  // namespace

bool is_software(const std::string& event) {
  const auto name = event.substr(0, modifier_at(event));
  return std::find(kSoftware.begin(), kSoftware.end(), name) != kSoftware.end();
}

std::string perf_name(const std::string& event) {
  const bool as_it_is = is_software(event) || modifier_at(event) != event.npos;
  return as_it_is ? event : event + ":u";
}

}  // namespace tracetoll
