#define TT_MARKER_HEADER "call.h"
#define TT_VARIANT_LABEL "test_call"
#include "marked.hpp"
#include "marker.h"

int tracetoll::testing::through_call(int x) {
  MARK(rare, x);
  for (int i = 0; i < 3; ++i) {
    x = 3 * x + i;
    MARK(often, x);
  }
  for (int i = 0; i < 2; ++i) {
    x = 5 * x - i;
    MARK(often, x, i);
  }
  return x;
}
