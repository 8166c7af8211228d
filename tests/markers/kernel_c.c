/* The marker headers are C as well, for use where there is no C++ and no library. This file is
 * compiled for every variant with -std=gnu11 -ffreestanding -mcmodel=kernel -fno-pic -mno-sse, and
 * is not linked. */
#include "marker.h"

unsigned long kernel_c(unsigned long a, const void* b, int n);
unsigned long kernel_c(unsigned long a, const void* b, int n) {
  MARK(no_argument);
  for (int i = 0; i < n; i++) {
    MARK(one_argument, i);
    a = a * 5 + 1;
  }
  MARK(two_arguments, a, b);
  MARK(four_arguments, a, b, n, a);
  MARK(eight_arguments, a, b, n, a, b, n, a, b);
  return a + (b != 0);
}

const struct tt_facts kernel_c_facts = TT_FACTS;
