/* clobber: the guard, and a body that takes and destroys what the call in `call` would: no call.
 *
 *     dormant            mov  state(%rip),%eax; test %eax,%eax; jne body
 *     body, at the function's end:
 *                        (arguments into %rdx %rcx %r8 %r9, from the fifth on pushed;
 *                        arm64: into x2 to x7, from the seventh on pushed)
 *                        lea  marker(%rip),%rdi
 *                        mov  arguments(%rip),%rsi
 *                        jmp  back
 *
 * Isolates register pressure: the hot path is that of `call`, and the block has only its moves.
 *
 * For g++ the body is a call that the assembler leaves out: a macro takes the place of the mnemonic
 * `call` (callq is the other name of the same instruction), and drops the calls of tt_erased; on
 * arm64 it takes the place of `bl`, whose other name is its code and a relocation. An asm that
 * clobbers the registers would say too much: around a call in an unlikely block g++ may keep a
 * value in a register that the call destroys and save it there (-fcaller-saves); around an asm the
 * value goes to the stack on the hot path. In the validator's acquire() (g++ 12, -O2) that asm had
 * 18 stack loads and 10 stores on the hot path, `call` has 12 and 7, `branch` 12 and 8.
 *
 * For clang, whose calls do not pass through assembler text, the body is such an asm: clang 14
 * allocates the same way around both. What a call has besides stays in the residual there: an
 * aligned stack, no red zone, pushed arguments, values in memory read again.
 */
#define TT_VARIANT_NAME "clobber"
#define TT_FACTS \
  { TT_VARIANT_LABEL, TT_GUARD_BYTES_MIN, TT_GUARD_BYTES_MAX, 1, 1, 0, 0, 0, 0, 1 }

#ifndef __clang__

#ifdef __aarch64__
__asm__(
    ".macro bl target:vararg\n"
    ".ifnc \\target,tt_erased\n"
    ".reloc ., R_AARCH64_CALL26, \\target\n"
    ".inst 0x94000000\n"
    ".endif\n"
    ".endm\n");
#else
__asm__(
    ".macro call target:vararg\n"
    ".ifnc \\target,tt_erased@PLT\n"
    ".ifnc \\target,tt_erased\n"
    "callq \\target\n"
    ".endif\n"
    ".endif\n"
    ".endm\n");
#endif

#ifdef __cplusplus
extern "C"
#endif
    void
    tt_erased(struct tt_marker* marker, const char* arguments, ...);

/* The record comes last, so that the call is never a tail call: a jump, which no macro catches. */
#define TT_SITE(name, n, args, text)                       \
  do {                                                     \
    TT_DEFINE_MARKER(name, tt_probe_counts, text);         \
    if (TT_ENABLED()) {                                    \
      tt_erased(&tt_this, tt_this.arguments TT_LEAD args); \
      TT_LABEL(name);                                      \
    }                                                      \
  } while (0)

#else

#ifdef __aarch64__

/* The upper halves of v8 to v15 have no name here. */
#ifdef __ARM_NEON
#define TT_CLOBBER_VECTORS                                                                    \
  , "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v16", "v17", "v18", "v19", "v20", "v21", \
      "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31"
#else
#define TT_CLOBBER_VECTORS
#endif
#define TT_CLOBBER_OTHERS \
  "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17", "x18", "x30", "cc"

#define TT_IN_MARKER(value) register unsigned long tt_marker_in __asm__("x0") = (value)
#define TT_IN_TEXT(value) register unsigned long tt_text_in __asm__("x1") = (value)
#define TT_IN_0(a) register unsigned long tt_a0 __asm__("x2") = TT_WORD(a)
#define TT_IN_1(a) register unsigned long tt_a1 __asm__("x3") = TT_WORD(a)
#define TT_IN_2(a) register unsigned long tt_a2 __asm__("x4") = TT_WORD(a)
#define TT_IN_3(a) register unsigned long tt_a3 __asm__("x5") = TT_WORD(a)
#define TT_IN_4(a) register unsigned long tt_a4 __asm__("x6") = TT_WORD(a)
#define TT_IN_5(a) register unsigned long tt_a5 __asm__("x7") = TT_WORD(a)

#define TT_IN_OUT_0 "+r"(tt_marker_in), "+r"(tt_text_in)
#define TT_IN_OUT_1 TT_IN_OUT_0, "+r"(tt_a0)
#define TT_IN_OUT_2 TT_IN_OUT_1, "+r"(tt_a1)
#define TT_IN_OUT_3 TT_IN_OUT_2, "+r"(tt_a2)
#define TT_IN_OUT_4 TT_IN_OUT_3, "+r"(tt_a3)
#define TT_IN_OUT_5 TT_IN_OUT_4, "+r"(tt_a4)
#define TT_IN_OUT_6 TT_IN_OUT_5, "+r"(tt_a5)

