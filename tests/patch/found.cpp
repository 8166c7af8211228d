// Sites of patch_dwarf, with debug information.
#include "found.hpp"

#include "marker.h"

namespace tracetoll::patch_test {

volatile unsigned long sink;

[[gnu::noinline]] void pass_found(unsigned long number) {
  unsigned long complement = ~number;
  __asm__ volatile("" : "+r"(complement));  // now, and not where it is first needed
  MARK(found_arguments, number, complement);
  sink = number;
  sink = complement;
}

// Nothing keeps `recent`, and others take its place: what is returned, and what a register of each
// kind is given.
[[gnu::noinline]] unsigned long pass_lost(unsigned long number) {
  const unsigned long recent = sink;
  sink = recent * recent;
  unsigned long a = 0, c = 0, d = 0;
  __asm__ volatile("" : "=a"(a), "=c"(c), "=d"(d));
  MARK(lost_argument, number, recent);
  return a + c + d;
}

}  // namespace tracetoll::patch_test
