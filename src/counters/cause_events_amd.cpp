// AMD's rows. Sources: Linux's tools/perf/pmu-events/arch/x86/amdzen2, amdzen3, amdzen4, amdzen5
// (from AMD's Processor Programming References), by file; Zen 5 also lib/events/
// amd64_events_fam1ah_zen5.h of libpfm4 after 4.13.
//
// An event's number has 12 bits: 7:0 stay at the bottom of config, 11:8 go to 35:32; the unit mask
// is in 15:8. A single operation that loads and stores the same address ("add $1, (%rax)") counts
// as neither a load nor a store but as load-stores.
#include "cause_events.hpp"

namespace tracetoll {
namespace {

// Of PMCx0D1 and PMCx1C7: mispredicted conditional branches are those whose direction was wrong.
// PMCx0C3, which is often taken for them, counts returns and indirect branches too.
constexpr CauseEvent kZen2Events[] = {
    {"loads", EventCause::kRegisters, 0x0129, 0, "LS_DISPATCH:LD_DISPATCH", "amdzen2/memory.json",
     Known::kLoads, true},
    {"stores", EventCause::kRegisters, 0x0229, 0, "LS_DISPATCH:STORE_DISPATCH",
     "amdzen2/memory.json", Known::kStores, true},
    {"load-stores", EventCause::kRegisters, 0x0429, 0, "LS_DISPATCH:LD_ST_DISPATCH",
     "amdzen2/memory.json", Known::kNothing, true},
    {"conditional-branches", EventCause::kBranch, 0x00d1, 0,
     "RETIRED_CONDITIONAL_BRANCH_INSTRUCTIONS", "amdzen2/core.json", Known::kBranches},
    {"conditional-branch-misses", EventCause::kBranch, 0x1000000c7, 0,
     "RETIRED_BRANCH_MISPREDICTED_DIRECTION_MISMATCH", "libpfm4 amd64_events_fam17h_zen2.h"},
    {"icache-fills-l2", EventCause::kIcache, 0x0082, 0, "INSTRUCTION_CACHE_REFILLS_FROM_L2",
     "amdzen2/cache.json", Known::kNothing, true},
    {"icache-fills-system", EventCause::kIcache, 0x0083, 0, "INSTRUCTION_CACHE_REFILLS_FROM_SYSTEM",
     "amdzen2/cache.json", Known::kNothing, true},
    {"decoder-uops", EventCause::kFrontEnd, 0x01aa, 0,
     "UOPS_DISPATCHED_FROM_DECODER:DECODER_DISPATCHED", "amdzen2/other.json", Known::kNothing,
     true},
    {"front-end-empty-cycles", EventCause::kFrontEnd, 0x00a9, 0, "UOPS_QUEUE_EMPTY",
     "amdzen2/other.json"},
};

constexpr MissingEvent kZen2Missing[] = {
    {"icache-misses",
     "Zen 2 counts the lines that its misses fetch: icache-fills-l2 and icache-fills-system"},
    {"op-cache-misses",
     "Zen 2 does not count op cache misses, but ops from the decoder instead: "
     "decoder-uops"},
    {"top-down", "Zen 2 does not count dispatch slots (Zen 4 is the first that does)"},
};

constexpr CauseEvent kZen3Events[] = {
    {"loads", EventCause::kRegisters, 0x0129, 0, "LS_DISPATCH:LD_DISPATCH", "amdzen3/memory.json",
     Known::kLoads, true},
    {"stores", EventCause::kRegisters, 0x0229, 0, "LS_DISPATCH:STORE_DISPATCH",
     "amdzen3/memory.json", Known::kStores, true},
    {"load-stores", EventCause::kRegisters, 0x0429, 0, "LS_DISPATCH:LD_ST_DISPATCH",
     "amdzen3/memory.json", Known::kNothing, true},
    {"conditional-branches", EventCause::kBranch, 0x00d1, 0,
     "RETIRED_CONDITIONAL_BRANCH_INSTRUCTIONS", "amdzen3/core.json", Known::kBranches},
    {"conditional-branch-misses", EventCause::kBranch, 0x1000000c7, 0,
     "RETIRED_BRANCH_MISPREDICTED_DIRECTION_MISMATCH", "amdzen3/core.json"},
    {"icache-misses", EventCause::kIcache, 0x10000188e, 0, "IC_TAG_HIT_MISS:IC_MISS",
     "amdzen3/cache.json", Known::kNothing, true},
    {"op-cache-misses", EventCause::kFrontEnd, 0x20000048f, 0, "OP_CACHE_HIT_MISS:OC_MISS",
     "amdzen3/cache.json", Known::kNothing, true},
    {"decoder-uops", EventCause::kFrontEnd, 0x01aa, 0,
     "OPS_SOURCE_DISPATCHED_FROM_DECODER:X86DECODER_DISPATCHED",
     "libpfm4 amd64_events_fam19h_zen3.h", Known::kNothing, true},
    {"front-end-empty-cycles", EventCause::kFrontEnd, 0x00a9, 0, "UOPS_QUEUE_EMPTY",
     "amdzen3/other.json"},
};

constexpr MissingEvent kZen3Missing[] = {
    {"top-down", "Zen 3 does not count dispatch slots (Zen 4 is the first that does)"},
};

constexpr CauseEvent kZen4Events[] = {
    {"loads", EventCause::kRegisters, 0x0129, 0, "LS_DISPATCH:LD_DISPATCH", "amdzen4/memory.json",
     Known::kLoads, true},
    {"stores", EventCause::kRegisters, 0x0229, 0, "LS_DISPATCH:STORE_DISPATCH",
     "amdzen4/memory.json", Known::kStores, true},
    {"load-stores", EventCause::kRegisters, 0x0429, 0, "LS_DISPATCH:LD_ST_DISPATCH",
     "amdzen4/memory.json", Known::kNothing, true},
    {"conditional-branches", EventCause::kBranch, 0x00d1, 0,
     "RETIRED_CONDITIONAL_BRANCH_INSTRUCTIONS", "amdzen4/branch.json", Known::kBranches},
    {"conditional-branch-misses", EventCause::kBranch, 0x1000000c7, 0,
     "RETIRED_BRANCH_MISPREDICTED_DIRECTION_MISMATCH", "amdzen4/branch.json"},
    {"icache-misses", EventCause::kIcache, 0x10000188e, 0, "IC_TAG_HIT_MISS:IC_MISS",
     "amdzen4/cache.json", Known::kNothing, true},
    {"op-cache-misses", EventCause::kFrontEnd, 0x20000048f, 0, "OP_CACHE_HIT_MISS:OC_MISS",
     "amdzen4/cache.json", Known::kNothing, true},
    {"decoder-uops", EventCause::kFrontEnd, 0x01aa, 0, "OPS_SOURCE_DISPATCHED_FROM_DECODER:DECODER",
     "amdzen4/other.json", Known::kNothing, true},
    {"front-end-empty-cycles", EventCause::kFrontEnd, 0x00a9, 0, "OPS_QUEUE_EMPTY",
     "amdzen4/other.json"},
    {"top-down-cycles", EventCause::kTopDown, 0x0076, 0, "CYCLES_NOT_IN_HALT", "amdzen4/core.json",
     Known::kCycles},
    {"top-down-front-end", EventCause::kTopDown, 0x1000001a0, 0, "DISPATCH_STALLS_1:FE_NO_OPS",
     "amdzen4/other.json"},
    {"top-down-back-end", EventCause::kTopDown, 0x100001ea0, 0, "DISPATCH_STALLS_1:BE_STALLS",
     "amdzen4/other.json"},
    {"top-down-smt", EventCause::kTopDown, 0x1000060a0, 0, "DISPATCH_STALLS_1:SMT_CONTENTION",
     "amdzen4/other.json"},
    {"top-down-issued", EventCause::kTopDown, 0x07aa, 0,
     "OPS_SOURCE_DISPATCHED_FROM_DECODER:DECODER:OPCACHE:LOOP_BUFFER", "amdzen4/other.json",
     Known::kNothing, true},
    {"top-down-retired", EventCause::kTopDown, 0x00c1, 0, "RETIRED_OPS", "amdzen4/core.json"},
};

// Without a loop buffer Zen 5 has two sources of ops; the list still names their sum by all three
// bits, which libpfm4 has no name for.
constexpr CauseEvent kZen5Events[] = {
    {"loads", EventCause::kRegisters, 0x0129, 0, "LS_DISPATCH:LD_DISPATCH",
     "amdzen5/load-store.json", Known::kLoads, true},
    {"stores", EventCause::kRegisters, 0x0229, 0, "LS_DISPATCH:STORE_DISPATCH",
     "amdzen5/load-store.json", Known::kStores, true},
    {"load-stores", EventCause::kRegisters, 0x0429, 0, "LS_DISPATCH:LD_ST_DISPATCH",
     "amdzen5/load-store.json", Known::kNothing, true},
    {"conditional-branches", EventCause::kBranch, 0x00d1, 0,
     "RETIRED_CONDITIONAL_BRANCH_INSTRUCTIONS", "libpfm4 amd64_events_fam1ah_zen5.h",
     Known::kBranches},
    {"conditional-branch-misses", EventCause::kBranch, 0x1000000c7, 0,
     "RETIRED_BRANCH_MISPREDICTED_DIRECTION_MISMATCH", "libpfm4 amd64_events_fam1ah_zen5.h"},
    {"icache-misses", EventCause::kIcache, 0x10000188e, 0, "IC_TAG_HIT_MISS:IC_MISS",
     "amdzen5/inst-cache.json", Known::kNothing, true},
    {"op-cache-misses", EventCause::kFrontEnd, 0x20000048f, 0, "OP_CACHE_HIT_MISS:OC_MISS",
     "amdzen5/inst-cache.json", Known::kNothing, true},
    {"decoder-uops", EventCause::kFrontEnd, 0x01aa, 0, "OPS_SOURCE_DISPATCHED_FROM_DECODER:DECODER",
     "amdzen5/decode.json", Known::kNothing, true},
    {"front-end-empty-cycles", EventCause::kFrontEnd, 0x00a9, 0, "OPS_QUEUE_EMPTY",
     "amdzen5/decode.json"},
    {"top-down-cycles", EventCause::kTopDown, 0x0076, 0, "CYCLES_NOT_IN_HALT",
     "libpfm4 amd64_events_fam1ah_zen5.h", Known::kCycles},
    {"top-down-front-end", EventCause::kTopDown, 0x1000001a0, 0, "DISPATCH_STALLS_1:FE_NO_OPS",
     "amdzen5/decode.json"},
    {"top-down-back-end", EventCause::kTopDown, 0x100001ea0, 0, "DISPATCH_STALLS_1:BE_STALLS",
     "amdzen5/decode.json"},
    {"top-down-smt", EventCause::kTopDown, 0x1000060a0, 0, "DISPATCH_STALLS_1:SMT_CONTENTION",
     "amdzen5/decode.json"},
    {"top-down-issued", EventCause::kTopDown, 0x07aa, 0, "", "amdzen5/decode.json", Known::kNothing,
     true},
    {"top-down-retired", EventCause::kTopDown, 0x00c1, 0, "RETIRED_OPS",
     "libpfm4 amd64_events_fam1ah_zen5.h"},
};

constexpr MissingEvent kLaterMissing[] = {
    {"op-cache-miss-instructions", "AMD's CPUs count the misses themselves: op-cache-misses"},
};

}  // namespace

std::span<const CauseEvent> amd_cause_events(Cpu cpu) {
  if (cpu == Cpu::kZen2) return kZen2Events;
  if (cpu == Cpu::kZen3) return kZen3Events;
  if (cpu == Cpu::kZen4) return kZen4Events;
  if (cpu == Cpu::kZen5) return kZen5Events;
  return {};
}

std::span<const MissingEvent> amd_missing_events(Cpu cpu) {
  if (cpu == Cpu::kZen2) return kZen2Missing;
  if (cpu == Cpu::kZen3) return kZen3Missing;
  if (cpu == Cpu::kZen4 || cpu == Cpu::kZen5) return kLaterMissing;
  return {};
}

}  // namespace tracetoll
