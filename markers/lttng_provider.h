/* For lttng_events.h, which declares the events of lttng_ust.h: TT_EVENT_n(name, types...). It is a
 * tracepoint provider's header as LTTng reads it, more than once:
 *
 *     #undef LTTNG_UST_TRACEPOINT_INCLUDE
 *     #define LTTNG_UST_TRACEPOINT_INCLUDE "lttng_events.h"
 *     #if !defined(MY_EVENTS_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
 *     #define MY_EVENTS_H
 *     #include "lttng_provider.h"
 *     TT_EVENT_2(lock_acquired, const void*, unsigned long)
 *     #endif
 *     #include <lttng/tracepoint-event.h>
 *
 * Each argument is a field of 8 bytes, arg1 and up. */
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER tracetoll
#include <lttng/tracepoint.h>

#ifndef TT_EVENT_0
#define TT_EVENT(name, args, fields) \
  LTTNG_UST_TRACEPOINT_EVENT(tracetoll, name, LTTNG_UST_TP_ARGS args, LTTNG_UST_TP_FIELDS(fields))
#define TT_FIELD(i) lttng_ust_field_integer(unsigned long, arg##i, (unsigned long)(arg##i))
#define TT_FIELDS_1 TT_FIELD(1)
#define TT_FIELDS_2 TT_FIELDS_1 TT_FIELD(2)
#define TT_FIELDS_3 TT_FIELDS_2 TT_FIELD(3)
#define TT_FIELDS_4 TT_FIELDS_3 TT_FIELD(4)
#define TT_FIELDS_5 TT_FIELDS_4 TT_FIELD(5)
#define TT_FIELDS_6 TT_FIELDS_5 TT_FIELD(6)
#define TT_FIELDS_7 TT_FIELDS_6 TT_FIELD(7)
#define TT_FIELDS_8 TT_FIELDS_7 TT_FIELD(8)
#define TT_FIELDS_9 TT_FIELDS_8 TT_FIELD(9)
#define TT_FIELDS_10 TT_FIELDS_9 TT_FIELD(10)

#define TT_EVENT_0(name) TT_EVENT(name##_0, (void), )
#define TT_EVENT_1(name, a) TT_EVENT(name##_1, (a, arg1), TT_FIELDS_1)
#define TT_EVENT_2(name, a, b) TT_EVENT(name##_2, (a, arg1, b, arg2), TT_FIELDS_2)
#define TT_EVENT_3(name, a, b, c) TT_EVENT(name##_3, (a, arg1, b, arg2, c, arg3), TT_FIELDS_3)
#define TT_EVENT_4(name, a, b, c, d) \
  TT_EVENT(name##_4, (a, arg1, b, arg2, c, arg3, d, arg4), TT_FIELDS_4)
#define TT_EVENT_5(name, a, b, c, d, e) \
  TT_EVENT(name##_5, (a, arg1, b, arg2, c, arg3, d, arg4, e, arg5), TT_FIELDS_5)
#define TT_EVENT_6(name, a, b, c, d, e, f) \
  TT_EVENT(name##_6, (a, arg1, b, arg2, c, arg3, d, arg4, e, arg5, f, arg6), TT_FIELDS_6)
#define TT_EVENT_7(name, a, b, c, d, e, f, g) \
  TT_EVENT(name##_7, (a, arg1, b, arg2, c, arg3, d, arg4, e, arg5, f, arg6, g, arg7), TT_FIELDS_7)
#define TT_EVENT_8(name, a, b, c, d, e, f, g, h)                                               \
  TT_EVENT(name##_8, (a, arg1, b, arg2, c, arg3, d, arg4, e, arg5, f, arg6, g, arg7, h, arg8), \
           TT_FIELDS_8)
#define TT_EVENT_9(name, a, b, c, d, e, f, g, h, i)                                           \
  TT_EVENT(name##_9,                                                                          \
           (a, arg1, b, arg2, c, arg3, d, arg4, e, arg5, f, arg6, g, arg7, h, arg8, i, arg9), \
           TT_FIELDS_9)
#define TT_EVENT_10(name, a, b, c, d, e, f, g, h, i, j)                                            \
  TT_EVENT(                                                                                        \
      name##_10,                                                                                   \
      (a, arg1, b, arg2, c, arg3, d, arg4, e, arg5, f, arg6, g, arg7, h, arg8, i, arg9, j, arg10), \
      TT_FIELDS_10)
#endif
