#include "cores.hpp"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>

#include "stubs.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace tracetoll::patch {
namespace {

int membarrier(int command) {
  return static_cast<int>(::syscall(SYS_membarrier, command, 0, 0));
}

void serialize_this_thread() {
#if defined(__x86_64__)
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  __cpuid(0, eax, ebx, ecx, edx);
#else
  __asm__ volatile("isb" ::: "memory");
#endif
}

}  // namespace

std::size_t count_threads() {
  std::error_code error;
  std::size_t threads = 0;
  for (auto task = std::filesystem::directory_iterator("/proc/self/task", error);
       !error && task != std::filesystem::directory_iterator(); task.increment(error))
    threads++;
  if (error || threads == 0)
    throw PatchError{"/proc/self/task cannot be read (" + error.message() +
                     "), so nobody knows which threads run through the sites"};
  return threads;
}

Cores::Cores() : by_kernel_(membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE) == 0) {
  if (by_kernel_) return;
  const std::string reason = std::strerror(errno);
  if (count_threads() > 1)
    throw PatchError{"the kernel has no membarrier SYNC_CORE (" + reason +
                     "), without which code is not changed under running threads"};
}

void Cores::synchronize() const {
  if (!by_kernel_) return serialize_this_thread();
  if (membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE) != 0)
    throw PatchError{std::string("membarrier SYNC_CORE failed: ") + std::strerror(errno)};
}

}  // namespace tracetoll::patch
