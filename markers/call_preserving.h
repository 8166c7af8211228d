/* call_preserving: the guard, and a call that keeps every general register, so that the function
 * has nothing to save around it.
 *
 *     dormant            g++                          clang
 *                        mov  state(%rip),%eax        cmpl $0x0,state(%rip)
 *                        test %eax,%eax               jne  body
 *                        jne  body
 *     body, at the function's end:
 *         g++            lea  -128(%rsp),%rsp         over the red zone
 *                        push (arguments, the last first)
 *                        push %rdi; lea marker(%rip),%rdi
 *                        call tt_probe_preserving_N   N arguments: probe_preserving.S
 *                        pop  %rdi; lea 128+8*N(%rsp),%rsp; jmp back
 *         clang          (arguments); lea marker(%rip),%rdi; xor %eax,%eax
 *                        call tt_probe_preserving     preserve_most; jmp back
 *
 * What a design without register pressure saves. clang has the convention preserve_most: the callee
 * keeps all general registers but %r11. g++ 12 has none, and gets an asm in place of the call: all
 * that is left are the arguments, in registers or constants. Both take the vector registers, as a
 * call does: integer code has nothing in them. Both callees call marker->probe, which may be any
 * function, with an aligned stack; it cannot see how it was called.
 */
#ifdef __aarch64__
#error "call_preserving is x86-64 code"
#endif
#define TT_VARIANT_NAME "call_preserving"
#define TT_FACTS \
  { TT_VARIANT_LABEL, TT_GUARD_BYTES_MIN, TT_GUARD_BYTES_MAX, 1, 1, 0, TT_COMPILED, 1, 0, 0 }

#ifdef __clang__

#ifdef __cplusplus
extern "C"
#endif
    __attribute__((preserve_most)) void
    tt_probe_preserving(struct tt_marker* marker, const char* arguments, ...);

#define TT_SITE(name, n, args, text)                                 \
  do {                                                               \
    TT_DEFINE_MARKER(name, tt_probe_counts, text);                   \
    if (TT_ENABLED()) {                                              \
      TT_LABEL(name);                                                \
      tt_probe_preserving(&tt_this, tt_this.arguments TT_LEAD args); \
    }                                                                \
  } while (0)

#else

#ifdef __SSE2__
#define TT_PRESERVING_CLOBBERS                                                                   \
  "memory", "st", "st(1)", "st(2)", "st(3)", "st(4)", "st(5)", "st(6)", "st(7)", "xmm0", "xmm1", \
      "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", \
      "xmm13", "xmm14", "xmm15" TT_PRESERVING_AVX512
#else
#define TT_PRESERVING_CLOBBERS "memory"
#endif
#ifdef __AVX512F__
#define TT_PRESERVING_AVX512                                                                    \
  , "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", "xmm25",   \
      "xmm26", "xmm27", "xmm28", "xmm29", "xmm30", "xmm31", "k0", "k1", "k2", "k3", "k4", "k5", \
      "k6", "k7"
#else
#define TT_PRESERVING_AVX512
#endif

/* A constant of 32 bits is pushed as it stands. */
#define TT_PUSHED(i, a) , [tt_argument##i] "re"(TT_WORD(a))
#define TT_PUSH(i) "push %[tt_argument" #i "]\n"

#define TT_PUSHED_0(_)
#define TT_PUSHED_1(_, a) TT_PUSHED(0, a)
#define TT_PUSHED_2(_, a, b) TT_PUSHED_1(_, a) TT_PUSHED(1, b)
#define TT_PUSHED_3(_, a, b, c) TT_PUSHED_2(_, a, b) TT_PUSHED(2, c)
#define TT_PUSHED_4(_, a, b, c, d) TT_PUSHED_3(_, a, b, c) TT_PUSHED(3, d)
#define TT_PUSHED_5(_, a, b, c, d, e) TT_PUSHED_4(_, a, b, c, d) TT_PUSHED(4, e)
#define TT_PUSHED_6(_, a, b, c, d, e, f) TT_PUSHED_5(_, a, b, c, d, e) TT_PUSHED(5, f)
#define TT_PUSHED_7(_, a, b, c, d, e, f, g) TT_PUSHED_6(_, a, b, c, d, e, f) TT_PUSHED(6, g)
#define TT_PUSHED_8(_, a, b, c, d, e, f, g, h) TT_PUSHED_7(_, a, b, c, d, e, f, g) TT_PUSHED(7, h)
#define TT_PUSHED_9(_, a, b, c, d, e, f, g, h, i) \
  TT_PUSHED_8(_, a, b, c, d, e, f, g, h) TT_PUSHED(8, i)
#define TT_PUSHED_10(_, a, b, c, d, e, f, g, h, i, j) \
  TT_PUSHED_9(_, a, b, c, d, e, f, g, h, i) TT_PUSHED(9, j)
#define TT_PUSHED_11(_, a, b, c, d, e, f, g, h, i, j, k) \
  TT_PUSHED_10(_, a, b, c, d, e, f, g, h, i, j) TT_PUSHED(10, k)
#define TT_PUSHED_12(_, a, b, c, d, e, f, g, h, i, j, k, l) \
  TT_PUSHED_11(_, a, b, c, d, e, f, g, h, i, j, k) TT_PUSHED(11, l)
#define TT_PUSHES_0 ""
#define TT_PUSHES_1 TT_PUSH(0)
#define TT_PUSHES_2 TT_PUSH(1) TT_PUSHES_1
#define TT_PUSHES_3 TT_PUSH(2) TT_PUSHES_2
#define TT_PUSHES_4 TT_PUSH(3) TT_PUSHES_3
#define TT_PUSHES_5 TT_PUSH(4) TT_PUSHES_4
#define TT_PUSHES_6 TT_PUSH(5) TT_PUSHES_5
#define TT_PUSHES_7 TT_PUSH(6) TT_PUSHES_6
#define TT_PUSHES_8 TT_PUSH(7) TT_PUSHES_7
#define TT_PUSHES_9 TT_PUSH(8) TT_PUSHES_8
#define TT_PUSHES_10 TT_PUSH(9) TT_PUSHES_9
#define TT_PUSHES_11 TT_PUSH(10) TT_PUSHES_10
#define TT_PUSHES_12 TT_PUSH(11) TT_PUSHES_11

#define TT_SITE(name, n, args, text)                                                         \
  do {                                                                                       \
    TT_DEFINE_MARKER(name, tt_probe_counts, text);                                           \
    if (TT_ENABLED())                                                                        \
      __asm__ volatile(                                                                      \
          TT_BEGIN                                                                           \
          "772:\n" TT_RECORD(name, TT_THIS, TT_BY_STATE) "lea -128(%%rsp), %%rsp\n" TT_JOIN( \
              TT_PUSHES_, n) "push %%rdi\n"                                                  \
                             "lea %c[tt_marker](%%rip), %%rdi\n"                             \
                             "call tt_probe_preserving_" #n "\n"                             \
                             "pop %%rdi\n"                                                   \
                             "lea 128+8*" #n "(%%rsp), %%rsp\n"                              \
          :                                                                                  \
          : [tt_marker] TT_SYMBOL(&tt_this) TT_JOIN(TT_PUSHED_, n) args                      \
          : TT_PRESERVING_CLOBBERS);                                                         \
  } while (0)

#endif
