#include "instruction.hpp"

namespace tracetoll {

namespace {

constexpr RegisterSet span_of(int first, int last) {
  return (bit(last) - bit(first)) | bit(last);
}

constexpr RegisterSet kVectors = span_of(kFirstVector, 63);

// rbx rbp r12 to r15; rax rcx rdx rsi rdi r8 to r11 and all vectors; rdi rsi rdx rcx r8 r9 al xmm0
// to xmm7; rax rdx xmm0 xmm1.
constexpr Registers kX86 = {
    kRsp,
    kRbp,
    bit(3) | bit(kRbp) | span_of(12, 15),
    span_of(0, 2) | span_of(6, 11) | kVectors,
    span_of(0, 2) | span_of(6, 9) | span_of(kFirstVector, kFirstVector + 7),
    bit(0) | bit(2) | span_of(kFirstVector, kFirstVector + 1),
};

// x19 to x30 and v8 to v15 (their low halves); x0 to x18 and x30, which bl writes, and the other
// vectors; x0 to x8 and v0 to v7; x0 x1 and v0 to v3.
constexpr Registers kArm64 = {
    31,
    29,
    span_of(19, 30) | span_of(kFirstVector + 8, kFirstVector + 15),
    span_of(0, 18) | bit(30) | (kVectors & ~span_of(kFirstVector + 8, kFirstVector + 15)),
    span_of(0, 8) | span_of(kFirstVector, kFirstVector + 7),
    span_of(0, 1) | span_of(kFirstVector, kFirstVector + 3),
};

}  // namespace

const char* name_of(Machine machine) {
  return machine == Machine::x86_64 ? "x86-64" : "arm64";
}

const Registers& registers(Machine machine) {
  return machine == Machine::x86_64 ? kX86 : kArm64;
}

}  // namespace tracetoll
