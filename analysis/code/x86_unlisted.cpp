// What Capstone 4.0.2 does not know and compilers, libraries and their padding hold: decoded by
// hand from the encoding (Intel SDM vol. 2, chapter 2), as far as their length, memory operand and
// registers go.
//
// - NOPs with a register operand (48 0f 1f c0; rdssp, which is one without CET) and 0f 0d /r.
// - Vector instructions: x86_unlisted_vector.cpp.
// - ud1 and ud0, which Capstone takes for two bytes: they have a ModRM byte, and clang's
//   -fsanitize-trap tells its checks apart by it (67 0f b9 40 0c).
// - Some that are newer than it: incssp, rdpkru, serialize.
#include "x86_encoding.hpp"

namespace tracetoll {

namespace {

using namespace x86;

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
  auto found = is_vector ? x86::vector_instruction(bytes) : legacy_instruction(bytes);
  if (!found) return unknown_instruction(address, 1);
  found->address = address;
  if (found->data_address) *found->data_address += found->end();
  return *std::move(found);
}

}  // namespace tracetoll
