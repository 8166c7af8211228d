// The seam to the kernel's perf events: what is asked of it, one call each, and nothing decided.
// Tests put a kernel of their own in its place.
#pragma once

#include <linux/perf_event.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "unique_fd.hpp"

namespace tracetoll {

// All results are 0 or more, or -errno.
class PerfKernel {
 public:
  virtual ~PerfKernel() = default;

  struct Opened {
    UniqueFd fd;
    int error = 0;  // errno where there is no fd
  };
  // perf_event_open for the calling thread on any CPU, close-on-exec; `leader` is -1 for a group's
  // first event.
  virtual Opened open(const perf_event_attr& attributes, int leader) = 0;
  // PERF_EVENT_IOC_ENABLE and _DISABLE of the whole group.
  virtual int enable_group(int leader) = 0;
  virtual int disable_group(int leader) = 0;
  // read(): the number of bytes, 0 at the end of file.
  virtual std::ptrdiff_t read(int fd, std::span<std::uint64_t> words) = 0;

  // The event's first page (struct perf_event_mmap_page); null where it cannot be mapped.
  virtual const perf_event_mmap_page* map(int fd) = 0;
  virtual void unmap(const perf_event_mmap_page* page) = 0;
  // Can this build execute the next two instructions at all? They fault where the page does not
  // allow them.
  virtual bool has_rdpmc() const = 0;
  virtual std::uint64_t rdpmc(std::uint32_t counter) const = 0;
  virtual std::uint64_t rdtsc() const = 0;

  // kernel.perf_event_paranoid; nothing where it cannot be read.
  virtual std::optional<int> paranoid() = 0;
};

// The real one.
PerfKernel& perf_kernel();

}  // namespace tracetoll
