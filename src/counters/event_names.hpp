// What a user calls an event, and what the kernel is then asked for.
//
// Four kinds of names: perf's generic ones ("branch-misses", "L1-icache-load-misses", "cs"), ours
// by cause ("loads", cause_events.hpp), raw ones as perf's ("r1c4": the bits of config, in
// hexadecimal), and libpfm4's ("skl::MEM_INST_RETIRED:ALL_LOADS"; without the PMU, this CPU's is
// meant). Each may end in ":u", ":k" or ":uk", the modes that are counted; without it, user mode.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cpu_model.hpp"
#include "event.hpp"

namespace tracetoll {

struct ParsedEvent {
  std::optional<Event> event;
  // Why this machine's CPU cannot have an event that exists, in one line:
  // "OP_CACHE_HIT_MISS:OC_MISS is an event of amd64_fam19h_zen3 and amd64_fam19h_zen4; this is
  // Skylake".
  std::string reason;
};

// Throws InputError with the nearest names when no CPU has such an event, and for a name that is
// none.
ParsedEvent parse_event(const std::string& name, const CpuModel& cpu);

// What a run counts when the user names none: cycles, instructions, branches, branch-misses, and
// the usual ones of this CPU's table by cause, where it has one.
std::vector<std::string> usual_events(const CpuModel& cpu);

}  // namespace tracetoll
