// The steps from one sequence to another: a shortest edit script, found by dtl.
//
// dtl's time and memory grow with the product of the lengths: a point of 24 bytes for each pair
// that it looks at, and at 2 million points it cuts its own work short. Up to kDiffPoints the
// sequences are compared as a whole, without what they begin and end with alike; longer ones
// through a window that moves along both, of whose script the first half is kept. Time is then
// linear in the lengths and memory bounded: 100,000 elements of noise on each side take 2 s on one
// core of a Xeon.
#pragma once

#include <span>
#include <vector>

namespace tracetoll {

enum class Step : char { both, left, right };  // an element of both, of the left only, the right

inline constexpr std::size_t kDiffPoints = 1'500'000;
inline constexpr std::size_t kDiffWindow = 1000;  // elements of either side

struct SequenceDiff {
  std::vector<Step> steps;
  bool windowed = false;  // through the window: the script may not be the shortest
};

SequenceDiff sequence_diff(std::span<const int> left, std::span<const int> right);

}  // namespace tracetoll
