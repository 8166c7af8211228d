// The probe of these tests: it counts its calls, of its thread, and those with wrong arguments.
#pragma once

#include "patch.h"

namespace tracetoll::patch_test {

struct Calls {
  unsigned long right = 0;
  unsigned long wrong = 0;
  unsigned long last = 0;  // its first argument
};

// Of the calling thread since it last asked.
Calls take_calls();

extern const struct tt_probe counting;

}  // namespace tracetoll::patch_test
