/* A probe as a program's own: the patch library knows nothing of what it does, so every register is
 * saved for it. It counts, as tt_hits does. A unit of its own, as all probes are
 * (markers/marker.h).
 */
#define TT_MARKER_HEADER "none.h"
#include "marker.h"

void tt_user_probe(struct tt_marker* marker, const char* arguments, ...);

void tt_user_probe(struct tt_marker* marker, const char* arguments, ...) {
  (void)arguments;
  marker->hits++;
}
