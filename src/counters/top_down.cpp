#include "top_down.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>
#include <vector>

#include "cause_events.hpp"
#include "event_plan.hpp"

namespace tracetoll {
namespace {

using Counts = std::map<std::string, double>;

double count(const Counts& counts, const char* name) {
  return counts.at(std::string("top-down-") + name);
}

// Four slots a cycle; the back end has what is left.
TopDown of_skylake(const Counts& counts) {
  constexpr double kWidth = 4;
  const double slots = kWidth * count(counts, "cycles");
  const double recovery = kWidth * count(counts, "recovery-cycles");
  TopDown parts;
  parts.front_end = count(counts, "front-end") / slots;
  parts.retiring = count(counts, "retired") / slots;
  parts.bad_speculation = (count(counts, "issued") - count(counts, "retired") + recovery) / slots;
  parts.back_end = 1 - parts.front_end - parts.retiring - parts.bad_speculation;
  return parts;
}

// Ops that the front end drops after a wrong prediction count as its own; they are the
// prediction's. A clear of the pipeline costs the back end five slots that its counter does not
// see.
TopDown of_ice_lake(const Counts& counts) {
  constexpr double kSlotsOfAClear = 5;
  const double slots = count(counts, "slots");
  TopDown parts;
  parts.front_end = (count(counts, "front-end") - count(counts, "dropped")) / slots;
  parts.back_end = (count(counts, "back-end") + kSlotsOfAClear * count(counts, "clears")) / slots;
  parts.retiring = count(counts, "retired") / slots;
  parts.bad_speculation = 1 - parts.front_end - parts.back_end - parts.retiring;
  return parts;
}

TopDown of_sapphire_rapids(const Counts& counts) {
  const double slots = count(counts, "slots");
  const double dropped = count(counts, "dropped");
  TopDown parts;
  parts.front_end = (count(counts, "front-end") - dropped) / slots;
  parts.bad_speculation = (count(counts, "bad-speculation") + dropped) / slots;
  parts.back_end = count(counts, "back-end") / slots;
  parts.retiring = count(counts, "retired") / slots;
  return parts;
}

TopDown of_zen(const Counts& counts, double width) {
  const double slots = width * count(counts, "cycles");
  TopDown parts;
  parts.front_end = count(counts, "front-end") / slots;
  parts.back_end = count(counts, "back-end") / slots;
  parts.other_thread = count(counts, "smt") / slots;
  parts.retiring = count(counts, "retired") / slots;
  parts.bad_speculation = (count(counts, "issued") - count(counts, "retired")) / slots;
  return parts;
}

// `refill_cycles` a misprediction are the front end's in its counter and the prediction's in truth.
TopDown of_neoverse(const Counts& counts, double mispredicted, double refill_cycles) {
  constexpr double kWidth = 8;
  const double cycles = count(counts, "cycles");
  const double slots = kWidth * cycles;
  const double refill = mispredicted * refill_cycles / cycles;
  const double used = 1 - count(counts, "stalled") / slots;
  const double kept = count(counts, "retired") / count(counts, "issued");
  TopDown parts;
  parts.front_end = count(counts, "front-end") / slots - refill;
  parts.back_end = count(counts, "back-end") / slots;
  parts.retiring = kept * used;
  parts.bad_speculation = (1 - kept) * used + refill;
  return parts;
}

TopDown parts_of(Cpu cpu, const Counts& counts) {
  switch (cpu) {
    case Cpu::kIceLake:
      return of_ice_lake(counts);
    case Cpu::kSapphireRapids:
      return of_sapphire_rapids(counts);
    case Cpu::kZen4:
      return of_zen(counts, 6);
    case Cpu::kZen5:
      return of_zen(counts, 8);
    case Cpu::kNeoverseV1:
      return of_neoverse(counts, count(counts, "mispredicted"), 4);
    case Cpu::kNeoverseV2:
      return of_neoverse(counts, 0, 0);
    default:
      return of_skylake(counts);
  }
}

// "the sum" or the part that makes these parts unbelievable; empty when they are shares of a whole.
std::string fault_of(const TopDown& parts) {
  struct Part {
    const char* name;
    double share;
  };
  const double sum = parts.retiring + parts.bad_speculation + parts.front_end + parts.back_end +
                     parts.other_thread;
  const Part all[] = {{"retiring", parts.retiring},
                      {"bad speculation", parts.bad_speculation},
                      {"front end", parts.front_end},
                      {"back end", parts.back_end},
                      {"the other thread", parts.other_thread}};
  for (const Part& part : all)
    if (!(part.share >= -kTopDownTolerance && part.share <= 1 + kTopDownTolerance))
      return fmt::format("{} comes to {:.3f} of the slots", part.name, part.share);
  if (!(std::abs(sum - 1) <= kTopDownTolerance))
    return fmt::format("the parts add up to {:.3f}, not 1", sum);
  return {};
}

std::vector<Event> level_1_events(Cpu cpu) {
  std::vector<Event> events;
  for (const CauseEvent& row : cause_events(cpu))
    if (row.cause == EventCause::kTopDown) events.push_back(event_of(row));
  return events;
}

}  // namespace

std::string no_top_down(const CpuModel& cpu) {
  for (const MissingEvent& missing : missing_events(cpu.cpu))
    if (std::string_view(missing.name) == "top-down") return missing.reason;
  if (cpu.cpu == Cpu::kUnknown) return "the table of events does not know " + cpu.name;
  const bool is_skylake = cpu.cpu == Cpu::kSkylake || cpu.cpu == Cpu::kSkylakeServer;
  if (is_skylake && cpu.smt_active)
    return cpu.name +
           " shares its slots between two hyper-threads, of which one process may count one: "
           "switch the others off (echo off > /sys/devices/system/cpu/smt/control)";
  const std::vector<Event> events = level_1_events(cpu.cpu);
  const PmuShape pmu = pmu_shape(cpu);
  if (plan_groups(events, pmu).size() > 1)
    return fmt::format(
        "top-down needs {} events at once, for which a thread has too few counters "
        "here ({})",
        events.size(), pmu.general);
  return {};
}

TopDownResult top_down(const CpuModel& cpu, const Counts& counts) {
  if (std::string reason = no_top_down(cpu); !reason.empty()) return {std::nullopt, reason};
  for (const Event& event : level_1_events(cpu.cpu))
    if (!counts.contains(event.name))
      return {std::nullopt, fmt::format("{} was not counted", event.name)};
  const TopDown parts = parts_of(cpu.cpu, counts);
  if (const std::string fault = fault_of(parts); !fault.empty())
    return {std::nullopt, "top-down: " + fault};
  return {parts, {}};
}

}  // namespace tracetoll
