// How stub_common.S saves vector registers on this processor: as the dynamic linker does when it
// resolves a function. x87, SSE, AVX, AVX-512; of these what the kernel has switched on.
#include <cpuid.h>

#include "stub_layout.h"

extern "C" {
__attribute__((visibility("hidden"))) unsigned tt_vector_mask;
__attribute__((visibility("hidden"))) unsigned tt_vector_saving;
__attribute__((visibility("hidden"))) unsigned long tt_vector_bytes;  // a multiple of 64
}

namespace tracetoll::patch {
namespace {

constexpr unsigned kStates = 0xe7;  // bits of XCR0: x87, SSE, AVX, opmask, ZMM0-15, ZMM16-31
constexpr unsigned kLeaf = 0xd;
constexpr unsigned kHeaderEnd = 512 + 64;

struct Cpuid {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
};
Cpuid cpuid(unsigned leaf, unsigned subleaf) {
  Cpuid result;
  __cpuid_count(leaf, subleaf, result.eax, result.ebx, result.ecx, result.edx);
  return result;
}

bool has_xsave() {
  constexpr unsigned kOsxsave = 1u << 27;
  return (cpuid(1, 0).ecx & kOsxsave) != 0 && cpuid(0, 0).eax >= kLeaf;
}

unsigned switched_on() {
  unsigned low = 0;
  unsigned high = 0;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

unsigned aligned(unsigned bytes) {
  return (bytes + 63) / 64 * 64;
}

// The two first are in the legacy area; the others have a size, a place in XSAVE's format, and an
// alignment in XSAVEC's.
unsigned area_bytes(unsigned mask, bool compact) {
  unsigned end = kHeaderEnd;
  for (unsigned i = 2; i < 32; ++i) {
    if ((mask >> i & 1) == 0) continue;
    const Cpuid state = cpuid(kLeaf, i);
    const bool on_line = (state.ecx & 2) != 0;
    const unsigned begin = compact ? (on_line ? aligned(end) : end) : state.ebx;
    end = begin + state.eax > end ? begin + state.eax : end;
  }
  return aligned(end);
}

__attribute__((constructor)) void choose() {
  if (!has_xsave()) {
    tt_vector_saving = TT_BY_FXSAVE;
    tt_vector_bytes = 512;
    return;
  }
  const bool compact = (cpuid(kLeaf, 1).eax & 2) != 0;
  tt_vector_saving = compact ? TT_BY_XSAVEC : TT_BY_XSAVE;
  tt_vector_mask = kStates & switched_on();
  tt_vector_bytes = area_bytes(tt_vector_mask, compact);
}

}  // namespace
}  // namespace tracetoll::patch
