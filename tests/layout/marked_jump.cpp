#define TT_MARKER_HEADER "nop5.h"
#define TT_VARIANT_LABEL "test_jump"
#include "marked.hpp"
#include "marker.h"

int tracetoll::testing::through_jump(int x) {
  MARK(first, x);
  TT_BARE_BODY(second, 0, (), ".byte 0xeb, 0x00\n");
  return x + 2;
}
