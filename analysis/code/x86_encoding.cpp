#include "x86_encoding.hpp"

#include <algorithm>
#include <array>

namespace tracetoll::x86 {

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

}  // namespace tracetoll::x86
