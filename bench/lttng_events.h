/* The events of what is timed, for the variant lttng_ust: one for each MARK of bench/, by its name
 * and the types of its arguments. markers/lttng_provider.h has the macros. */
#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "lttng_events.h"

#if !defined(TT_BENCH_LTTNG_EVENTS_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define TT_BENCH_LTTNG_EVENTS_H

#include <stdint.h>

#include "lttng_provider.h"

TT_EVENT_4(chain_add, uint64_t, uint32_t, uint8_t, uint32_t)
TT_EVENT_4(chain_lookup, uint64_t, uint32_t, const void*, const void*)
TT_EVENT_3(class_lookup, const void*, unsigned, const void*)
TT_EVENT_3(class_register, const void*, unsigned, const void*)
TT_EVENT_3(dependency_add, uint16_t, uint16_t, uint16_t)
TT_EVENT_1(empty, uint32_t)
TT_EVENT_2(hardirqs_off, uintptr_t, int)
TT_EVENT_2(hardirqs_on, uintptr_t, int)
TT_EVENT_4(held_pop, const void*, uint16_t, uint32_t, uint64_t)
TT_EVENT_5(held_push, const void*, uint16_t, uint32_t, uint64_t, uint8_t)
TT_EVENT_2(leaf, uint64_t, uint64_t)
TT_EVENT_7(lock_acquire, const void*, unsigned, int, int, int, const void*, uintptr_t)
TT_EVENT_2(lock_acquired, const void*, uintptr_t)
TT_EVENT_2(lock_release, const void*, uintptr_t)
TT_EVENT_2(softirqs_off, uintptr_t, int)
TT_EVENT_2(softirqs_on, uintptr_t, int)
TT_EVENT_2(syscall_entry, long, uint32_t)
TT_EVENT_5(syscall_entry, long, long, const void*, int, uint32_t)
TT_EVENT_6(syscall_entry, long, int, const void*, const void*, const void*, const void*)
TT_EVENT_2(syscall_exit, long, long)
TT_EVENT_4(usage_mark, const void*, uint32_t, uint32_t, uintptr_t)
TT_EVENT_4(usage_new, const void*, uint32_t, uint32_t, uintptr_t)
TT_EVENT_3(violation, int, uint32_t, uintptr_t)

#endif

#include <lttng/tracepoint-event.h>
