/* counting: a marker that counts its hits by name, for tests.
 *
 * Evaluates its arguments, so a test also sees that they have no side effects.
 */
#pragma once
#define TT_VARIANT_NAME "counting"

/* tests/host/counting.cpp keeps the counts. */
extern "C" void tt_count_hit(const char* name, int arguments, ...);

#define TT_SITE(name, n, args, text) tt_count_hit(#name, n TT_LEAD args)
