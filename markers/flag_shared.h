/* flag_shared: the guard reads one byte that all sites of the program (or shared object) share: "is
 * any tracing on". The body is that of `call`.
 *
 *     dormant            g++                          clang
 *                        movzbl flag(%rip),%eax       cmpb $0x0,flag(%rip)
 *                        test   %al,%al               jne  body
 *                        jne    body
 *     enabled            the same at every site, the flag is 1
 *     body, at the function's end:
 *                        (arguments); call *probe(%rip); jmp back
 *
 * One cache line holds what all guards read, and a compiler may keep its address in a register. All
 * sites are on, or none: who wants one site calls a probe at the others too.
 */
#include "flag.h"
#define TT_VARIANT_NAME "flag_shared"
#define TT_FACTS \
  { TT_VARIANT_LABEL, TT_GUARD_BYTES_MIN, TT_GUARD_BYTES_MAX, 1, 1, 0, TT_COMPILED, 1, 0, 1 }

TT_DEFINE_COMMON_FLAG(tt_any_site_is_on)

#define TT_SITE(name, n, args, text)                        \
  do {                                                      \
    TT_DEFINE_MARKER(name, tt_probe_counts, text);          \
    if (TT_FLAG_IS_ON(&tt_any_site_is_on)) {                \
      TT_FLAG_BODY(name, args, tt_this, tt_any_site_is_on); \
    }                                                       \
  } while (0)
