#include "open_failure.hpp"

#include <fmt/format.h>
#include <linux/perf_event.h>

#include <cerrno>
#include <cstring>

namespace tracetoll {
namespace {

constexpr const char* kPermission = "kernel.perf_event_paranoid";

// Mainline refuses the kernel's events at 2. Debian's and Ubuntu's kernels know 3 and 4, which
// refuse all of them to who has no CAP_PERFMON.
std::string not_permitted(const OpenFailure& failure) {
  const int allowed = failure.event.kernel ? 1 : 2;
  if (!failure.paranoid)
    return fmt::format("not permitted (EACCES): set {} to {} or less", kPermission, allowed);
  if (*failure.paranoid <= allowed)
    return fmt::format("not permitted (EACCES), although {} is {}: a security module forbids it",
                       kPermission, *failure.paranoid);
  return fmt::format("not permitted (EACCES): {} is {}; {} or less is needed{}", kPermission,
                     *failure.paranoid, allowed,
                     failure.event.kernel ? " to count the kernel" : "");
}

// Any PMU counts cycles: a kernel that does not know them has none. It answers the same for an
// event that its PMU lacks.
std::string not_there(const OpenFailure& failure) {
  const bool is_cycles =
      failure.event.type == PERF_TYPE_HARDWARE && failure.event.config == PERF_COUNT_HW_CPU_CYCLES;
  return is_cycles ? "no PMU (ENOENT)" : "no such event on this PMU (ENOENT)";
}

}  // namespace

std::string open_failure(const OpenFailure& failure) {
  switch (failure.error) {
    case ENOENT:
      return not_there(failure);
    case EACCES:
      return not_permitted(failure);
    case EPERM:
      return "not permitted (EPERM): a container's seccomp filter, or a security module";
    case ENOSYS:
      return "perf_event_open is not there (ENOSYS): a kernel without perf events, or a "
             "container's seccomp filter";
    case ENOSPC:
      return failure.event.type == PERF_TYPE_BREAKPOINT
                 ? "no debug register is free (ENOSPC): a debugger or another tracer holds them"
                 : "no free counter (ENOSPC)";
    case EINVAL:
      return failure.events > 1 ? fmt::format(
                                      "the PMU cannot hold these {} events in one group "
                                      "(EINVAL)",
                                      failure.events)
                                : "this PMU cannot count this event (EINVAL)";
    case EMFILE:
      return "no file descriptor is left (EMFILE): raise 'ulimit -n'";
    case EBUSY:
      return "another user has the PMU for itself (EBUSY)";
    case ENODEV:
      return "the PMU is not there (ENODEV)";
    case EOPNOTSUPP:
      return "this PMU cannot count this event in these modes (EOPNOTSUPP)";
    default:
      return fmt::format("perf_event_open: {} ({})", std::strerror(failure.error), failure.error);
  }
}

}  // namespace tracetoll
