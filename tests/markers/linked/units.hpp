// Two units that share inline functions, and functions that nobody calls: what a linker keeps of
// their sites. Compiled once a variant, in the namespace tracetoll::linked::TT_VARIANT.
#pragma once

#include <cstdint>

#include "marker.h"

#define TT_ALONE __attribute__((noinline))

namespace tracetoll::linked::TT_VARIANT {

using Word = std::uint64_t;

// Both units emit these two.
TT_ALONE inline Word shared(Word a) {
  MARK(shared, a);
  return a * 3;
}
TT_ALONE inline Word dead_shared(Word a) {
  MARK(dead_shared, a);
  return a * 5;
}

Word second(Word a);

}  // namespace tracetoll::linked::TT_VARIANT
