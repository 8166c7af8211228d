// The experimental design: in which order the variants of a round are timed.
#pragma once

#include <cstdint>
#include <vector>

namespace tracetoll {

// The order of the `variants` blocks of one round: a permutation of 0..variants-1, and a pure
// function of its arguments.
//
// Rounds come in cycles of a Williams square (E. J. Williams, 1949): within a cycle every variant
// stands at every position equally often, and directly follows every other equally often, so that
// neither drift within a round nor what the block before left in the caches favours one. A cycle
// has `variants` rounds when that number is even, twice as many when it is odd. Each cycle relabels
// the variants and shuffles its rows anew from `seed`.
//
// `round` counts on through all processes of a run; variants is at least 1.
std::vector<int> williams_order(int variants, std::int64_t round, std::uint64_t seed);

// A random permutation of 0..count-1 that depends on `seed` and `index` alone.
std::vector<int> shuffled(int count, std::int64_t index, std::uint64_t seed);

}  // namespace tracetoll
