// open_close: opens and closes one file, in the marked subsystem and (without .pure) in the kernel.
#include <fcntl.h>
#include <unistd.h>

#include "host/descriptors.hpp"
#include "host/prepare.hpp"
#include "workload.hpp"

namespace tracetoll::host::TT_VARIANT {
namespace {

bool open_and_close_really(const char* path) {
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  return fd >= 0 && close(fd) == 0;
}

template <bool real>
bool run_open_close(Host& host) {
  const int fd = sys_open(host, host.open.path, O_RDONLY, 0);
  if (fd < 0 || sys_close(host, static_cast<std::uint32_t>(fd)) != 0) return false;
  if (real && !open_and_close_really(host.open.real_path)) return false;
  return is_quiescent(host);
}

}  // namespace

TT_WORKLOAD(open_close, "open_close", "one open and close of a file", run_open_close<true>,
            prepare_open_close, 1);
TT_WORKLOAD(open_close_pure, "open_close.pure", "one open and close of a file",
            run_open_close<false>, prepare_open_close, 1);

}  // namespace tracetoll::host::TT_VARIANT
