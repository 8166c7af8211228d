/* The tracepoints of lttng_ust.h that lttng_events.h declares, once a program.
 *
 * Without the probes of a provider: those are a shared object that who traces loads, as LTTng's
 * manual has it for a provider of its own ("dynamic linkage"). So a program loads
 * liblttng-ust-tracepoint.so alone, which starts no threads, and not the tracer, which starts two.
 */
#define LTTNG_UST_TRACEPOINT_DEFINE
#define LTTNG_UST_TRACEPOINT_PROBE_DYNAMIC_LINKAGE
#include <lttng_events.h>
