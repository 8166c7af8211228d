// For a process of one thread that has written its own code.
#pragma once

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace tracetoll {

// The bytes were written through another address: what was fetched before has to go.
inline void serialize() {
#if defined(__x86_64__)
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  __cpuid(0, eax, ebx, ecx, edx);
#endif
}

}  // namespace tracetoll
