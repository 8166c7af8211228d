/* sled_inline: the guard, and N NOP bytes in line: icache bytes in the hot path, not executed.
 *
 *     dormant            mov state(%rip),%eax; test %eax,%eax; je over
 *                        nop x N
 *                 over:
 *
 * The compiler is told that the body is likely (0.9): it then leaves the body behind the guard, at
 * all 23 sites of the host under g++ 12, and allocates registers for it as for a hot block. clang
 * copies the guard into the cases of a switch, and all but the last copy jump over the sled: jne
 * body; jmp over. Enabled, the NOPs run. sled.h gives N.
 *
 * So beside the bytes, a dormant site differs from `sled_cold` by a taken branch and that
 * allocation.
 */
#include "sled.h"
#define TT_VARIANT_NAME "sled_inline:" TT_SLED_SUFFIX
#define TT_FACTS \
  { TT_VARIANT_LABEL, TT_GUARD_BYTES_MIN, TT_GUARD_BYTES_MAX, 1, 1, 0, TT_SLED_BODY_BYTES, 0, 1, 0 }

#define TT_SITE(name, n, args, text)                                \
  do {                                                              \
    TT_DEFINE_MARKER(name, tt_probe_counts, text);                  \
    if (__builtin_expect_with_probability(TT_STATE() != 0, 1, 0.9)) \
      TT_BODY(name, n, args, TT_SLED_BYTES(name));                  \
  } while (0)
