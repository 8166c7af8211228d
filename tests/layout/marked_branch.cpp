#define TT_MARKER_HEADER "branch.h"
#define TT_VARIANT_LABEL "test_branch"
#include "marked.hpp"
#include "marker.h"

int tracetoll::testing::through_branch(int x) {
  MARK(first, x);
  return x + 1;
}
