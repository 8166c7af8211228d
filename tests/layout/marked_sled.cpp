#define TT_MARKER_HEADER "sled_executed.h"
#define TT_SLED 300
#define TT_VARIANT_LABEL "test_sled"
#include "marked.hpp"
#include "marker.h"

int tracetoll::testing::through_sled(int x) {
  x = 5 * x + 1;
  MARK(first, x);
  return x - 3;
}
