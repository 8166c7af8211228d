/* static_key: a NOP that is patched to a jump, and a cold call: the kernel's tracepoint.
 *
 *                        x86-64, five bytes                        arm64, four bytes
 *     dormant            0f 1f 44 00 00    nopl 0x0(%rax,%rax,1)   d503201f    nop
 *     enabled            e9 ........       jmp body                14......    b body
 *     body, in the function's .cold part (g++) or at its end (clang):
 *                        (arguments); call tt_probe_cold; jmp back
 *
 * No load and no branch, and the same register pressure as `call`. The site's record names the
 * body.
 */
#define TT_VARIANT_NAME "static_key"
#define TT_FACTS \
  { TT_VARIANT_LABEL, TT_PATCHED_NOP_BYTES, TT_PATCHED_NOP_BYTES, 0, 0, 0, TT_COMPILED, 1, 0, 1 }

#define TT_KEY_GOTO(name, label)                                                               \
  __asm__ goto(TT_BEGIN TT_PATCHED_NOP                                                         \
               "772:\n" TT_RECORD_OF(name, TT_THIS, TT_BY_JUMP, "0", "%l[" #label "] - .", "") \
               :                                                                               \
               : [tt_marker] TT_SYMBOL(&tt_this)                                               \
               :                                                                               \
               : label)

#ifdef __cplusplus
/* In a function of its own: clang takes an asm goto for a jump to every label of the function that
 * has its address taken, and refuses those past a variable's initialisation. */
#define TT_SITE(name, n, args, text)                           \
  do {                                                         \
    TT_DEFINE_MARKER(name, tt_probe_counts, text);             \
    [&]() __attribute__((always_inline)) {                     \
      TT_KEY_GOTO(name, tt_on);                                \
      return;                                                  \
    tt_on:                                                     \
      tt_probe_cold(&tt_this, tt_this.arguments TT_LEAD args); \
    }                                                          \
    ();                                                        \
  } while (0)
#else
#define TT_SITE(name, n, args, text)                         \
  __extension__({                                            \
    __label__ tt_on, tt_off;                                 \
    TT_DEFINE_MARKER(name, tt_probe_counts, text);           \
    TT_KEY_GOTO(name, tt_on);                                \
    goto tt_off;                                             \
  tt_on:                                                     \
    tt_probe_cold(&tt_this, tt_this.arguments TT_LEAD args); \
  tt_off:;                                                   \
  })
#endif
