// See specimen.hpp. noinline keeps one copy of a site in the machine code; an argument of a call is
// opaque to the compiler because run() gets its seed from outside.
#include "specimen.hpp"

#define TT_ALONE __attribute__((noinline))

namespace tracetoll::specimen::TT_VARIANT {
namespace {

using Word = std::uint64_t;

// A value that the compiler cannot follow: it would clone a function for a constant, or unroll its
// loop, and copy the sites with it.
template <typename T>
T opaque(T value) {
  __asm__ volatile("" : "+r"(value));
  return value;
}

TT_ALONE Word args_0(Word a) {
  MARK(args_0);
  return a + 1;
}
TT_ALONE Word args_1(Word a) {
  MARK(args_1, a);
  return a * 5;
}
TT_ALONE Word args_2(Word a, Word b) {
  MARK(args_2, a, b);
  return a - b;
}
TT_ALONE Word args_3(Word a, Word b, Word c) {
  MARK(args_3, a, b, c);
  return (a ^ b) + c;
}
TT_ALONE Word args_4(Word a, Word b, Word c, Word d) {
  MARK(args_4, a, b, c, d);
  return (a ^ b) + (c ^ d);
}
TT_ALONE Word args_5(Word a, Word b, Word c, Word d, Word e) {
  MARK(args_5, a, b, c, d, e);
  return (a ^ b) + (c ^ d) * e;
}
TT_ALONE Word args_6(Word a, Word b, Word c, Word d, Word e, Word f) {
  MARK(args_6, a, b, c, d, e, f);
  return (a ^ b) + (c ^ d) * (e - f);
}
TT_ALONE Word args_7(Word a, Word b, Word c, Word d, Word e, Word f) {
  MARK(args_7, a, b, c, d, e, f, a + f);
  return (a ^ b) + (c ^ d) * (e + f);
}
TT_ALONE Word args_8(Word a, Word b, Word c, Word d, Word e, Word f) {
  MARK(args_8, a, b, c, d, e, f, a + f, b);
  return (a - b) + (c ^ d) * (e + f);
}

TT_ALONE Word in_loop(Word a, int n) {
  for (int i = 0; i < n; i++) {
    MARK(in_loop, a, i);
    a = a * 6364136223846793005u + 1442695040888963407u;
  }
  return a;
}

TT_ALONE Word inlined(Word a) {
  return in_inlined(a, a >> 3) * 7;
}

// Without the marker the arm is a cmov.
TT_ALONE Word conditional_arm(const Word* values, int n) {
  Word sum = 0;
  for (int i = 0; i < n; i++) {
    if (values[i] & 1) {
      MARK(conditional_arm, i);
      sum += values[i] >> 4;
    }
  }
  return sum;
}

Word tail_state;

TT_ALONE void tail(Word a) {
  tail_state = a;
  MARK(tail, a);
}

// Its locals lie in the red zone: volatile, so that they are in memory.
TT_ALONE Word leaf(Word a) {
  volatile Word locals[8];
  for (int i = 0; i < 8; i++) locals[i] = a + static_cast<Word>(i);
  MARK(leaf, a);
  Word sum = 0;
  for (int i = 0; i < 8; i++) sum += locals[i];
  return sum;
}

// Nine values live across the site. What a call takes of them must be saved somewhere.
TT_ALONE Word pressure(const Word* v, int n) {
  Word a = v[0], b = v[1], c = v[2], d = v[3], e = v[4], f = v[5], g = v[6], h = v[7];
  for (int i = 0; i < n; i++) {
    a += b;
    b ^= c;
    c += d;
    d ^= e;
    MARK(pressure, a, e);
    e += f;
    f ^= g;
    g += h;
    h ^= a;
  }
  return a ^ b ^ c ^ d ^ e ^ f ^ g ^ h;
}

// Two sites of one name have a marker each.
TT_ALONE Word twice(Word a) {
  MARK(twice, a);
  a *= 9;
  MARK(twice, a);
  return a + 2;
}

// A jump table: code that no direct jump leads to.
TT_ALONE Word in_switch(Word a, Word which) {
  switch (which) {
    case 0:
      return a + 11;
    case 1:
      a *= 3;
      break;
    case 2:
      a ^= 0x5555;
      break;
    case 3:
      a = (a >> 5) * 7;
      break;
    case 4:
      return a - 5;
    case 5:
      a = ~a;
      break;
    case 6:
      a <<= 3;
      break;
    default:
      return a;
  }
  MARK(in_switch, a, which);
  return a + which;
}

// Two sites whose bodies go on at one place: their ends may be merged.
TT_ALONE Word arms(const Word* v, int n) {
  Word sum = 0;
  for (int i = 0; i < n; i++) {
    if (v[i] % 3 == 0) {
      MARK(arm_left, i);
    } else {
      MARK(arm_right, i);
    }
    sum = sum * 31 + v[i];
  }
  return sum;
}

}  // namespace

static Word run(Word seed) {
  const Word values[8] = {seed,     seed + 1, seed + 2, seed + 3,
                          seed + 4, seed + 5, seed + 6, seed + 7};
  const Word* v = opaque(&values[0]);
  Word sum = args_0(seed) + args_1(v[1]) + args_2(v[0], v[1]) + args_3(v[0], v[1], v[2]);
  sum = sum * 31 + args_4(v[0], v[1], v[2], v[3]) + args_5(v[0], v[1], v[2], v[3], v[4]);
  sum = sum * 31 + args_6(v[0], v[1], v[2], v[3], v[4], v[5]);
  sum = sum * 31 + args_7(v[0], v[1], v[2], v[3], v[4], v[5]);
  sum = sum * 31 + args_8(v[0], v[1], v[2], v[3], v[4], v[5]);
  sum = sum * 31 + in_loop(seed, opaque(10));
  sum = sum * 31 + in_comdat(seed) + inlined(sum);
  sum = sum * 31 + conditional_arm(v, opaque(8));
  tail(sum);
  sum = sum * 31 + tail_state + leaf(sum);
  sum = sum * 31 + pressure(v, opaque(8)) + twice(sum);
  for (Word which = 0; which < 8; which++) sum = sum * 31 + in_switch(sum, which);
  sum = sum * 31 + arms(v, opaque(8));
  return sum * 31 + run_second(sum);
}

extern const Entry entry;
__attribute__((section("tt_specimens"), used)) const Entry entry = {TT_VARIANT_LABEL, run};

extern const tt_facts facts;
__attribute__((section("tt_facts"), used)) const tt_facts facts = TT_FACTS;

}  // namespace tracetoll::specimen::TT_VARIANT
