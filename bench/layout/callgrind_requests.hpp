// Callgrind's client requests: a few instructions that do nothing outside Valgrind. Where
// Valgrind's header was missing when this was compiled, nothing at all, and kHasCallgrind says so.
#pragma once

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
namespace tracetoll {
inline constexpr bool kHasCallgrind = true;
}
#else
#define CALLGRIND_DUMP_STATS_AT(name) static_cast<void>(name)
#define CALLGRIND_START_INSTRUMENTATION static_cast<void>(0)
#define CALLGRIND_TOGGLE_COLLECT static_cast<void>(0)
#define CALLGRIND_ZERO_STATS static_cast<void>(0)
namespace tracetoll {
inline constexpr bool kHasCallgrind = false;
}
#endif
