/* The event of switched_work.cpp. */
#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "lttng_events.h"

#if !defined(TT_SWITCHED_LTTNG_EVENTS_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define TT_SWITCHED_LTTNG_EVENTS_H

#include "lttng_provider.h"

TT_EVENT_4(switched, int, int, long, long)

#endif

#include <lttng/tracepoint-event.h>
