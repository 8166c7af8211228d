#include "stub_marked.hpp"

#include "marker.h"

namespace tracetoll::patch {

// clang-format off
__attribute__((noinline)) int marked_leaf(int value) {
  int tripled = value * 3;
  MARK(leaf, value, tripled);
  return tripled + 1;
}
int marked_line() { return __LINE__ - 3; }
// clang-format on

__attribute__((noinline)) int marked_caller(int value) {
  MARK(outer, value);
  const int result = marked_leaf(value);
  __asm__ volatile("");  // no tail call
  return result;
}

__attribute__((noinline)) int marked_deep(int levels) {
  if (levels > 0) {
    const int below = marked_deep(levels - 1);
    __asm__ volatile("");
    return below + 1;
  }
  MARK(deep, levels);
  return 0;
}

}  // namespace tracetoll::patch
