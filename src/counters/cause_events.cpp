#include "cause_events.hpp"

#include <linux/perf_event.h>

namespace tracetoll {
namespace {

constexpr Cpu kEveryCpu[] = {Cpu::kSkylake,        Cpu::kSkylakeServer, Cpu::kIceLake,
                             Cpu::kSapphireRapids, Cpu::kZen2,          Cpu::kZen3,
                             Cpu::kZen4,           Cpu::kZen5,          Cpu::kNeoverseN1,
                             Cpu::kNeoverseV1,     Cpu::kNeoverseV2};

}  // namespace

std::span<const CauseEvent> cause_events(Cpu cpu) {
  if (const auto rows = intel_cause_events(cpu); !rows.empty()) return rows;
  if (const auto rows = amd_cause_events(cpu); !rows.empty()) return rows;
  return arm_cause_events(cpu);
}

std::span<const MissingEvent> missing_events(Cpu cpu) {
  if (const auto rows = intel_missing_events(cpu); !rows.empty()) return rows;
  if (const auto rows = amd_missing_events(cpu); !rows.empty()) return rows;
  return arm_missing_events(cpu);
}

std::string cpus_with(const std::string& name) {
  std::string names;
  for (const Cpu cpu : kEveryCpu)
    for (const CauseEvent& row : cause_events(cpu))
      if (row.name == name) names += (names.empty() ? "" : ", ") + model_of(cpu).name;
  return names;
}

std::optional<EventCause> cause_of_event(const std::string& name) {
  for (const Cpu cpu : kEveryCpu)
    for (const CauseEvent& row : cause_events(cpu))
      if (row.name == name) return row.cause;
  return std::nullopt;
}

Event event_of(const CauseEvent& row) {
  Event event;
  event.name = row.name;
  event.type = PERF_TYPE_RAW;
  event.config = row.config;
  event.config1 = row.config1;
  event.known = row.known;
  event.speculative = row.speculative;
  if (row.cause == EventCause::kTopDown) event.together = "top-down";
  return event;
}

const CauseEvent* row_of_encoding(Cpu cpu, std::uint64_t config, std::uint64_t config1) {
  for (const CauseEvent& row : cause_events(cpu))
    if (row.config == config && row.config1 == config1) return &row;
  return nullptr;
}

}  // namespace tracetoll
