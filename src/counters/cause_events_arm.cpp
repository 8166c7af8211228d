// Arm's rows. Sources: the PMU chapters of the Neoverse N1, V1 and V2 core manuals (Technical
// Reference Manuals 100616, 101427, 102375) as Linux's tools/perf/pmu-events/arch/arm64/arm/
// neoverse-n1, neoverse-v1, neoverse-n2-v2 and libpfm4's arm_neoverse_*_events.h give them; the
// numbers are those of the Arm Architecture Reference Manual, "PMU events and event numbers".
//
// Loads and stores are counted as executed, not as retired: these cores have no retired count.
#include "cause_events.hpp"

namespace tracetoll {
namespace {

constexpr const char* kN1 = "Linux pmu-events arm/neoverse-n1";
constexpr const char* kV1 = "Linux pmu-events arm/neoverse-v1";
constexpr const char* kV2 = "Linux pmu-events arm/neoverse-n2-v2";

constexpr CauseEvent kNeoverseN1Events[] = {
    {"loads", EventCause::kRegisters, 0x70, 0, "LD_SPEC", kN1, Known::kLoads, true},
    {"stores", EventCause::kRegisters, 0x71, 0, "ST_SPEC", kN1, Known::kStores, true},
    {"retired-branches", EventCause::kBranch, 0x21, 0, "BR_RETIRED", kN1, Known::kBranches},
    {"retired-branch-misses", EventCause::kBranch, 0x22, 0, "BR_MIS_PRED_RETIRED", kN1},
    {"icache-misses", EventCause::kIcache, 0x01, 0, "L1I_CACHE_REFILL", kN1, Known::kNothing, true},
    {"front-end-empty-cycles", EventCause::kFrontEnd, 0x23, 0, "STALL_FRONTEND", kN1},
};

constexpr CauseEvent kNeoverseV1Events[] = {
    {"loads", EventCause::kRegisters, 0x70, 0, "LD_SPEC", kV1, Known::kLoads, true},
    {"stores", EventCause::kRegisters, 0x71, 0, "ST_SPEC", kV1, Known::kStores, true},
    {"retired-branches", EventCause::kBranch, 0x21, 0, "BR_RETIRED", kV1, Known::kBranches},
    {"retired-branch-misses", EventCause::kBranch, 0x22, 0, "BR_MIS_PRED_RETIRED", kV1},
    {"icache-misses", EventCause::kIcache, 0x01, 0, "L1I_CACHE_REFILL", kV1, Known::kNothing, true},
    {"front-end-empty-cycles", EventCause::kFrontEnd, 0x23, 0, "STALL_FRONTEND", kV1},
    {"top-down-cycles", EventCause::kTopDown, 0x11, 0, "CPU_CYCLES", kV1, Known::kCycles},
    {"top-down-front-end", EventCause::kTopDown, 0x3e, 0, "STALL_SLOT_FRONTEND", kV1},
    {"top-down-back-end", EventCause::kTopDown, 0x3d, 0, "STALL_SLOT_BACKEND", kV1},
    {"top-down-stalled", EventCause::kTopDown, 0x3f, 0, "STALL_SLOT", kV1},
    {"top-down-issued", EventCause::kTopDown, 0x3b, 0, "OP_SPEC", kV1, Known::kNothing, true},
    {"top-down-retired", EventCause::kTopDown, 0x3a, 0, "OP_RETIRED", kV1},
    {"top-down-mispredicted", EventCause::kTopDown, 0x10, 0, "BR_MIS_PRED", kV1, Known::kNothing,
     true},
};

constexpr CauseEvent kNeoverseV2Events[] = {
    {"loads", EventCause::kRegisters, 0x70, 0, "LD_SPEC", kV2, Known::kLoads, true},
    {"stores", EventCause::kRegisters, 0x71, 0, "ST_SPEC", kV2, Known::kStores, true},
    {"retired-branches", EventCause::kBranch, 0x21, 0, "BR_RETIRED", kV2, Known::kBranches},
    {"retired-branch-misses", EventCause::kBranch, 0x22, 0, "BR_MIS_PRED_RETIRED", kV2},
    {"icache-misses", EventCause::kIcache, 0x01, 0, "L1I_CACHE_REFILL", kV2, Known::kNothing, true},
    {"front-end-empty-cycles", EventCause::kFrontEnd, 0x23, 0, "STALL_FRONTEND", kV2},
    {"top-down-cycles", EventCause::kTopDown, 0x11, 0, "CPU_CYCLES", kV2, Known::kCycles},
    {"top-down-front-end", EventCause::kTopDown, 0x3e, 0, "STALL_SLOT_FRONTEND", kV2},
    {"top-down-back-end", EventCause::kTopDown, 0x3d, 0, "STALL_SLOT_BACKEND", kV2},
    {"top-down-stalled", EventCause::kTopDown, 0x3f, 0, "STALL_SLOT", kV2},
    {"top-down-issued", EventCause::kTopDown, 0x3b, 0, "OP_SPEC", kV2, Known::kNothing, true},
    {"top-down-retired", EventCause::kTopDown, 0x3a, 0, "OP_RETIRED", kV2},
};

constexpr const char* kAllBranches =
    "Neoverse cores count retired branches of all kinds together: retired-branches and "
    "retired-branch-misses";

constexpr MissingEvent kNeoverseN1Missing[] = {
    {"conditional-branch", kAllBranches},
    {"op-cache", "Neoverse N1 has no event of its macro-op cache"},
    {"top-down", "Neoverse N1 does not count slots (the V1 is the first that does)"},
};

constexpr MissingEvent kNeoverseVMissing[] = {
    {"conditional-branch", kAllBranches},
    {"op-cache", "Neoverse V1 and V2 have no event of their macro-op cache in this table"},
};

}  // namespace

std::span<const CauseEvent> arm_cause_events(Cpu cpu) {
  if (cpu == Cpu::kNeoverseN1) return kNeoverseN1Events;
  if (cpu == Cpu::kNeoverseV1) return kNeoverseV1Events;
  if (cpu == Cpu::kNeoverseV2) return kNeoverseV2Events;
  return {};
}

std::span<const MissingEvent> arm_missing_events(Cpu cpu) {
  if (cpu == Cpu::kNeoverseN1) return kNeoverseN1Missing;
  if (cpu == Cpu::kNeoverseV1 || cpu == Cpu::kNeoverseV2) return kNeoverseVMissing;
  return {};
}

}  // namespace tracetoll
