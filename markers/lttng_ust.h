/* lttng_ust: a tracepoint of LTTng-UST 2.13 (Debian's liblttng-ust-dev), by its own macros.
 *
 *     dormant            g++                          clang
 *                        mov  state(%rip),%eax        cmpl $0x0,state(%rip)
 *                        test %eax,%eax               jne  body
 *                        jne  body
 *     enabled            the same, LTTng has set the tracepoint's state
 *     body, at the function's end (inlined by LTTng's header):
 *                        is the library there; call *rcu_read_lock; call *rcu_dereference;
 *                        for each probe: (its data, arguments) call *probe;
 *                        call *rcu_read_unlock; jmp back
 *
 * The same load, test and branch as `call`: what differs is the body, whose three more calls and
 * loop over the probes take registers of the function, and its bytes.
 *
 * An event has a name and a type, so that each site needs its declaration: TT_EVENT_n(name,
 * types...) in lttng_events.h, beside the sites; a site without one does not compile. The event is
 * named name_n, since sites of one name differ in their number of arguments. Who links the sites
 * compiles lttng_tracepoints.c once. LTTng takes up to 10 arguments.
 */
#include <lttng_events.h>
#define TT_VARIANT_NAME "lttng_ust"
/* Four calls and a loop, of which compilers copy parts. */
#define TT_FACTS                                                                                  \
  {                                                                                               \
    TT_VARIANT_LABEL, TT_GUARD_BYTES_MIN, TT_GUARD_BYTES_MAX, 1, 1, 0, TT_COMPILED, TT_VARIES, 0, \
        1                                                                                         \
  }

/* An enumeration of C++ converts to no type of an event. */
#include "operands.h"
#define TT_VALUES_0(_)
#define TT_VALUES_1(_, a) TT_VALUE_OF(a)
#define TT_VALUES_2(_, a, b) TT_VALUES_1(_, a), TT_VALUE_OF(b)
#define TT_VALUES_3(_, a, b, c) TT_VALUES_2(_, a, b), TT_VALUE_OF(c)
#define TT_VALUES_4(_, a, b, c, d) TT_VALUES_3(_, a, b, c), TT_VALUE_OF(d)
#define TT_VALUES_5(_, a, b, c, d, e) TT_VALUES_4(_, a, b, c, d), TT_VALUE_OF(e)
#define TT_VALUES_6(_, a, b, c, d, e, f) TT_VALUES_5(_, a, b, c, d, e), TT_VALUE_OF(f)
#define TT_VALUES_7(_, a, b, c, d, e, f, g) TT_VALUES_6(_, a, b, c, d, e, f), TT_VALUE_OF(g)
#define TT_VALUES_8(_, a, b, c, d, e, f, g, h) TT_VALUES_7(_, a, b, c, d, e, f, g), TT_VALUE_OF(h)
#define TT_VALUES_9(_, a, b, c, d, e, f, g, h, i) \
  TT_VALUES_8(_, a, b, c, d, e, f, g, h), TT_VALUE_OF(i)
#define TT_VALUES_10(_, a, b, c, d, e, f, g, h, i, j) \
  TT_VALUES_9(_, a, b, c, d, e, f, g, h, i), TT_VALUE_OF(j)

/* lttng_ust_tracepoint() is this without the record. */
#define TT_SITE(name, n, args, text) \
  TT_LTTNG_SITE(name, name##_##n, lttng_ust_tracepoint_tracetoll___##name##_##n, n, args)
#define TT_LTTNG_SITE(name, event, tracepoint, n, args)                                        \
  do {                                                                                         \
    if (lttng_ust_tracepoint_enabled(tracetoll, event)) {                                      \
      __asm__ volatile(TT_BEGIN                                                                \
                       "772:\n" TT_RECORD_OF(name, ".", TT_NEVER, "0", "%c[tt_state] - .", "") \
                       :                                                                       \
                       : [tt_state] TT_SYMBOL(&tracepoint.state));                             \
      lttng_ust_do_tracepoint(tracetoll, event, TT_JOIN(TT_VALUES_, n) args);                  \
    }                                                                                          \
  } while (0)
