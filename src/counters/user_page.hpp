// Reading a counter without a system call: the protocol of struct perf_event_mmap_page
// (linux/perf_event.h), over the page and the two instructions that it needs, so that tests can
// stand in for both. On x86-64; elsewhere the kernel's read() is used.
#pragma once

#include <linux/perf_event.h>

#include <atomic>
#include <cstdint>
#include <optional>

namespace tracetoll {

struct UserReading {
  std::uint64_t value = 0;
  std::uint64_t enabled_ns = 0;
  std::uint64_t running_ns = 0;
};

// The `width` low bits of a counter as the signed number that they are: the kernel starts a counter
// below zero, so that it overflows when it has to be read.
inline std::int64_t sign_extended(std::uint64_t raw, unsigned width) {
  if (width == 0 || width >= 64) return static_cast<std::int64_t>(raw);
  const unsigned shift = 64 - width;
  return static_cast<std::int64_t>(raw << shift) >> shift;
}

// Nanoseconds from the page's times to the cycle `tsc`.
inline std::uint64_t time_since(const perf_event_mmap_page& page, std::uint64_t tsc) {
  if (page.cap_user_time_short)
    tsc = page.time_cycles + ((tsc - page.time_cycles) & page.time_mask);
  const std::uint64_t quotient = tsc >> page.time_shift;
  const std::uint64_t rest = tsc & ((std::uint64_t{1} << page.time_shift) - 1);
  return page.time_offset + quotient * page.time_mult +
         ((rest * page.time_mult) >> page.time_shift);
}

// Nothing where the event is not on a counter that may be read so: software events, an event that
// is off the PMU (index 0), a page that grants neither rdpmc nor the time; and where the page
// changed under each of several attempts. The caller then asks the kernel.
template <typename Rdpmc, typename Rdtsc>
std::optional<UserReading> read_user_page(const perf_event_mmap_page& page, Rdpmc rdpmc,
                                          Rdtsc rdtsc) {
  constexpr int kAttempts = 16;
  const volatile perf_event_mmap_page& shared = page;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const std::uint32_t sequence = shared.lock;
    std::atomic_signal_fence(std::memory_order_seq_cst);  // written by this CPU: no fence needed
    const std::uint32_t index = shared.index;
    if (!shared.cap_user_rdpmc || !shared.cap_user_time || index == 0) return std::nullopt;
    UserReading reading;
    const std::uint64_t elapsed = time_since(page, rdtsc());
    reading.enabled_ns = shared.time_enabled + elapsed;
    reading.running_ns = shared.time_running + elapsed;
    reading.value = static_cast<std::uint64_t>(shared.offset) +
                    static_cast<std::uint64_t>(sign_extended(rdpmc(index - 1), shared.pmc_width));
    std::atomic_signal_fence(std::memory_order_seq_cst);
    if (shared.lock == sequence) return reading;
  }
  return std::nullopt;
}

}  // namespace tracetoll
