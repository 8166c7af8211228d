/* The probes: each counts its calls in the marker, so that attaching them measures how often a site
 * is hit. They are a unit of their own, see marker.h. */
#define TT_MARKER_HEADER "none.h"
#include "marker.h"

void tt_probe(struct tt_marker* marker, const char* arguments, ...) {
  (void)arguments;
  marker->hits++;
}

void tt_probe_cold(struct tt_marker* marker, const char* arguments, ...) {
  (void)arguments;
  marker->hits++;
}

void tt_probe_always(struct tt_marker* marker, const char* arguments, ...) {
  (void)arguments;
  if (__builtin_expect(*(const volatile int*)&marker->state != 0, 0)) marker->hits++;
}
