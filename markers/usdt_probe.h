/* The probe of sys/sdt.h with a record of ours, for usdt and usdt_sema.
 *
 * Both are one asm, so that the record holds the probe's NOP and nothing else: with two, a compiler
 * may put instructions between them. _SDT_ASM_BODY and _SDT_ASM_OPERANDS_n are what STAP_PROBEn is
 * made of in sys/sdt.h 4.x; its public STAP_PROBE_ASM has no operands in C++.
 *
 * guarded: an assembler expression, what the guard reads; "." for none. operand: for it. */
#define TT_USDT_PROBE(provider, name, n, args, guarded, operand)                                 \
  __asm__ volatile(TT_BEGIN "\n" _SDT_ASM_BODY(provider, name, _SDT_ASM_ARGS, (n)) _SDT_ASM_BASE \
                   "772:\n" TT_RECORD_OF(name, ".", TT_NEVER, "0", guarded " - .", "")           \
                   :                                                                             \
                   : operand, TT_JOIN(TT_USDT_OPERANDS_, n) args)

#define TT_USDT_OPERANDS_0(_) _SDT_ASM_OPERANDS_0()
#define TT_USDT_OPERANDS_1(_, a) _SDT_ASM_OPERANDS_1(TT_USDT(a))
#define TT_USDT_OPERANDS_2(_, a, b) _SDT_ASM_OPERANDS_2(TT_USDT(a), TT_USDT(b))
#define TT_USDT_OPERANDS_3(_, a, b, c) _SDT_ASM_OPERANDS_3(TT_USDT(a), TT_USDT(b), TT_USDT(c))
#define TT_USDT_OPERANDS_4(_, a, b, c, d) \
  _SDT_ASM_OPERANDS_4(TT_USDT(a), TT_USDT(b), TT_USDT(c), TT_USDT(d))
#define TT_USDT_OPERANDS_5(_, a, b, c, d, e) \
  _SDT_ASM_OPERANDS_5(TT_USDT(a), TT_USDT(b), TT_USDT(c), TT_USDT(d), TT_USDT(e))
#define TT_USDT_OPERANDS_6(_, a, b, c, d, e, f) \
  _SDT_ASM_OPERANDS_6(TT_USDT(a), TT_USDT(b), TT_USDT(c), TT_USDT(d), TT_USDT(e), TT_USDT(f))
#define TT_USDT_OPERANDS_7(_, a, b, c, d, e, f, g)                                            \
  _SDT_ASM_OPERANDS_7(TT_USDT(a), TT_USDT(b), TT_USDT(c), TT_USDT(d), TT_USDT(e), TT_USDT(f), \
                      TT_USDT(g))
#define TT_USDT_OPERANDS_8(_, a, b, c, d, e, f, g, h)                                         \
  _SDT_ASM_OPERANDS_8(TT_USDT(a), TT_USDT(b), TT_USDT(c), TT_USDT(d), TT_USDT(e), TT_USDT(f), \
                      TT_USDT(g), TT_USDT(h))
#define TT_USDT_OPERANDS_9(_, a, b, c, d, e, f, g, h, i)                                      \
  _SDT_ASM_OPERANDS_9(TT_USDT(a), TT_USDT(b), TT_USDT(c), TT_USDT(d), TT_USDT(e), TT_USDT(f), \
                      TT_USDT(g), TT_USDT(h), TT_USDT(i))
#define TT_USDT_OPERANDS_10(_, a, b, c, d, e, f, g, h, i, j)                                   \
  _SDT_ASM_OPERANDS_10(TT_USDT(a), TT_USDT(b), TT_USDT(c), TT_USDT(d), TT_USDT(e), TT_USDT(f), \
                       TT_USDT(g), TT_USDT(h), TT_USDT(i), TT_USDT(j))
#define TT_USDT_OPERANDS_11(_, a, b, c, d, e, f, g, h, i, j, k)                                \
  _SDT_ASM_OPERANDS_11(TT_USDT(a), TT_USDT(b), TT_USDT(c), TT_USDT(d), TT_USDT(e), TT_USDT(f), \
                       TT_USDT(g), TT_USDT(h), TT_USDT(i), TT_USDT(j), TT_USDT(k))
#define TT_USDT_OPERANDS_12(_, a, b, c, d, e, f, g, h, i, j, k, l)                             \
  _SDT_ASM_OPERANDS_12(TT_USDT(a), TT_USDT(b), TT_USDT(c), TT_USDT(d), TT_USDT(e), TT_USDT(f), \
                       TT_USDT(g), TT_USDT(h), TT_USDT(i), TT_USDT(j), TT_USDT(k), TT_USDT(l))
#define TT_USDT(x) (x)
