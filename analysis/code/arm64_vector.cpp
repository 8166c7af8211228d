// Floating point and SIMD: Arm ARM C4.1.95 and C4.1.96. SVE is not read.
#include <algorithm>
#include <iterator>

#include "arm64_word.hpp"

namespace tracetoll {

namespace {

struct Pattern {
  std::uint32_t mask;
  std::uint32_t value;
};

template <std::size_t N>
bool any(Word word, const Pattern (&patterns)[N]) {
  return std::ranges::any_of(patterns, [&](Pattern p) { return word.matches(p.mask, p.value); });
}

// Bit 28 (scalar) and, where it only halves the vector, bit 30 are left out of the masks.

// Those whose result depends on what the destination held.
constexpr Pattern kAccumulating[] = {
    // three registers of one kind
    {0x0f20fc00, 0x0e209400},  // mla, mls
    {0x0f20fc00, 0x0e207c00},  // saba, uaba
    {0x2f20fc00, 0x0e20cc00},  // fmla, fmls
    {0x2fe0fc00, 0x2e601c00},  // bsl
    {0x2fa0fc00, 0x2ea01c00},  // bit, bif
    {0x0f20f400, 0x0e008400},  // sqrdmlah, sqrdmlsh
    {0x0f20fc00, 0x0e009400},  // sdot, udot
    {0x0f20fc00, 0x0e009c00},  // usdot
    {0x0f20f400, 0x0e00a400},  // smmla, ummla
    {0x2f20e400, 0x2e00c400},  // fcmla
    // three registers of different kinds
    {0x0f20fc00, 0x0e205000},  // sabal, uabal
    {0x0f20dc00, 0x0e208000},  // smlal, smlsl and unsigned
    {0x2f20dc00, 0x0e209000},  // sqdmlal, sqdmlsl
    {0x4f20dc00, 0x4e204000},  // addhn2, subhn2
    // two registers
    {0x0f3ffc00, 0x0e206800},  // sadalp, uadalp
    {0x0f3ffc00, 0x0e203800},  // suqadd, usqadd
    {0x4f3ffc00, 0x4e212800},  // xtn2, sqxtun2
    {0x4f3ffc00, 0x4e214800},  // sqxtn2, uqxtn2
    {0x4f3ffc00, 0x4e216800},  // fcvtn2, fcvtxn2
    // shifts by an immediate
    {0x0f80dc00, 0x0f001400},  // ssra, srsra and unsigned
    {0x2f80fc00, 0x2f004400},  // sri
    {0x2f80fc00, 0x2f005400},  // sli
    {0x4f80e400, 0x4f008400},  // shrn2 and its like
    // by an element
    {0x2f00b400, 0x2f000000},  // mla, mls
    {0x2f00b400, 0x0f001000},  // fmla, fmls
    {0x0f00b400, 0x0f002000},  // smlal, smlsl and unsigned
    {0x2f00b400, 0x0f003000},  // sqdmlal, sqdmlsl
    {0x0f00f400, 0x0f00e000},  // sdot, udot
    {0x2f00d400, 0x2f00d000},  // sqrdmlah, sqrdmlsh
    {0x2f009400, 0x2f001000},  // fcmla
    // elements and tables
    {0xffe0fc00, 0x4e001c00},             // ins from a general register
    {0xffe08400, 0x6e000400},             // ins from an element
    {0xbf20fc00 & ~0x6000U, 0x0e001000},  // tbx
    // encryption
    {0xffffec00, 0x4e284800},  // aese, aesd
    {0xffe08c00, 0x5e000000},  // sha1c to sha256su1
    {0xfffff400 & ~0x1000U, 0x5e280000},
};

// Moves of whole registers or of elements: copies, permutations, tables, constants, encryption.
constexpr Pattern kMoving[] = {
    {0x9fe08400, 0x0e000400},  // dup, ins, umov
    {0xbfe08c00, 0x0e000000},  // tbl, tbx
    {0xbf208c00, 0x0e000800},  // zip, uzp, trn
    {0xbfe08400, 0x2e000000},  // ext
    {0x9ff80400, 0x0f000400},  // movi, mvni, fmov; orr and bic of a constant
    {0xffffcc00, 0x4e284800},  // aese to aesimc
};

bool copies_itself(Word word) {  // mov v0.16b, v1.16b
  return word.matches(0xbfe0fc00, 0x0ea01c00) && word.rn() == word.rm();
}

void use(Instruction& result, RegisterSet read, RegisterSet written) {
  result.read |= read;
  result.written |= written;
}

void read_scalar_float(Word word, Instruction& result) {
  const RegisterSet d = vector_register(word.rd()), n = vector_register(word.rn());
  const RegisterSet m = vector_register(word.rm()), a = vector_register(word.rt2());
  if (word.bit(24)) return use(result, n | m | a, d);  // fmadd
  const int form = word.bits(10, 6);
  if (!word.bit(21) || form == 0) {  // to and from integers
    const int direction = word.bits(16, 3);
    const bool from_general = direction == 2 || direction == 3 || direction == 7;
    return from_general ? use(result, general(word.rn()), d) : use(result, n, general(word.rd()));
  }
  if ((form & 7) == 4) return use(result, 0, d);                         // fmov of a constant
  if ((form & 15) == 8) return use(result, word.bit(3) ? n : n | m, 0);  // fcmp
  if ((form & 31) == 16) return use(result, n, d);                       // of one
  if ((form & 3) == 1) return use(result, n | m, 0);                     // fccmp
  result.conditional_move = (form & 3) == 3;                             // fcsel
  use(result, n | m, d);
}

}  // namespace

void read_vector_word(Word word, Instruction& result) {
  if (word.matches(0x5e000000, 0x1e000000)) return read_scalar_float(word, result);
  const RegisterSet d = vector_register(word.rd()), n = vector_register(word.rn());
  const RegisterSet m = vector_register(word.rm()), a = vector_register(word.rt2());
  result.vector = !word.bit(28) && !any(word, kMoving) && !copies_itself(word) &&
                  !word.matches(0xff000000, 0xce000000);  // eor3, sha512 and sm3
  if (word.matches(0xff000000, 0xce000000)) return use(result, d | n | m | a, d);
  if (any(word, kAccumulating)) result.read |= d;
  if (word.matches(0x9ff80400, 0x0f000400)) {  // of a constant: orr and bic have an odd cmode
    const int mode = word.bits(12, 4);
    return use(result, (mode & 1) != 0 && mode < 12 ? d : 0, d);
  }
  if (word.matches(0x9fe08400, 0x0e000400) && !word.bit(29)) {
    const int kind = word.bits(11, 4);
    if (kind == 1 || kind == 3) return use(result, general(word.rn()), d);  // dup, ins
    if (kind == 5 || kind == 7) return use(result, n, general(word.rd()));  // smov, umov
    return use(result, n, d);
  }
  if (word.matches(0xbfe08c00, 0x0e000000)) {  // tbl, tbx: one to four tables
    for (int i = 0; i <= word.bits(13, 2); i++) result.read |= vector_register(word.rn() + i);
    return use(result, m, d);
  }
  const bool of_two = word.matches(0x8f3e0c00, 0x0e200800) ||
                      word.matches(0x8f3e0c00, 0x0e300800) || word.matches(0x8f7e0c00, 0x0e780800);
  const bool shift = word.matches(0x8f800400, 0x0f000400);
  use(result, of_two || shift || word.matches(0x9fe08400, 0x0e000400) ? n : n | m, d);
  if (word.matches(0xffe08400, 0x6e000400)) result.read |= n;
}

}  // namespace tracetoll
