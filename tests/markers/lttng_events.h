/* The events of the specimens, for the variant lttng_ust. */
#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "lttng_events.h"

#if !defined(TT_TEST_LTTNG_EVENTS_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define TT_TEST_LTTNG_EVENTS_H

#include <stdint.h>

#include "lttng_provider.h"

/* specimen.cpp, specimen.hpp, specimen_second.cpp */
TT_EVENT_1(arm_left, int)
TT_EVENT_1(arm_right, int)
TT_EVENT_0(args_0)
TT_EVENT_1(args_1, uint64_t)
TT_EVENT_2(args_2, uint64_t, uint64_t)
TT_EVENT_3(args_3, uint64_t, uint64_t, uint64_t)
TT_EVENT_4(args_4, uint64_t, uint64_t, uint64_t, uint64_t)
TT_EVENT_5(args_5, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t)
TT_EVENT_6(args_6, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t)
TT_EVENT_7(args_7, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t)
TT_EVENT_8(args_8, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t)
TT_EVENT_1(conditional_arm, int)
TT_EVENT_1(in_comdat, uint64_t)
TT_EVENT_2(in_inlined, uint64_t, uint64_t)
TT_EVENT_2(in_loop, uint64_t, int)
TT_EVENT_2(in_switch, uint64_t, uint64_t)
TT_EVENT_1(leaf, uint64_t)
TT_EVENT_2(pressure, uint64_t, uint64_t)
TT_EVENT_1(second, uint64_t)
TT_EVENT_1(tail, uint64_t)
TT_EVENT_1(twice, uint64_t)

/* linked/ */
TT_EVENT_1(argument, uint64_t)
TT_EVENT_1(dead, uint64_t)
TT_EVENT_1(dead_shared, uint64_t)
TT_EVENT_1(dead_too, uint64_t)
TT_EVENT_1(first, uint64_t)
TT_EVENT_1(shared, uint64_t)

#endif

#include <lttng/tracepoint-event.h>
