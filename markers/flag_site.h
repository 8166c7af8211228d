/* flag_site: the guard reads one byte that is the site's own, and the body is that of `call`.
 *
 *     dormant            g++                          clang
 *                        movzbl flag(%rip),%eax       cmpb $0x0,flag(%rip)
 *                        test   %al,%al               jne  body
 *                        jne    body
 *     enabled            the same, the flag is 1
 *     body, at the function's end:
 *                        (arguments); call *probe(%rip); jmp back
 *
 * The load that SDKs put before a probe: a byte an event. Against `call`, whose flag is an int in
 * the marker, what differs is that flags of sites lie close together, 64 in a cache line.
 */
#include "flag.h"
#define TT_VARIANT_NAME "flag_site"
#define TT_FACTS \
  { TT_VARIANT_LABEL, TT_GUARD_BYTES_MIN, TT_GUARD_BYTES_MAX, 1, 1, 0, TT_COMPILED, 1, 0, 1 }

#define TT_SITE(name, n, args, text)                        \
  do {                                                      \
    TT_DEFINE_MARKER(name, tt_probe_counts, text);          \
    static unsigned char tt_flag __attribute__((used)) = 0; \
    if (TT_FLAG_IS_ON(&tt_flag)) {                          \
      TT_FLAG_BODY(name, args, tt_this, tt_flag);           \
    }                                                       \
  } while (0)
