#define TT_MARKER_HEADER "nop5.h"
#define TT_VARIANT_LABEL "test_nop5"
#include "marked.hpp"
#include "marker.h"

int tracetoll::testing::through_nop5(int x) {
  MARK(first, x);
  for (int i = 0; i < 3; ++i) {
    x = 3 * x + i;
    MARK(second, x);
  }
  return x;
}
