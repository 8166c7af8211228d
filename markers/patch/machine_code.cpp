#include "machine_code.hpp"

namespace tracetoll::patch {

void MachineCode::append_constant(std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) bytes_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

// REX, always: with it, byte registers 4 to 7 are %spl to %dil.
void MachineCode::prefix(bool wide, unsigned reg, unsigned base) {
  append({static_cast<std::uint8_t>(0x40 | (wide ? 8 : 0) | (reg >> 3) << 2 | base >> 3)});
}

void MachineCode::in_memory(unsigned reg, Register base, std::int32_t displacement) {
  append({static_cast<std::uint8_t>(0x80 | (reg & 7) << 3 | (base & 7))});
  if ((base & 7) == kRsp) append({0x24});
  append_constant(static_cast<std::uint32_t>(displacement), 4);
}

void MachineCode::in_register(unsigned reg, unsigned rm) {
  append({static_cast<std::uint8_t>(0xc0 | (reg & 7) << 3 | (rm & 7))});
}

void MachineCode::extending_opcode(Extension as) {
  switch (as.bytes) {
    case 1:
      return append({0x0f, static_cast<std::uint8_t>(as.is_signed ? 0xbe : 0xb6)});
    case 2:
      return append({0x0f, static_cast<std::uint8_t>(as.is_signed ? 0xbf : 0xb7)});
    case 4:
      return append({static_cast<std::uint8_t>(as.is_signed ? 0x63 : 0x8b)});
    default:
      return append({0x8b});
  }
}

void MachineCode::jump_through(Register base, std::int32_t displacement) {
  prefix(false, 0, base);
  append({0xff});
  in_memory(4, base, displacement);
}

void MachineCode::move(Register to, std::uint64_t constant) {
  const bool wide = constant >> 32 != 0;
  prefix(wide, 0, to);
  append({static_cast<std::uint8_t>(0xb8 | (to & 7))});
  append_constant(constant, wide ? 8 : 4);
}

void MachineCode::shift_right(Register what, std::uint8_t bits) {
  prefix(true, 0, what);
  append({0xc1});
  in_register(5, what);
  append({bits});
}

void MachineCode::add(Register to, Register what) {
  prefix(true, what, to);
  append({0x01});
  in_register(what, to);
}

void MachineCode::load_address(Register to, Register base, std::int32_t displacement) {
  prefix(true, to, base);
  append({0x8d});
  in_memory(to, base, displacement);
}

void MachineCode::extend(Register to, Register from, Extension as) {
  prefix(as.is_signed || as.bytes == 8, to, from);
  extending_opcode(as);
  in_register(to, from);
}

void MachineCode::load(Register to, Register base, std::int32_t displacement, Extension as) {
  prefix(as.is_signed || as.bytes == 8, to, base);
  extending_opcode(as);
  in_memory(to, base, displacement);
}

void MachineCode::store(Register base, std::int32_t displacement, Register from) {
  prefix(true, from, base);
  append({0x89});
  in_memory(from, base, displacement);
}

void MachineCode::store_vector(Register base, std::int32_t displacement, std::uint8_t from) {
  append({0x66});
  prefix(false, from, base);
  append({0x0f, 0xd6});
  in_memory(from, base, displacement);
}

void MachineCode::move_to_vector(std::uint8_t to, Register from) {
  append({0x66});
  prefix(true, to, from);
  append({0x0f, 0x6e});
  in_register(to, from);
}

void MachineCode::move_from_vector(Register to, std::uint8_t from) {
  append({0x66});
  prefix(true, from, to);
  append({0x0f, 0x7e});
  in_register(from, to);
}

void MachineCode::float_to_double(std::uint8_t vector) {
  append({0xf3});
  prefix(false, vector, vector);
  append({0x0f, 0x5a});
  in_register(vector, vector);
}

}  // namespace tracetoll::patch
