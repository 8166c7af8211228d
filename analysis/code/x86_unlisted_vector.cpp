// Most of AVX-512 BW, IFMA and VBMI, which Capstone 4.0.2 does not know: vpcmpeqb to a mask,
// vptestmb, kmovd, vpternlogd; and what it lacks of VEX.
#include <algorithm>
#include <array>

#include "x86_encoding.hpp"

namespace tracetoll::x86 {

namespace {

struct Vector {
  bool evex = false;
  Map map = Map::one_byte;
  int opcode = 0;
  int pp = 0;  // 0 none, 1: 66, 2: f3, 3: f2
  int r = 0, x = 0, b = 0, w = 0;
  int high_r = 0;  // bit 4 of the register
  int third = 0;   // vvvv; 0 too where there is none
  int bytes = 16;  // of a register
  bool broadcast = false;
};

std::optional<Vector> read_vector(Reader& reader) {
  Vector result;
  const int lead = reader.next();
  const int first = lead == 0xc5 ? 0 : reader.next();
  const int second = reader.next();
  const int inverted = ~second;
  result.third = inverted >> 3 & 15;
  result.pp = second & 3;
  if (lead == 0xc5) {
    result.r = inverted >> 7 & 1;
    result.map = Map::f0;
    result.bytes = (second & 4) != 0 ? 32 : 16;
  } else {
    result.r = ~first >> 7 & 1;
    result.x = ~first >> 6 & 1;
    result.b = ~first >> 5 & 1;
    result.w = second >> 7;
    const int map = first & (lead == 0x62 ? 0xf : 0x1f);
    if (map < 1 || map > 3) return std::nullopt;
    result.map = static_cast<Map>(map);
    if (lead == 0xc4) {
      result.bytes = (second & 4) != 0 ? 32 : 16;
    } else {
      const int third = reader.next();
      const bool zeroes_without_mask = (third & 0x87) == 0x80;
      if ((second & 4) == 0 || zeroes_without_mask) return std::nullopt;
      result.evex = true;
      result.high_r = ~first >> 4 & 1;
      result.third |= (~third >> 3 & 1) << 4;
      result.bytes = 16 << std::min(third >> 5 & 3, 2);
      result.broadcast = (third & 0x10) != 0;
    }
  }
  result.opcode = reader.next();
  return result;
}

bool has_immediate(const Vector& v) {
  if (v.map == Map::f3a) return true;
  return v.map == Map::f0 &&
         (between(v.opcode, 0x70, 0x73) || v.opcode == 0xc2 || between(v.opcode, 0xc4, 0xc6));
}

// kand to kxnor, kmov, kortest, ktest; kshift.
bool of_masks(const Vector& v) {
  if (v.evex) return false;
  return v.map == Map::f0 ? between(v.opcode, 0x41, 0x4b) || between(v.opcode, 0x90, 0x99)
                          : v.map == Map::f3a && between(v.opcode, 0x30, 0x33);
}

// What Capstone lacks of VEX: instructions on masks, vbroadcasti128, and the later VNNI, IFMA,
// VAES, VPCLMULQDQ, GFNI, SM4 and conversions. All else of VEX that it does not decode is none.
bool known_vex(const Vector& v) {
  constexpr std::array kLater = {0x5a, 0x72, 0xb0, 0xb1, 0xb4, 0xb5, 0xcf, 0xd2, 0xd3, 0xda};
  const int op = v.opcode;
  if (of_masks(v)) return true;
  if (v.map == Map::f3a) return op == 0x44 || op == 0xce || op == 0xcf;
  return v.map == Map::f38 && (between(op, 0x50, 0x53) || between(op, 0xdc, 0xdf) ||
                               std::ranges::find(kLater, op) != kLater.end());
}

// Comparisons, tests and classifications, whose result is a mask.
bool to_mask(const Vector& v) {
  if (!v.evex) return false;
  const int op = v.opcode;
  if (v.map == Map::f0) return op == 0xc2 || between(op, 0x64, 0x66) || between(op, 0x74, 0x76);
  if (v.map == Map::f3a) return between(op & ~0x20, 0x1e, 0x1f) || between(op, 0x66, 0x67);
  return between(op, 0x26, 0x27) || ((op == 0x29 || op == 0x37) && v.pp == 1) ||
         ((op == 0x29 || op == 0x39) && v.pp == 2);
}

bool stores(const Vector& v) {
  const int op = v.opcode;
  if (v.map == Map::f0) {
    return op == 0x11 || op == 0x13 || op == 0x17 || op == 0x29 || op == 0x2b || op == 0x7f ||
           op == 0xe7 || op == 0xd6 || (op == 0x7e && v.pp == 1);
  }
  if (v.map == Map::f3a)
    return between(op, 0x14, 0x17) || (between(op & ~0x20, 0x19, 0x1d) && (op & 1) != 0);
  return op == 0x63 || op == 0x8a || op == 0x8b || between(op, 0xa0, 0xa3) ||
         (v.pp == 2 && between(op & 0xf, 0, 5) && between(op >> 4, 1, 3));
}

// Moves, shuffles and broadcasts; the rest works on the elements.
bool only_moves(const Vector& v) {
  const int op = v.opcode;
  if (v.map == Map::f0) {
    return op < 0x50 || between(op, 0x60, 0x63) || between(op, 0x67, 0x70) ||
           between(op, 0x77, 0x7f) || between(op, 0xc3, 0xc7) || op == 0xd6 || op == 0xe7;
  }
  if (v.map == Map::f3a)
    return op < 0x08 || between(op & ~0x20, 0x0f, 0x1d) || op == 0x23 || op == 0x43;
  return op == 0 || op == 0x16 || op == 0x36 || between(op, 0x18, 0x1a) ||
         between(op, 0x58, 0x5b) || between(op, 0x63, 0x66) || between(op, 0x75, 0x8f) ||
         between(op, 0x90, 0x93) || between(op, 0xa0, 0xa3);
}

void use_registers(const Vector& v, const Operands& operands, Instruction& result) {
  const int high = v.evex ? v.x << 4 : 0;
  if (of_masks(v)) {
    if (!operands.memory && v.opcode == 0x92) result.read |= bit(operands.rm);
    if (!operands.memory && v.opcode == 0x93) result.written |= bit(operands.reg);
    return;
  }
  const RegisterSet reg = to_mask(v) ? 0 : vector(operands.reg | v.high_r << 4);
  const RegisterSet rm = operands.memory ? 0 : vector(operands.rm | high);
  // A merging mask keeps a part of the destination, so it counts as read.
  result.read |= reg | rm | vector(v.third);
  result.written |= stores(v) ? rm : reg;
}

}  // namespace

std::optional<Instruction> vector_instruction(CodeBytes bytes) {
  Reader reader(bytes);
  const bool evex = reader.peek() == 0x62;
  const auto v = read_vector(reader);
  if (!v || (!evex && !known_vex(*v))) return std::nullopt;
  Operands operands = read_operands(reader, v->r, v->x, v->b);
  if (has_immediate(*v)) reader.skip(1);
  if (!reader.within()) return std::nullopt;
  Instruction result;
  result.size = static_cast<int>(reader.at());
  result.mnemonic = evex ? "(evex)" : "(vex)";
  const int accessed = v->broadcast ? (v->w != 0 ? 8 : 4) : v->bytes;
  // EVEX counts a byte of displacement in what it accesses; here as if always in all of it.
  if (evex && operands.byte_displacement) operands.displacement *= accessed;
  place(operands, accessed, stores(*v), result);
  use_registers(*v, operands, result);
  result.vector = !of_masks(*v) && !only_moves(*v);
  if (operands.rip) result.data_address = static_cast<std::uint64_t>(operands.displacement);
  return result;
}

}  // namespace tracetoll::x86
