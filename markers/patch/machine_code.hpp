// The few x86-64 instructions that argument_code.cpp needs, by their encodings (Intel SDM volume
// 2).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

namespace tracetoll::patch {

enum Register : std::uint8_t {
  kRax,
  kRcx,
  kRdx,
  kRbx,
  kRsp,
  kRbp,
  kRsi,
  kRdi,
  kR8,
  kR9,
  kR10,
  kR11,
  kR12,
  kR13,
  kR14,
  kR15,
};

// A value in memory or a register, and what it becomes in a whole register.
struct Extension {
  int bytes;
  bool is_signed;
};

class MachineCode {
 public:
  void endbr64() { append({0xf3, 0x0f, 0x1e, 0xfa}); }
  void jump_through(Register base, std::int32_t displacement);  // jmp *displacement(base)
  void move(Register to, std::uint64_t constant);
  void move(Register to, Register from) { extend(to, from, {8, false}); }
  void shift_right(Register what, std::uint8_t bits);
  void add(Register to, Register what);
  void load_address(Register to, Register base, std::int32_t displacement);
  void extend(Register to, Register from, Extension as);
  void load(Register to, Register base, std::int32_t displacement, Extension as);
  void store(Register base, std::int32_t displacement, Register from);             // 8 bytes
  void store_vector(Register base, std::int32_t displacement, std::uint8_t from);  // its low 8
  void move_to_vector(std::uint8_t to, Register from);                             // 8 bytes
  void move_from_vector(Register to, std::uint8_t from);
  void float_to_double(std::uint8_t vector);

  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  void append(std::initializer_list<std::uint8_t> bytes) {
    for (const std::uint8_t byte : bytes) bytes_.push_back(byte);
  }
  void append_constant(std::uint64_t value, int bytes);
  void prefix(bool wide, unsigned reg, unsigned base);
  void in_memory(unsigned reg, Register base, std::int32_t displacement);
  void in_register(unsigned reg, unsigned rm);
  void extending_opcode(Extension as);

  std::vector<std::uint8_t> bytes_;
};

}  // namespace tracetoll::patch
