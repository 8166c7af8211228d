// An arm64 instruction word, and what its encoding says (Arm ARM, DDI 0487, C4.1).
//
// Capstone gives the names alone: its data on registers and memory is wrong for many (stp marked as
// load and store, cmp as a write of its operand, movz as a read), and absent for what it does not
// know, as the atomics of LSE and pointer authentication, which compilers emit by default.
#pragma once

#include <cstdint>

#include "instruction.hpp"

namespace tracetoll {

class Word {
 public:
  explicit Word(std::uint32_t value) : value_(value) {}

  std::uint32_t value() const { return value_; }
  bool matches(std::uint32_t mask, std::uint32_t wanted) const { return (value_ & mask) == wanted; }
  int bits(int low, int count) const {
    return static_cast<int>(value_ >> low & ((std::uint32_t{1} << count) - 1));
  }
  bool bit(int at) const { return bits(at, 1) != 0; }
  std::int64_t signed_bits(int low, int count) const {
    const std::int64_t value = bits(low, count);
    return value >= std::int64_t{1} << (count - 1) ? value - (std::int64_t{1} << count) : value;
  }

  int rd() const { return bits(0, 5); }  // or rt
  int rn() const { return bits(5, 5); }
  int rt2() const { return bits(10, 5); }  // or ra
  int rm() const { return bits(16, 5); }   // or rs

 private:
  std::uint32_t value_;
};

// Register 31 is sp in some places and reads as zero in the others.
inline RegisterSet general(int reg) {
  return reg == 31 ? 0 : bit(reg);
}
inline RegisterSet general_or_sp(int reg) {
  return bit(reg);
}
inline RegisterSet vector_register(int reg) {
  return bit(kFirstVector + (reg & 31));
}

// The fields of `result` that loads and stores set; its address is known.
void read_memory_word(Word word, Instruction& result);
// Those that floating point and SIMD set.
void read_vector_word(Word word, Instruction& result);
// A name where Capstone has none; empty for words that are none of these.
const char* unlisted_arm64(Word word);

}  // namespace tracetoll
