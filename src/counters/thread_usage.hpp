// What the kernel keeps of each thread without perf events.
#pragma once

#include <cstdint>

namespace tracetoll {

struct ThreadUsage {
  std::int64_t cpu_ns = 0;    // CLOCK_THREAD_CPUTIME_ID
  std::int64_t switches = 0;  // voluntary and involuntary
  std::int64_t faults = 0;    // minor and major
  int cpu = -1;
};

ThreadUsage thread_usage();

}  // namespace tracetoll
