#include "pmu_shape.hpp"

#include <linux/perf_event.h>

#include <algorithm>
#include <span>

namespace tracetoll {
namespace {

struct CodeRange {
  unsigned first;
  unsigned last;
  int counters;
};

constexpr CodeRange kIceLakeRanges[] = {
    {0x03, 0x0a, 4}, {0x1f, 0x28, 4}, {0x32, 0x32, 4}, {0x48, 0x56, 4}, {0x60, 0x8b, 4},
    {0xa3, 0xa3, 4}, {0xa8, 0xb0, 4}, {0xb7, 0xbd, 4}, {0xd0, 0xe6, 4}, {0xef, 0xf4, 4}};

constexpr CodeRange kSapphireRapidsRanges[] = {{0x2e, 0x2e, 0}, {0x3c, 0x3c, 0}, {0x01, 0x8f, 4},
                                               {0xa3, 0xa3, 4}, {0xce, 0xce, 1}, {0xd0, 0xdf, 4}};

// The first range that holds the event's code decides, as in the kernel.
int first_counters_in(std::span<const CodeRange> ranges, unsigned code) {
  const auto found = std::ranges::find_if(
      ranges, [code](const CodeRange& range) { return code >= range.first && code <= range.last; });
  return found == ranges.end() ? 0 : found->counters;
}

bool is_intel(Cpu cpu) {
  return cpu == Cpu::kSkylake || cpu == Cpu::kSkylakeServer || cpu == Cpu::kIceLake ||
         cpu == Cpu::kSapphireRapids;
}

bool is_arm(Cpu cpu) {
  return cpu == Cpu::kNeoverseN1 || cpu == Cpu::kNeoverseV1 || cpu == Cpu::kNeoverseV2;
}

int first_counters_of(Cpu cpu, std::uint64_t code_and_mask) {
  const auto code = static_cast<unsigned>(code_and_mask & 0xff);
  if (cpu == Cpu::kIceLake) return first_counters_in(kIceLakeRanges, code);
  if (cpu != Cpu::kSapphireRapids) return 0;
  // TOPDOWN.BAD_SPEC_SLOTS, TOPDOWN.BR_MISPREDICT_SLOTS, MEM_TRANS_RETIRED.STORE_SAMPLE
  if (code_and_mask == 0x04a4 || code_and_mask == 0x08a4 || code_and_mask == 0x02cd) return 1;
  return first_counters_in(kSapphireRapidsRanges, code);
}

SharedRegister shared_register_of(std::uint64_t code_and_mask) {
  switch (code_and_mask) {
    case 0x01c6:
      return SharedRegister::kFrontEnd;
    case 0x01b7:  // OFFCORE_RESPONSE of Skylake and Ice Lake, OCR
    case 0x01bb:
    case 0x012a:  // OCR of Sapphire Rapids
    case 0x012b:
      return SharedRegister::kOffcore;
    case 0x01cd:
      return SharedRegister::kLoadLatency;
    default:
      return SharedRegister::kNone;
  }
}

Fixed fixed_of_generic(std::uint64_t config) {
  if (config == PERF_COUNT_HW_INSTRUCTIONS) return Fixed::kInstructions;
  if (config == PERF_COUNT_HW_CPU_CYCLES) return Fixed::kCycles;
  if (config == PERF_COUNT_HW_REF_CPU_CYCLES) return Fixed::kRefCycles;
  return Fixed::kNone;
}

Fixed fixed_of_raw(Cpu cpu, std::uint64_t config) {
  if (is_arm(cpu)) return config == 0x11 ? Fixed::kCycles : Fixed::kNone;
  if (!is_intel(cpu)) return Fixed::kNone;
  if (config == 0xc0) return Fixed::kInstructions;
  if (config == 0x3c) return Fixed::kCycles;
  if (config == 0x0300) return Fixed::kRefCycles;
  if (config == 0x0400) return Fixed::kSlots;
  return Fixed::kNone;
}

bool has_fixed(const PmuShape& pmu, Fixed fixed) {
  switch (fixed) {
    case Fixed::kNone:
      return false;
    case Fixed::kInstructions:
      return pmu.fixed_instructions;
    case Fixed::kCycles:
      return pmu.fixed_cycles;
    case Fixed::kRefCycles:
      return pmu.fixed_ref_cycles;
    case Fixed::kSlots:
      return pmu.fixed_slots;
  }
  return false;
}

PmuShape without_watchdog(PmuShape pmu) {
  if (pmu.fixed_cycles)
    pmu.fixed_cycles = false;
  else
    pmu.general -= 1;
  return pmu;
}

}  // namespace

PmuShape pmu_shape(const CpuModel& model) {
  PmuShape pmu;
  pmu.cpu = model.cpu;
  switch (model.cpu) {
    case Cpu::kUnknown:
      break;
    case Cpu::kSkylake:
    case Cpu::kSkylakeServer:
      pmu.general = 4;
      pmu.fixed_instructions = pmu.fixed_cycles = pmu.fixed_ref_cycles = true;
      break;
    case Cpu::kIceLake:
    case Cpu::kSapphireRapids:
      pmu.general = 8;
      pmu.fixed_instructions = pmu.fixed_cycles = pmu.fixed_ref_cycles = pmu.fixed_slots = true;
      break;
    case Cpu::kZen2:
    case Cpu::kZen3:
    case Cpu::kZen4:
    case Cpu::kZen5:
      pmu.general = model.has_core_counters ? 6 : 4;
      break;
    case Cpu::kNeoverseN1:
    case Cpu::kNeoverseV1:
    case Cpu::kNeoverseV2:
      pmu.general = 6;
      pmu.fixed_cycles = true;
      break;
  }
  return model.has_watchdog ? without_watchdog(pmu) : pmu;
}

EventConstraint constraint_of(const Event& event, const PmuShape& pmu) {
  EventConstraint constraint;
  constraint.is_software = event.type == PERF_TYPE_SOFTWARE || event.type == PERF_TYPE_BREAKPOINT;
  if (event.type == PERF_TYPE_HARDWARE) constraint.fixed = fixed_of_generic(event.config);
  if (event.type == PERF_TYPE_RAW) {
    constraint.fixed = fixed_of_raw(pmu.cpu, event.config);
    const std::uint64_t code_and_mask = event.config & 0xffff;
    constraint.first_counters = first_counters_of(pmu.cpu, code_and_mask);
    if (is_intel(pmu.cpu)) constraint.shared = shared_register_of(code_and_mask);
  }
  if (event.type == PERF_TYPE_HW_CACHE) {
    // The kernel picks the event; on these CPUs most of its picks are of the first four, and those
    // of the last level and of nodes are OFFCORE_RESPONSE's.
    const std::uint64_t cache = event.config & 0xff;
    const bool is_offcore = cache == PERF_COUNT_HW_CACHE_LL || cache == PERF_COUNT_HW_CACHE_NODE;
    if (pmu.cpu == Cpu::kIceLake || pmu.cpu == Cpu::kSapphireRapids) constraint.first_counters = 4;
    if (is_intel(pmu.cpu) && is_offcore) constraint.shared = SharedRegister::kOffcore;
  }
  // Only the fixed counters of instructions and cycles have a general event beside them.
  constraint.fixed_only = is_intel(pmu.cpu) && (constraint.fixed == Fixed::kRefCycles ||
                                                constraint.fixed == Fixed::kSlots);
  if (!has_fixed(pmu, constraint.fixed)) constraint.fixed = Fixed::kNone;
  if (constraint.first_counters > pmu.general) constraint.first_counters = 0;
  return constraint;
}

int registers_of(SharedRegister shared) {
  return shared == SharedRegister::kOffcore ? 2 : 1;
}

}  // namespace tracetoll
