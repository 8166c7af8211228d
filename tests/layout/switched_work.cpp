// What variant_switch_test.cpp runs, compiled once a variant whose sites it switches: eleven calls
// of one function, each with a marker that is hit once.
#include "switched_work.hpp"

#include "marker.h"

namespace tracetoll::testing::TT_VARIANT {
namespace {

// With values in vector registers and in all argument registers, which a probe must leave alone.
__attribute__((noinline)) double step(int a, int b, long c, long d, double e, double f) {
  MARK(switched, a, b, c, d);
  return static_cast<double>(a + b) * e + static_cast<double>(c ^ d) * f;
}

}  // namespace

double work() {
  double sum = 0;
  for (int i = 0; i < kSteps; ++i) sum += step(i, i * 3, i + 7L, i * 5L, 0.5, sum);
  return sum;
}

}  // namespace tracetoll::testing::TT_VARIANT
