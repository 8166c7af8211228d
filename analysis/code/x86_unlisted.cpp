// What Capstone 4.0.2 does not know and compilers, libraries and their padding hold: decoded by
// hand from the encoding (Intel SDM vol. 2, chapter 2), as far as their length, memory operand and
// registers go.
//
// - NOPs with a register operand (48 0f 1f c0; rdssp, which is one without CET) and 0f 0d /r.
// - Most of AVX-512 BW, IFMA and VBMI: vpcmpeqb to a mask, vptestmb, kmovd, vpternlogd.
// - ud1 and ud0, which Capstone takes for two bytes: they have a ModRM byte, and clang's
//   -fsanitize-trap tells its checks apart by it (67 0f b9 40 0c).
// - Some that are newer than it: incssp, rdpkru, serialize.
#include <algorithm>
#include <array>

#include "capstone_handle.hpp"

namespace tracetoll {

namespace {

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

Prefixes read_prefixes(Reader& reader) {
  constexpr std::array kPrefixes = {0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x66, 0x67, 0xf2, 0xf3};
  Prefixes result;
  while (reader.within() && std::ranges::find(kPrefixes, reader.peek()) != kPrefixes.end()) {
    const int prefix = reader.next();
    if (prefix == 0xf2 || prefix == 0xf3 || (prefix == 0x66 && result.mandatory == 0)) {
      result.mandatory = prefix;
    }
  }
  if ((reader.peek() & 0xf0) == 0x40) result.rex = reader.next() & 0xf;
  return result;
}

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

Operands read_operands(Reader& reader, int r, int x, int b) {
  Operands result;
  const int modrm = reader.next();
  const int mode = modrm >> 6;
  const int low = modrm & 7;
  result.reg = (modrm >> 3 & 7) | r << 3;
  result.rm = low | b << 3;
  result.memory = mode != 3;
  if (!result.memory) return result;
  result.base = result.rm;
  if (low == 4) {
    const int sib = reader.next();
    const int index = (sib >> 3 & 7) | x << 3;
    if (index != 4) result.index = index;
    result.base = (sib & 7) | b << 3;
    if ((sib & 7) == 5 && mode == 0) {
      result.base.reset();
      result.displacement = reader.number(4);
    }
  } else if (low == 5 && mode == 0) {
    result.base.reset();
    result.rip = true;
    result.displacement = reader.number(4);
  }
  result.byte_displacement = mode == 1;
  if (mode != 0) result.displacement = reader.number(mode == 1 ? 1 : 4);
  return result;
}

void place(const Operands& operands, int bytes, bool store, Instruction& result) {
  if (!operands.memory) return;
  result.base = operands.base;
  result.indexed = operands.index.has_value();
  result.displacement = operands.displacement;
  if (operands.base) result.read |= bit(*operands.base);
  if (operands.index) result.read |= bit(*operands.index);
  result.memory_bytes = bytes;
  result.reads_memory = !store;
  result.writes_memory = store;
}

// --- VEX and EVEX

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

bool between(int value, int low, int high) {
  return value >= low && value <= high;
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

RegisterSet vector(int reg) {
  return bit(kFirstVector + reg);
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

// --- 0f

struct Unlisted {
  int prefix;  // 0: none, or any for NOPs
  Map map;
  int opcode;
  int digit;  // ModRM's middle, -1: any
  int rest;   // ModRM's low part of a register form; -1: any; -2: memory only
  const char* mnemonic;
  bool reads, writes;  // its register or memory operand
};

// From the opcode tables of the SDM.
constexpr Unlisted kUnlisted[] = {
    {0, Map::f0, 0x01, 5, 0, "serialize", false, false},
    {0xf3, Map::f0, 0x01, 5, 0, "setssbsy", false, false},
    {0xf3, Map::f0, 0x01, 5, 2, "saveprevssp", false, false},
    {0xf3, Map::f0, 0x01, 5, -2, "rstorssp", true, true},
    {0, Map::f0, 0x01, 5, 6, "rdpkru", false, false},
    {0, Map::f0, 0x01, 5, 7, "wrpkru", false, false},
    {0xf3, Map::f0, 0x09, -1, -1, "wbnoinvd", false, false},
    {0xf3, Map::f0, 0xae, 4, -1, "ptwrite", true, false},
    {0xf3, Map::f0, 0xae, 5, -1, "incssp", true, false},
    {0xf3, Map::f0, 0xae, 6, -2, "clrssbsy", true, true},
    {0xf3, Map::f0, 0xae, 6, -1, "umonitor", true, false},
    {0xf2, Map::f0, 0xae, 6, -1, "umwait", true, false},
    {0x66, Map::f0, 0xae, 6, -1, "tpause", true, false},
    {0xf3, Map::f0, 0xc7, 7, -1, "rdpid", false, true},
    {0, Map::f38, 0xf6, -1, -2, "wrss", false, true},
    {0x66, Map::f38, 0xf8, -1, -2, "movdir64b", true, false},
    {0xf2, Map::f38, 0xf8, -1, -2, "enqcmd", true, false},
    {0, Map::f38, 0xf9, -1, -2, "movdiri", false, true},
    {0x66, Map::f38, 0xcf, -1, -1, "gf2p8mulb", true, false},
    {0x66, Map::f3a, 0xce, -1, -1, "gf2p8affineqb", true, false},
    {0x66, Map::f3a, 0xcf, -1, -1, "gf2p8affineinvqb", true, false},
};

bool is_reserved_nop(Map map, int opcode) {
  return map == Map::f0 && (opcode == 0x0d || between(opcode, 0x18, 0x1f));
}

void use_listed(const Unlisted& row, const Operands& operands, int rex, Instruction& result) {
  const bool vectors = row.mnemonic[0] == 'g';
  place(operands, vectors ? 16 : (rex & 8) != 0 ? 8 : 4, row.writes && !row.reads, result);
  result.writes_memory |= operands.memory && row.writes;
  if (!operands.memory && !vectors) {
    if (row.reads) result.read |= bit(operands.rm);
    if (row.writes) result.written |= bit(operands.rm);
  }
  if (vectors) {
    result.read |= vector(operands.reg) | (operands.memory ? 0 : vector(operands.rm));
    result.written |= vector(operands.reg);
    result.vector = true;
  } else if (row.map == Map::f38) {
    result.read |= bit(operands.reg);
  }
  constexpr RegisterSet kA = bit(0), kC = bit(1), kD = bit(2);
  const bool waits = row.opcode == 0xae && row.digit == 6 && row.prefix != 0xf3;
  if (waits || row.rest == 7) result.read |= kA | kD;
  if (row.rest == 6) result.written |= kA | kD;
  if (row.rest >= 6) result.read |= kC;
}

std::optional<Instruction> legacy_instruction(CodeBytes bytes) {
  Reader reader(bytes);
  const Prefixes prefixes = read_prefixes(reader);
  if (reader.next() != 0x0f) return std::nullopt;
  Map map = Map::f0;
  int opcode = reader.next();
  if (opcode == 0x38 || opcode == 0x3a) {
    map = opcode == 0x38 ? Map::f38 : Map::f3a;
    opcode = reader.next();
  }
  const bool operands_follow = !(map == Map::f0 && opcode == 0x09);
  const int modrm = operands_follow ? reader.peek() : 0xc0;
  Operands operands;
  if (operands_follow) {
    const int rex = prefixes.rex;
    operands = read_operands(reader, rex >> 2 & 1, rex >> 1 & 1, rex & 1);
  }
  if (map == Map::f3a) reader.skip(1);
  if (!reader.within()) return std::nullopt;
  Instruction result;
  result.size = static_cast<int>(reader.at());
  if (is_reserved_nop(map, opcode)) {
    result.nop = true;
    result.mnemonic = "nop";
    return result;
  }
  if (map == Map::f0 && (opcode == 0xb9 || opcode == 0xff)) {
    result.mnemonic = opcode == 0xb9 ? "ud1" : "ud0";
    result.flow = Flow::stop;
    return result;
  }
  for (const Unlisted& row : kUnlisted) {
    if (row.prefix != prefixes.mandatory || row.map != map || row.opcode != opcode) continue;
    if (row.digit >= 0 && row.digit != (modrm >> 3 & 7)) continue;
    if (row.rest == -2 && !operands.memory) continue;
    if (row.rest >= 0 && (operands.memory || row.rest != (modrm & 7))) continue;
    result.mnemonic = row.mnemonic;
    use_listed(row, operands, prefixes.rex, result);
    if (operands.rip) result.data_address = static_cast<std::uint64_t>(operands.displacement);
    return result;
  }
  return std::nullopt;
}

}  // namespace

Instruction unlisted_x86(CodeBytes bytes, std::uint64_t address) {
  const std::uint8_t lead = bytes[0];
  const bool is_vector = lead == 0x62 || lead == 0xc4 || lead == 0xc5;
  auto found = is_vector ? vector_instruction(bytes) : legacy_instruction(bytes);
  if (!found) return unknown_instruction(address, 1);
  found->address = address;
  if (found->data_address) *found->data_address += found->end();
  return *std::move(found);
}

}  // namespace tracetoll
