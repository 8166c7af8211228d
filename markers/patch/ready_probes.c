/* What patch.h declares. C, since C++ would fill these in when its constructors run. */
#include "patch.h"

__attribute__((visibility("hidden"))) void tt_call_nothing(struct tt_marker*, const char*, ...);
__attribute__((visibility("hidden"))) void tt_call_hits(struct tt_marker*, const char*, ...);
__attribute__((visibility("hidden"))) void tt_call_timestamp(struct tt_marker*, const char*, ...);

/* Not TT_NO_ARGUMENTS: it is there to measure what any probe costs. */
const struct tt_probe tt_nothing = {(tt_function)tt_call_nothing, TT_SAVES_INTEGERS, 0};
const struct tt_probe tt_hits = {(tt_function)tt_call_hits, TT_SAVES_INTEGERS, TT_NO_ARGUMENTS};
const struct tt_probe tt_timestamp = {(tt_function)tt_call_timestamp, TT_SAVES_INTEGERS,
                                      TT_NO_ARGUMENTS};
