// stub_registers.S
#pragma once

#include <cstdint>

namespace tracetoll::patch {

// How much of the vector registers the processor has.
enum VectorLevel { kSse = 1, kAvx = 2, kAvx512 = 3 };

// All registers that a function can have values in. The order is that of stub_registers.S.
struct MachineState {
  std::uint64_t general[16];  // by their numbers in machine code; %rsp is not set
  std::uint64_t red_zone[16];
  std::uint64_t x87;
  std::uint64_t masks[8];
  alignas(64) std::uint8_t vectors[32][64];
};

}  // namespace tracetoll::patch

extern "C" {
// Has `in` in its registers and its red zone, goes through the site, and writes what it has then.
// Its stack is at a multiple of 16 plus `shift`, 0 or 8.
void tt_test_registers(const tracetoll::patch::MachineState* in,
                       tracetoll::patch::MachineState* out, long level, long shift);
extern const char tt_test_registers_site[];  // its NOP

// Probes that change all that a function may change.
void tt_test_evil_integers();
void tt_test_evil_sse();
void tt_test_evil_avx();
void tt_test_evil_avx512();
}
