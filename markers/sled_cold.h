/* sled_cold: the guard, and N NOP bytes out of line: icache bytes beside the hot path.
 *
 *     dormant            mov  state(%rip),%eax; test %eax,%eax; jne body
 *     body, at the function's end:
 *                        nop x N; jmp back
 *
 * As `branch` but for the bytes. Enabled, the NOPs run. sled.h gives N.
 */
#include "sled.h"
#define TT_VARIANT_NAME "sled_cold:" TT_SLED_SUFFIX
#define TT_FACTS \
  { TT_VARIANT_LABEL, TT_GUARD_BYTES_MIN, TT_GUARD_BYTES_MAX, 1, 1, 0, TT_SLED_BODY_BYTES, 0, 0, 0 }

#define TT_SITE(name, n, args, text)                               \
  do {                                                             \
    TT_DEFINE_MARKER(name, tt_probe_counts, text);                 \
    if (TT_ENABLED()) TT_BODY(name, n, args, TT_SLED_BYTES(name)); \
  } while (0)
