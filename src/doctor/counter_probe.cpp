#include "counter_probe.hpp"

#include <fmt/format.h>
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <functional>
#include <optional>

#include "cpu_model.hpp"
#include "event_names.hpp"
#include "open_counters.hpp"
#include "perf_kernel.hpp"
#include "unique_fd.hpp"

namespace tracetoll {
namespace {

constexpr int kKnownHits = 100;
constexpr std::size_t kKnownPages = 16;

// Where the breakpoint is set. Not inlined, and not removed: the asm is kept.
[[gnu::noinline]] void landmark() {
  __asm__ volatile("");
}

void touch_pages() {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t size = kKnownPages * page;
  void* pages = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return;
  ::madvise(pages, size, MADV_NOHUGEPAGE);  // one fault a page
  for (std::size_t i = 0; i < size; i += page) static_cast<volatile char*>(pages)[i] = 1;
  ::munmap(pages, size);
}

perf_event_attr user_event(std::uint32_t type, std::uint64_t config) {
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  attributes.type = type;
  attributes.config = config;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  return attributes;
}

std::optional<std::uint64_t> read_count(const UniqueFd& fd) {
  std::uint64_t count = 0;
  if (::read(fd.get(), &count, sizeof count) != sizeof count) return std::nullopt;
  return count;
}

// Counts what `work` does; `is_right` says which counts are right, `expected` in words.
Availability try_event(perf_event_attr attributes, const std::function<void()>& work,
                       const std::string& expected,
                       const std::function<bool(std::uint64_t)>& is_right) {
  const UniqueFd fd(static_cast<int>(
      ::syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC)));
  if (!fd) {
    const int error = errno;
    const char* name = ::strerrorname_np(error);
    return {false, fmt::format("perf_event_open: {} ({})", std::strerror(error),
                               name == nullptr ? "unknown" : name)};
  }
  const auto before = read_count(fd);
  work();
  const auto after = read_count(fd);
  if (!before || !after) return {false, "it opens, and cannot be read"};
  if (!is_right(*after - *before))
    return {false, fmt::format("known-answer test: counted {} of {}", *after - *before, expected)};
  return {true, ""};
}

Availability try_breakpoint() {
  perf_event_attr attributes = user_event(PERF_TYPE_BREAKPOINT, 0);
  attributes.bp_type = HW_BREAKPOINT_X;
  attributes.bp_addr = reinterpret_cast<std::uintptr_t>(&landmark);
  attributes.bp_len = sizeof(long);
  return try_event(
      attributes,
      [] {
        for (int i = 0; i < kKnownHits; ++i) landmark();
      },
      fmt::format("{} hits", kKnownHits), [](std::uint64_t count) { return count == kKnownHits; });
}

}  // namespace

CounterProbe probe_counters() {
  CounterProbe probe;
  probe.hardware = open_counters(perf_kernel(), usual_events(this_cpu())).availability;
  probe.breakpoints = try_breakpoint();
  probe.software["page-faults"] =
      try_event(user_event(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS), touch_pages,
                fmt::format("{} or more", kKnownPages),
                [](std::uint64_t count) { return count >= kKnownPages; });
  probe.software["task-clock"] =
      try_event(user_event(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK), touch_pages,
                "more than 0 ns", [](std::uint64_t count) { return count > 0; });
  return probe;
}

}  // namespace tracetoll
