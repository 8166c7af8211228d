// Gates: signs that a round was disturbed, declared before looking, the same for every variant. A
// round that meets one goes as a whole, so that no gate can favour a variant; what each took is
// counted. The figures of a report are of all rounds; those without the gated rounds stand beside
// them (a slow block is often preempted, and dropping it could make the tool look better than it
// is).
//
//   switch     a block was preempted                       involuntary_switches > 0
//   migration  a block ended on another CPU                migrations > 0
//   steal      the hypervisor took time from the guest     steal_ns > 0 (10 ms ticks, all CPUs)
//   frequency  the CPU changed its speed within the round  loop_ns: slowest > 1.1 x fastest
//
// 1.1: on a shared guest (KVM, two cores, other work beside) the calibrated loop's readings of a
// round lay within 3 % in the median round, within 4 % in three of four, within 9 % in nine of ten.
#pragma once

#include <optional>
#include <vector>

#include "effects.hpp"
#include "sample.hpp"

namespace tracetoll {

inline constexpr double kFrequencyGate = 1.1;

// Rounds of one workload, by gate; a round may meet several. Empty: no block had that figure.
struct GateCounts {
  int rounds = 0;
  int gated = 0;  // that met at least one
  int switches = 0;
  int migrations = 0;
  std::optional<int> steal;
  std::optional<int> frequency;

  GateCounts& operator+=(const GateCounts& other);
};

struct Gated {
  GateCounts counts;
  std::vector<Block> passed;  // all blocks of the rounds that met no gate
};

// `blocks` are those of one workload.
Gated apply_gates(const std::vector<Block>& blocks);

// Lag-1 autocorrelation of a variant's rounds, the median over the variants: how much a round's log
// ratio (about its layout's median) says of the next one's of the same process. Over 0.2 the rounds
// of a process hardly count as several; the intervals, which are across layouts, do not rest on
// them. Nothing where there are too few rounds to say.
std::optional<double> round_autocorrelation(const std::vector<ProcessRatios>& processes);

}  // namespace tracetoll
