#include "perf_kernel.hpp"

#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>

namespace tracetoll {
namespace {

std::size_t page_size() {
  return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

class RealKernel : public PerfKernel {
 public:
  Opened open(const perf_event_attr& attributes, int leader) override {
    const long fd =
        ::syscall(SYS_perf_event_open, &attributes, 0, -1, leader, PERF_FLAG_FD_CLOEXEC);
    if (fd < 0) return {UniqueFd(), errno};
    return {UniqueFd(static_cast<int>(fd)), 0};
  }
  int enable_group(int leader) override { return control(leader, PERF_EVENT_IOC_ENABLE); }
  int disable_group(int leader) override { return control(leader, PERF_EVENT_IOC_DISABLE); }

  std::ptrdiff_t read(int fd, std::span<std::uint64_t> words) override {
    const ssize_t size = ::read(fd, words.data(), words.size_bytes());
    return size < 0 ? -errno : size;
  }

  const perf_event_mmap_page* map(int fd) override {
    void* page = ::mmap(nullptr, page_size(), PROT_READ, MAP_SHARED, fd, 0);
    return page == MAP_FAILED ? nullptr : static_cast<const perf_event_mmap_page*>(page);
  }
  void unmap(const perf_event_mmap_page* page) override {
    ::munmap(const_cast<perf_event_mmap_page*>(page), page_size());
  }

#if defined(__x86_64__)
  bool has_rdpmc() const override {
    return true;
  }
  std::uint64_t rdpmc(std::uint32_t counter) const override {
    return static_cast<std::uint64_t>(__builtin_ia32_rdpmc(static_cast<int>(counter)));
  }
  std::uint64_t rdtsc() const override {
    return __builtin_ia32_rdtsc();
  }
#else
  // arm64 has its counters behind kernel.perf_user_access, one register for each: not done here.
  bool has_rdpmc() const override {
    return false;
  }
  std::uint64_t rdpmc(std::uint32_t) const override {
    return 0;
  }
  std::uint64_t rdtsc() const override {
    return 0;
  }
#endif

  std::optional<int> paranoid() override {
    int level = 0;
    if (std::ifstream("/proc/sys/kernel/perf_event_paranoid") >> level) return level;
    return std::nullopt;
  }

 private:
  static int control(int leader, unsigned long request) {
    return ::ioctl(leader, request, PERF_IOC_FLAG_GROUP) == 0 ? 0 : -errno;
  }
};

}  // namespace

PerfKernel& perf_kernel() {
  static RealKernel kernel;
  return kernel;
}

}  // namespace tracetoll