/* The argument registers that the site has no argument for. */
#define TT_REST_0 , "x2", "x3", "x4", "x5", "x6", "x7"
#define TT_REST_1 , "x3", "x4", "x5", "x6", "x7"
#define TT_REST_2 , "x4", "x5", "x6", "x7"
#define TT_REST_3 , "x5", "x6", "x7"
#define TT_REST_4 , "x6", "x7"
#define TT_REST_5 , "x7"
#define TT_REST_6

#else

#ifdef __SSE2__
#define TT_CLOBBER_VECTORS                                                                   \
  , "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", \
      "xmm11", "xmm12", "xmm13", "xmm14", "xmm15"
#else
#define TT_CLOBBER_VECTORS
#endif
#define TT_CLOBBER_OTHERS "rax", "r10", "r11", "cc"

/* The registers of argument i, bound to its value; argument 2 and 3 need a variable of the register
 * since r8 and r9 have no constraint letter. */
#define TT_IN_MARKER(value) unsigned long tt_marker_in = (value)
#define TT_IN_TEXT(value) unsigned long tt_text_in = (value)
#define TT_IN_0(a) unsigned long tt_a0 = TT_WORD(a)
#define TT_IN_1(a) unsigned long tt_a1 = TT_WORD(a)
#define TT_IN_2(a) register unsigned long tt_a2 __asm__("r8") = TT_WORD(a)
#define TT_IN_3(a) register unsigned long tt_a3 __asm__("r9") = TT_WORD(a)

#define TT_IN_OUT_0 "+D"(tt_marker_in), "+S"(tt_text_in)
#define TT_IN_OUT_1 TT_IN_OUT_0, "+d"(tt_a0)
#define TT_IN_OUT_2 TT_IN_OUT_1, "+c"(tt_a1)
#define TT_IN_OUT_3 TT_IN_OUT_2, "+r"(tt_a2)
#define TT_IN_OUT_4 TT_IN_OUT_3, "+r"(tt_a3)

/* The registers of the four argument registers that the site has no argument for. */
#define TT_REST_0 , "rdx", "rcx", "r8", "r9"
#define TT_REST_1 , "rcx", "r8", "r9"
#define TT_REST_2 , "r8", "r9"
#define TT_REST_3 , "r9"
#define TT_REST_4

#endif

