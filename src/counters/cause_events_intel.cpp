// Intel's rows. Sources: the event lists of github.com/intel/perfmon, by file and version: Skylake
// SKL/events/skylake_core.json 59 (SKX 1.37 and CLX 1.25 agree on every row), Ice Lake
// ICL/events/icelake_core.json 1.24 (ICX 1.30 and RKL 1.04 agree), Sapphire Rapids
// SPR/events/sapphirerapids_core.json 1.39 (EMR 1.24 agrees).
//
// A config is UMask << 8 | EventCode, with CounterMask << 24 and EdgeDetect << 18.
#include "cause_events.hpp"

namespace tracetoll {
namespace {

constexpr const char* kSkl = "intel/perfmon SKL 59";
constexpr const char* kIcl = "intel/perfmon ICL 1.24";
constexpr const char* kSpr = "intel/perfmon SPR 1.39";

// libpfm4 4.13's skl tables lack INST_RETIRED.NOP.
constexpr CauseEvent kSkylakeEvents[] = {
    {"loads", EventCause::kRegisters, 0x81d0, 0, "MEM_INST_RETIRED:ALL_LOADS", kSkl, Known::kLoads},
    {"stores", EventCause::kRegisters, 0x82d0, 0, "MEM_INST_RETIRED:ALL_STORES", kSkl,
     Known::kStores},
    {"conditional-branches", EventCause::kBranch, 0x01c4, 0, "BR_INST_RETIRED:CONDITIONAL", kSkl,
     Known::kBranches},
    {"conditional-branch-misses", EventCause::kBranch, 0x01c5, 0, "BR_MISP_RETIRED:CONDITIONAL",
     kSkl},
    {"icache-misses", EventCause::kIcache, 0x0283, 0, "ICACHE_64B:IFTAG_MISS", kSkl,
     Known::kNothing, true},
    {"icache-stall-cycles", EventCause::kIcache, 0x0480, 0, "ICACHE_16B:IFDATA_STALL", kSkl},
    {"icache-miss-instructions", EventCause::kIcache, 0x01c6, 0x12, "FRONTEND_RETIRED:L1I_MISS",
     kSkl, Known::kNothing, false, false},
    {"decoder-uops", EventCause::kFrontEnd, 0x0479, 0, "IDQ:MITE_UOPS", kSkl, Known::kNothing,
     true},
    {"op-cache-switch-cycles", EventCause::kFrontEnd, 0x02ab, 0, "DSB2MITE_SWITCHES:PENALTY_CYCLES",
     kSkl},
    {"front-end-empty-cycles", EventCause::kFrontEnd, 0x0400019c, 0,
     "IDQ_UOPS_NOT_DELIVERED:CYCLES_0_UOPS_DELIV_CORE", kSkl},
    {"op-cache-miss-instructions", EventCause::kFrontEnd, 0x01c6, 0x01,
     "FRONTEND_RETIRED:ANY_DSB_MISS", kSkl, Known::kNothing, false, false},
    {"nops", EventCause::kFrontEnd, 0x02c0, 0, "", kSkl, Known::kNops},
    {"top-down-cycles", EventCause::kTopDown, 0x003c, 0, "UNHALTED_CORE_CYCLES", kSkl,
     Known::kCycles},
    {"top-down-front-end", EventCause::kTopDown, 0x019c, 0, "IDQ_UOPS_NOT_DELIVERED:CORE", kSkl},
    {"top-down-issued", EventCause::kTopDown, 0x010e, 0, "UOPS_ISSUED:ANY", kSkl, Known::kNothing,
     true},
    {"top-down-retired", EventCause::kTopDown, 0x02c2, 0, "UOPS_RETIRED:RETIRE_SLOTS", kSkl},
    {"top-down-recovery-cycles", EventCause::kTopDown, 0x010d, 0, "INT_MISC:RECOVERY_CYCLES", kSkl},
};

constexpr MissingEvent kSkylakeMissing[] = {
    {"op-cache-misses",
     "Skylake counts instructions that met an op cache miss: op-cache-miss-instructions"},
};

// libpfm4 4.13 encodes TOPDOWN:BACKEND_BOUND_SLOTS as 0x0200, which is no event: Intel's list, and
// the architectural event of the Software Developer's Manual (volume 3, "Pre-defined architectural
// performance events"), have 0x02a4. The same for TOPDOWN:BAD_SPEC_SLOTS below, which comes out as
// 0x0400, the encoding of TOPDOWN:SLOTS.
constexpr CauseEvent kIceLakeEvents[] = {
    {"loads", EventCause::kRegisters, 0x81d0, 0, "MEM_INST_RETIRED:ALL_LOADS", kIcl, Known::kLoads},
    {"stores", EventCause::kRegisters, 0x82d0, 0, "MEM_INST_RETIRED:ALL_STORES", kIcl,
     Known::kStores},
    {"conditional-branches", EventCause::kBranch, 0x11c4, 0, "BR_INST_RETIRED:COND", kIcl,
     Known::kBranches},
    {"conditional-branch-misses", EventCause::kBranch, 0x11c5, 0, "BR_MISP_RETIRED:COND", kIcl},
    {"icache-misses", EventCause::kIcache, 0x0283, 0, "ICACHE_64B:IFTAG_MISS", kIcl,
     Known::kNothing, true},
    {"icache-stall-cycles", EventCause::kIcache, 0x0480, 0, "ICACHE_16B:IFDATA_STALL", kIcl},
    {"icache-miss-instructions", EventCause::kIcache, 0x01c6, 0x12, "FRONTEND_RETIRED:L1I_MISS",
     kIcl, Known::kNothing, false, false},
    {"decoder-uops", EventCause::kFrontEnd, 0x0479, 0, "IDQ:MITE_UOPS", kIcl, Known::kNothing,
     true},
    {"op-cache-switch-cycles", EventCause::kFrontEnd, 0x02ab, 0, "DSB2MITE_SWITCHES:PENALTY_CYCLES",
     kIcl},
    {"front-end-empty-cycles", EventCause::kFrontEnd, 0x0500019c, 0,
     "IDQ_UOPS_NOT_DELIVERED:CYCLES_0_UOPS_DELIV_CORE", kIcl},
    {"op-cache-miss-instructions", EventCause::kFrontEnd, 0x01c6, 0x01,
     "FRONTEND_RETIRED:ANY_DSB_MISS", kIcl, Known::kNothing, false, false},
    {"nops", EventCause::kFrontEnd, 0x02c0, 0, "INST_RETIRED:NOP", kIcl, Known::kNops},
    {"top-down-slots", EventCause::kTopDown, 0x01a4, 0, "TOPDOWN:SLOTS_P", kIcl},
    {"top-down-front-end", EventCause::kTopDown, 0x019c, 0, "IDQ_UOPS_NOT_DELIVERED:CORE", kIcl},
    {"top-down-back-end", EventCause::kTopDown, 0x02a4, 0, "", kIcl},
    {"top-down-retired", EventCause::kTopDown, 0x02c2, 0, "UOPS_RETIRED:SLOTS", kIcl},
    {"top-down-dropped", EventCause::kTopDown, 0x100d, 0, "INT_MISC:UOP_DROPPING", kIcl},
    {"top-down-clears", EventCause::kTopDown, 0x0104010d, 0, "INT_MISC:CLEARS_COUNT", kIcl},
};

constexpr MissingEvent kIceLakeMissing[] = {
    {"op-cache-misses",
     "Ice Lake counts instructions that met an op cache miss: op-cache-miss-instructions"},
};

constexpr CauseEvent kSapphireRapidsEvents[] = {
    {"loads", EventCause::kRegisters, 0x81d0, 0, "MEM_INST_RETIRED:ALL_LOADS", kSpr, Known::kLoads},
    {"stores", EventCause::kRegisters, 0x82d0, 0, "MEM_INST_RETIRED:ALL_STORES", kSpr,
     Known::kStores},
    {"conditional-branches", EventCause::kBranch, 0x11c4, 0, "BR_INST_RETIRED:COND", kSpr,
     Known::kBranches},
    {"conditional-branch-misses", EventCause::kBranch, 0x11c5, 0, "BR_MISP_RETIRED:COND", kSpr},
    {"icache-stall-cycles", EventCause::kIcache, 0x0480, 0, "ICACHE_DATA:STALLS", kSpr},
    {"icache-miss-instructions", EventCause::kIcache, 0x01c6, 0x12, "FRONTEND_RETIRED:L1I_MISS",
     kSpr, Known::kNothing, false, false},
    {"decoder-uops", EventCause::kFrontEnd, 0x0479, 0, "IDQ:MITE_UOPS", kSpr, Known::kNothing,
     true},
    {"op-cache-switch-cycles", EventCause::kFrontEnd, 0x0261, 0, "DSB2MITE_SWITCHES:PENALTY_CYCLES",
     kSpr},
    {"front-end-empty-cycles", EventCause::kFrontEnd, 0x0600019c, 0,
     "IDQ_UOPS_NOT_DELIVERED:CYCLES_0_UOPS_DELIV_CORE", kSpr},
    {"op-cache-miss-instructions", EventCause::kFrontEnd, 0x01c6, 0x01,
     "FRONTEND_RETIRED:ANY_DSB_MISS", kSpr, Known::kNothing, false, false},
    {"nops", EventCause::kFrontEnd, 0x02c0, 0, "INST_RETIRED:NOP", kSpr, Known::kNops},
    {"top-down-slots", EventCause::kTopDown, 0x01a4, 0, "TOPDOWN:SLOTS_P", kSpr},
    {"top-down-front-end", EventCause::kTopDown, 0x019c, 0, "IDQ_UOPS_NOT_DELIVERED:CORE", kSpr},
    {"top-down-back-end", EventCause::kTopDown, 0x02a4, 0, "", kSpr},
    {"top-down-bad-speculation", EventCause::kTopDown, 0x04a4, 0, "", kSpr},
    {"top-down-retired", EventCause::kTopDown, 0x02c2, 0, "UOPS_RETIRED:SLOTS", kSpr},
    {"top-down-dropped", EventCause::kTopDown, 0x10ad, 0, "INT_MISC:UOP_DROPPING", kSpr},
};

constexpr MissingEvent kSapphireRapidsMissing[] = {
    {"icache-misses",
     "Sapphire Rapids counts the cycles of instruction cache misses (icache-stall-cycles) and the "
     "instructions that met one (icache-miss-instructions)"},
    {"op-cache-misses",
     "Sapphire Rapids counts instructions that met an op cache miss: op-cache-miss-instructions"},
};

}  // namespace

std::span<const CauseEvent> intel_cause_events(Cpu cpu) {
  if (cpu == Cpu::kSkylake || cpu == Cpu::kSkylakeServer) return kSkylakeEvents;
  if (cpu == Cpu::kIceLake) return kIceLakeEvents;
  if (cpu == Cpu::kSapphireRapids) return kSapphireRapidsEvents;
  return {};
}

std::span<const MissingEvent> intel_missing_events(Cpu cpu) {
  if (cpu == Cpu::kSkylake || cpu == Cpu::kSkylakeServer) return kSkylakeMissing;
  if (cpu == Cpu::kIceLake) return kIceLakeMissing;
  if (cpu == Cpu::kSapphireRapids) return kSapphireRapidsMissing;
  return {};
}

}  // namespace tracetoll
