// The events that bear on a cause, CPU by CPU: one name for one meaning, whatever a vendor calls
// it.
//
// A row is a fact with its source. tests/counters/cause_events_test.cpp compares each encoding with
// libpfm4's for the same event, on any machine; a row whose `libpfm` is empty has no true
// counterpart there, and its source says where it was read instead.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "cpu_model.hpp"
#include "event.hpp"

namespace tracetoll {

enum class EventCause { kRegisters, kBranch, kIcache, kFrontEnd, kTopDown };

struct CauseEvent {
  const char* name;  // ours: "loads"
  EventCause cause;
  std::uint64_t config;   // of PERF_TYPE_RAW
  std::uint64_t config1;  // MSR_PEBS_FRONTEND's value for FRONTEND_RETIRED, else 0
  const char* libpfm;     // libpfm4's name without the PMU: "MEM_INST_RETIRED:ALL_LOADS"; or ""
  const char* source;     // what the encoding was compared with, besides libpfm4
  Known known = Known::kNothing;
  bool speculative = false;  // as in Event
  bool usual = true;         // counted when the user names no events
};

// Why a CPU cannot count what others can.
struct MissingEvent {
  const char* name;  // an event's name, or the common start of several: "top-down"
  const char* reason;
};

std::span<const CauseEvent> cause_events(Cpu cpu);  // empty for an unknown CPU
std::span<const MissingEvent> missing_events(Cpu cpu);

// The CPUs that have an event of this name: "Zen 3, Zen 4, Zen 5"; empty when none has.
std::string cpus_with(const std::string& name);

// The cause of our event of this name, whichever CPU has it; nothing for other names.
std::optional<EventCause> cause_of_event(const std::string& name);

// The row as the kernel is asked for it, in user mode.
Event event_of(const CauseEvent& row);

// The row with this encoding: what is known of r81d0 or of libpfm4's name for it. Null: none.
const CauseEvent* row_of_encoding(Cpu cpu, std::uint64_t config, std::uint64_t config1);

// The tables themselves, one file a vendor.
std::span<const CauseEvent> intel_cause_events(Cpu cpu);
std::span<const MissingEvent> intel_missing_events(Cpu cpu);
std::span<const CauseEvent> amd_cause_events(Cpu cpu);
std::span<const MissingEvent> amd_missing_events(Cpu cpu);
std::span<const CauseEvent> arm_cause_events(Cpu cpu);
std::span<const MissingEvent> arm_missing_events(Cpu cpu);

}  // namespace tracetoll
