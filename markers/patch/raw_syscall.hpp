// System calls without libc, which may use vector registers and set errno.
#pragma once

#include <asm/unistd.h>

namespace tracetoll::patch {

inline long raw_syscall(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0,
                        long f = 0) {
  long result = 0;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}

inline long as_long(const void* pointer) {
  return reinterpret_cast<long>(pointer);
}

// Null when there is no memory.
inline void* map_zeros(unsigned long bytes) {
  constexpr long kReadWrite = 1 | 2;        // PROT_READ | PROT_WRITE
  constexpr long kPrivateZeros = 2 | 0x20;  // MAP_PRIVATE | MAP_ANONYMOUS
  const long result =
      raw_syscall(__NR_mmap, 0, static_cast<long>(bytes), kReadWrite, kPrivateZeros, -1, 0);
  return result < 0 && result > -4096 ? nullptr : reinterpret_cast<void*>(result);
}

}  // namespace tracetoll::patch
