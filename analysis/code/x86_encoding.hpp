// The parts that x86 instructions are encoded in (Intel SDM vol. 2, chapter 2): for those that we
// decode by hand.
#pragma once

#include <cstdint>
#include <optional>

#include "capstone_handle.hpp"

namespace tracetoll::x86 {

enum class Map { one_byte, f0 = 1, f38 = 2, f3a = 3 };

// Reads bytes one after another; past the end they are 0, and `ended` says so.
class Reader {
 public:
  explicit Reader(CodeBytes bytes) : bytes_(bytes) {}
  int peek() const { return at_ < bytes_.size() ? bytes_[at_] : 0; }
  int next() {
    const int byte = peek();
    at_++;
    return byte;
  }
  void skip(std::size_t count) { at_ += count; }
  std::int64_t number(int bytes) {  // little-endian, signed
    std::uint64_t value = 0;
    for (int i = 0; i < bytes; i++) value |= static_cast<std::uint64_t>(next()) << (8 * i);
    const int unused = 64 - 8 * bytes;
    return static_cast<std::int64_t>(value << unused) >> unused;
  }
  std::size_t at() const { return at_; }
  bool within() const { return at_ <= bytes_.size() && at_ <= 15; }  // the longest there is

 private:
  CodeBytes bytes_;
  std::size_t at_ = 0;
};

struct Prefixes {
  int mandatory = 0;  // 66, f2 or f3, the last one
  int rex = 0;        // its low four bits: W R X B
};

Prefixes read_prefixes(Reader& reader);

// ModRM, SIB and displacement.
struct Operands {
  bool memory = false;
  int reg = 0;  // with its bit from REX, VEX or EVEX
  int rm = 0;   // of a register operand
  std::optional<int> base, index;
  bool rip = false;
  bool byte_displacement = false;
  std::int64_t displacement = 0;
};

// The bits of REX, VEX or EVEX that extend the register, the index and the base.
Operands read_operands(Reader& reader, int r, int x, int b);

// The memory operand, if there is one, as read or stored.
void place(const Operands& operands, int bytes, bool store, Instruction& result);

inline bool between(int value, int low, int high) {
  return value >= low && value <= high;
}

inline RegisterSet vector(int reg) {
  return bit(kFirstVector + reg);
}

// What Capstone lacks of VEX and EVEX; nothing for what is neither, or cut.
std::optional<Instruction> vector_instruction(CodeBytes bytes);

}  // namespace tracetoll::x86
