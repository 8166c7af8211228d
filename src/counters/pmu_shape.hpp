// What a thread's PMU can hold at once, and what each event asks of it.
#pragma once

#include <string>

#include "cpu_model.hpp"
#include "event.hpp"

namespace tracetoll {

struct PmuShape {
  Cpu cpu = Cpu::kUnknown;          // whose rules apply: constraint_of
  int general = 4;                  // programmable counters of one thread
  bool fixed_instructions = false;  // counters that can count this event alone
  bool fixed_cycles = false;
  bool fixed_ref_cycles = false;
  bool fixed_slots = false;
};

// By CPU, less the counter that the NMI watchdog holds; a hypervisor may give fewer. An unknown
// CPU: four general counters, which every x86 CPU with a PMU of the last ten years and every Arm
// core of this table has.
//
// Sources: Intel's Software Developer's Manual, volume 3, chapter "Performance Monitoring": Skylake
// has 4 general counters a hyper-thread (8 a core without SMT; we count on 4) and 3 fixed ones, Ice
// Lake and Sapphire Rapids 8 and 4. AMD's Architecture Programmer's Manual, volume 2, "Performance
// Monitoring Counters": 6 core counters with PerfCtrExtCore, 4 without. Arm's Technical Reference
// Manuals of Neoverse N1, V1 and V2, chapter "Performance Monitors extension": 6 event counters
// and the cycle counter.
PmuShape pmu_shape(const CpuModel& cpu);

enum class Fixed { kNone, kInstructions, kCycles, kRefCycles, kSlots };

// A register outside the counter, of which a thread has too few for several events to differ.
enum class SharedRegister {
  kNone,
  kFrontEnd,     // MSR_PEBS_FRONTEND, of all FRONTEND_RETIRED events: one
  kOffcore,      // MSR_OFFCORE_RSP_0 and 1: two
  kLoadLatency,  // MSR_PEBS_LD_LAT: one
};

struct EventConstraint {
  bool is_software = false;    // takes no counter
  Fixed fixed = Fixed::kNone;  // the fixed counter that can take it
  bool fixed_only = false;     // no general counter can
  int first_counters = 0;      // it may use the first so many general counters; 0: any
  SharedRegister shared = SharedRegister::kNone;
};

// Source of the Intel rules: Linux's arch/x86/events/intel/core.c, intel_skl_event_constraints,
// intel_icl_event_constraints, intel_glc_event_constraints and their extra_regs. Ranges are kept as
// they are there, rounded to the stricter side where a unit mask decides.
EventConstraint constraint_of(const Event& event, const PmuShape& pmu);

int registers_of(SharedRegister shared);  // how many events of the kind fit one group

}  // namespace tracetoll
