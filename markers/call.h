/* call: the guard, and an indirect call with the arguments, as in 2007. The whole cost.
 *
 *     dormant            g++                          clang
 *                        mov  state(%rip),%eax        cmpl $0x0,state(%rip)
 *                        test %eax,%eax               jne  body
 *                        jne  body
 *     body, at the function's end:
 *                        (arguments 5 and up pushed, the others into %rdx %rcx %r8 %r9)
 *                        lea  marker(%rip),%rdi
 *                        mov  arguments(%rip),%rsi
 *                        xor  %eax,%eax
 *                        call *probe(%rip)
 *                        jmp  back
 *
 * Enabled, the probe is called with the marker, the arguments' text and the arguments.
 */
#define TT_VARIANT_NAME "call"
#define TT_FACTS \
  { TT_VARIANT_LABEL, TT_GUARD_BYTES_MIN, TT_GUARD_BYTES_MAX, 1, 1, 0, TT_COMPILED, 1, 0, 1 }

#define TT_SITE(name, n, args, text)                           \
  do {                                                         \
    TT_DEFINE_MARKER(name, tt_probe_counts, text);             \
    if (TT_ENABLED()) {                                        \
      TT_LABEL(name);                                          \
      tt_this.probe(&tt_this, tt_this.arguments TT_LEAD args); \
    }                                                          \
  } while (0)
