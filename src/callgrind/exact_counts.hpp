// The arithmetic between Callgrind's dumps and the counts of one operation. Pure.
//
// What an operation executes is what its function does from its first instruction to its return,
// the return included, the call that enters it not. A loop of N calls executes
//
//     C(N) = C(0) + N * (loop + operation)
//
// where C(0) is what stands around it. C(2N) - C(N) and C(N) - C(0) must be the same number in
// every exact event. The loop's own part is what the same loop takes over a function that does
// nothing (counted.hpp: 2 instructions, and its return's load), less that function.
//
// Simulated events depend on what is in the simulated caches, so nothing is subtracted from them:
// they are those of the 2N operations and their loop, divided by 2N.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "callgrind_file.hpp"
#include "counted.hpp"
#include "sample.hpp"

namespace tracetoll {

// What one pass of the loop executes besides the operation.
struct LoopCounts {
  std::map<std::string, std::int64_t> of_all_passes;  // of `operations` passes, by exact event
  std::int64_t operations = 0;
  std::string unavailable;  // why it is not known
};

LoopCounts loop_counts(const std::vector<CallgrindPart>& parts, const Counted& loop);

// `counted` and `loop` are of the same process, whose dumps `parts` are. A dump that is missing,
// and sums that do not agree, are the reason of ExactCounts::unavailable.
ExactCounts exact_counts(const std::vector<CallgrindPart>& parts, const Counted& counted,
                         const LoopCounts& loop);

}  // namespace tracetoll
