/* usdt_sema: the probe of `usdt` behind its semaphore, which sys/sdt.h's users test where arguments
 * are dear: <provider>_<name>_ENABLED().
 *
 *     dormant            g++                          clang
 *                        movzwl semaphore(%rip),%eax  cmpw $0x0,semaphore(%rip)
 *                        test   %ax,%ax               jne  body
 *                        jne    body
 *     enabled            the same, the kernel (or who traces) has incremented the semaphore
 *     body, at the function's end:
 *                        (arguments); nop, an int3 when enabled; jmp back
 *
 * The semaphore is a 16-bit counter, which the probe's note names. It is the site's own; sdt.h's
 * program has to define one a name, which needs a list of names beside the sites. Uprobes find it
 * by its place in the file, so that it must not lie in .bss: hence its second half, which is not
 * zero. (g++ takes no section name here: a variable of an inline function and another conflict
 * there.) The record's `target` is the semaphore.
 */
#include <sys/sdt.h>
#undef _SDT_SEMAPHORE
// clang-format off
#define _SDT_SEMAPHORE(provider, name) _SDT_ASM_1(_SDT_ASM_ADDR %c[tt_semaphore])
// clang-format on
#define TT_VARIANT_NAME "usdt_sema"
/* g++: movzwl 7 or 8, test 3 or 4, jne 2 or 6; in a loop movzwl (%rdx),%eax 3. clang: cmpw 8. */
#define TT_SEMAPHORE_GUARD_MIN 8
#define TT_SEMAPHORE_GUARD_MAX 18
#define TT_FACTS                                                                                   \
  {                                                                                                \
    TT_VARIANT_LABEL, TT_SEMAPHORE_GUARD_MIN, TT_SEMAPHORE_GUARD_MAX, 1, 1, 0, TT_NOP_BYTES, 0, 0, \
        0                                                                                          \
  }

#include "usdt_probe.h"

struct tt_semaphore {
  unsigned short users, not_zero;
};
#define TT_SITE(name, n, args, text)                                                    \
  do {                                                                                  \
    static struct tt_semaphore tt_semaphore __attribute__((used)) = {0, 1};             \
    if (__builtin_expect(*(const volatile unsigned short*)&tt_semaphore.users != 0, 0)) \
      TT_USDT_PROBE(tracetoll_usdt_sema, name, n, args,                                 \
                    "%c[tt_semaphore]", [tt_semaphore] TT_SYMBOL(&tt_semaphore.users)); \
  } while (0)