/* n arguments in registers, the rest as operands that a push would take. */
#define TT_CLOBBER_ASM(name, n, ...)                                       \
  __asm__ volatile(TT_BEGIN "772:\n" TT_RECORD(name, TT_THIS, TT_BY_STATE) \
                   : TT_IN_OUT_##n                                         \
                   : [tt_marker] TT_SYMBOL(&tt_this) __VA_ARGS__           \
                   : TT_CLOBBER_OTHERS TT_REST_##n TT_CLOBBER_VECTORS)

#define TT_CLOBBER_0(name) TT_CLOBBER_ASM(name, 0, )
#define TT_CLOBBER_1(name, a) \
  TT_IN_0(a);                 \
  TT_CLOBBER_ASM(name, 1, )
#define TT_CLOBBER_2(name, a, b) \
  TT_IN_0(a);                    \
  TT_IN_1(b);                    \
  TT_CLOBBER_ASM(name, 2, )
#define TT_CLOBBER_3(name, a, b, c) \
  TT_IN_0(a);                       \
  TT_IN_1(b);                       \
  TT_IN_2(c);                       \
  TT_CLOBBER_ASM(name, 3, )
#define TT_IN_FOUR(a, b, c, d) \
  TT_IN_0(a);                  \
  TT_IN_1(b);                  \
  TT_IN_2(c);                  \
  TT_IN_3(d)
#define TT_CLOBBER_4(name, a, b, c, d) \
  TT_IN_FOUR(a, b, c, d);              \
  TT_CLOBBER_ASM(name, 4, )

#ifdef __aarch64__
#define TT_CLOBBER_5(name, a, b, c, d, e) \
  TT_IN_FOUR(a, b, c, d);                 \
  TT_IN_4(e);                             \
  TT_CLOBBER_ASM(name, 5, )
#define TT_CLOBBER_N(name, a, b, c, d, e, f, ...) \
  TT_IN_FOUR(a, b, c, d);                         \
  TT_IN_4(e);                                     \
  TT_IN_5(f);                                     \
  TT_CLOBBER_ASM(name, 6, __VA_ARGS__)
/* What is stored to the stack comes out of a register. */
#define TT_CLOBBER_6(name, a, b, c, d, e, f) TT_CLOBBER_N(name, a, b, c, d, e, f, )
#define TT_CLOBBER_7(name, a, b, c, d, e, f, g) TT_CLOBBER_N(name, a, b, c, d, e, f, TT_INPUT(g))
#define TT_CLOBBER_8(name, a, b, c, d, e, f, g, h) \
  TT_CLOBBER_N(name, a, b, c, d, e, f, TT_INPUT(g) TT_INPUT(h))
#define TT_CLOBBER_9(name, a, b, c, d, e, f, g, h, i) \
  TT_CLOBBER_N(name, a, b, c, d, e, f, TT_INPUT(g) TT_INPUT(h) TT_INPUT(i))
#define TT_CLOBBER_10(name, a, b, c, d, e, f, g, h, i, j) \
  TT_CLOBBER_N(name, a, b, c, d, e, f, TT_INPUT(g) TT_INPUT(h) TT_INPUT(i) TT_INPUT(j))
#define TT_CLOBBER_11(name, a, b, c, d, e, f, g, h, i, j, k) \
  TT_CLOBBER_N(name, a, b, c, d, e, f, TT_INPUT(g) TT_INPUT(h) TT_INPUT(i) TT_INPUT(j) TT_INPUT(k))
#define TT_CLOBBER_12(name, a, b, c, d, e, f, g, h, i, j, k, l) \
  TT_CLOBBER_N(name, a, b, c, d, e, f,                          \
               TT_INPUT(g) TT_INPUT(h) TT_INPUT(i) TT_INPUT(j) TT_INPUT(k) TT_INPUT(l))
#else
/* Arguments 4 and up: what a push would take. */
#define TT_PUSHED(a) , "g"(TT_WORD(a))
#define TT_CLOBBER_N(name, a, b, c, d, ...) \
  TT_IN_FOUR(a, b, c, d);                   \
  TT_CLOBBER_ASM(name, 4, __VA_ARGS__)
#define TT_CLOBBER_5(name, a, b, c, d, e) TT_CLOBBER_N(name, a, b, c, d, TT_PUSHED(e))
#define TT_CLOBBER_6(name, a, b, c, d, e, f) \
  TT_CLOBBER_N(name, a, b, c, d, TT_PUSHED(e) TT_PUSHED(f))
#define TT_CLOBBER_7(name, a, b, c, d, e, f, g) \
  TT_CLOBBER_N(name, a, b, c, d, TT_PUSHED(e) TT_PUSHED(f) TT_PUSHED(g))
#define TT_CLOBBER_8(name, a, b, c, d, e, f, g, h) \
  TT_CLOBBER_N(name, a, b, c, d, TT_PUSHED(e) TT_PUSHED(f) TT_PUSHED(g) TT_PUSHED(h))
#define TT_CLOBBER_9(name, a, b, c, d, e, f, g, h, i) \
  TT_CLOBBER_N(name, a, b, c, d, TT_PUSHED(e) TT_PUSHED(f) TT_PUSHED(g) TT_PUSHED(h) TT_PUSHED(i))
#define TT_CLOBBER_10(name, a, b, c, d, e, f, g, h, i, j) \
  TT_CLOBBER_N(name, a, b, c, d,                          \
               TT_PUSHED(e) TT_PUSHED(f) TT_PUSHED(g) TT_PUSHED(h) TT_PUSHED(i) TT_PUSHED(j))
#define TT_CLOBBER_11(name, a, b, c, d, e, f, g, h, i, j, k)                                 \
  TT_CLOBBER_N(name, a, b, c, d,                                                             \
               TT_PUSHED(e) TT_PUSHED(f) TT_PUSHED(g) TT_PUSHED(h) TT_PUSHED(i) TT_PUSHED(j) \
                   TT_PUSHED(k))
#define TT_CLOBBER_12(name, a, b, c, d, e, f, g, h, i, j, k, l)                              \
  TT_CLOBBER_N(name, a, b, c, d,                                                             \
               TT_PUSHED(e) TT_PUSHED(f) TT_PUSHED(g) TT_PUSHED(h) TT_PUSHED(i) TT_PUSHED(j) \
                   TT_PUSHED(k) TT_PUSHED(l))
#endif

#define TT_APPLY(macro, ...) macro(__VA_ARGS__)
#define TT_SITE(name, n, args, text)                        \
  do {                                                      \
    TT_DEFINE_MARKER(name, tt_probe_counts, text);          \
    if (TT_ENABLED()) {                                     \
      TT_IN_MARKER(TT_WORD(&tt_this));                      \
      TT_IN_TEXT(TT_WORD(tt_this.arguments));               \
      TT_APPLY(TT_JOIN(TT_CLOBBER_, n), name TT_LEAD args); \
    }                                                       \
  } while (0)

#endif
