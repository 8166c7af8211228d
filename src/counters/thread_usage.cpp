#include "thread_usage.hpp"

#include <sched.h>
#include <sys/resource.h>

#include <ctime>

namespace tracetoll {

ThreadUsage thread_usage() {
  rusage usage{};
  ::getrusage(RUSAGE_THREAD, &usage);
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return {time.tv_sec * 1'000'000'000 + time.tv_nsec, usage.ru_nvcsw + usage.ru_nivcsw,
          usage.ru_minflt + usage.ru_majflt, ::sched_getcpu()};
}

}  // namespace tracetoll
