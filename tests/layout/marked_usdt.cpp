#define TT_MARKER_HEADER "sled_executed.h"
#define TT_SLED 1
#define TT_VARIANT_LABEL "test_usdt"
#include "marked.hpp"
#include "marker.h"

int tracetoll::testing::through_usdt(int x) {
  for (int i = 0; i < 3; ++i) {
    x = 3 * x + i;
    MARK(often, x);
  }
  return x;
}
