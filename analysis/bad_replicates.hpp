// Processes in which one variant was far off throughout, as in 1 of 16 first seen: 4 times slower,
// and normal when started again from the same file. They stay in every estimate, where medians and
// trimming absorb them; here they are counted and named, so that a reader can look.
//
// The rule, declared before looking and symmetric: within a workload, a process's log ratio of a
// variant is bad when it is further from the median over all processes than
//
//   max(ln 1.25, 6 x 1.4826 x MAD),   MAD = median absolute deviation from that median.
//
// 1.4826 MAD estimates an SD. The layouts themselves range over 10-15 %: ln 1.25 keeps an ordinary
// layout from being named when the MAD is small. When more than half of the variants of a process
// (and at least two) are off to the same side, it is `none` that was off to the other.
// Fewer than 4 processes are not judged.
#pragma once

#include <string>
#include <vector>

#include "effects.hpp"

namespace tracetoll {

inline constexpr double kBadFactor = 1.25;
inline constexpr double kBadDeviations = 6;
inline constexpr int kFewestToJudge = 4;

struct BadReplicate {
  int replicate = 0;
  int layout = 0;
  std::string workload;
  std::string variant;
  double factor = 1;  // 4: four times slower than in the median process; 0.25: as much faster
};

std::vector<BadReplicate> find_bad_replicates(const std::string& workload,
                                              const std::vector<ProcessRatios>& processes);

}  // namespace tracetoll
