/* immediate: the guard's value is a constant in the code, which is patched: 2007's immediate
 * values.
 *
 *                        2 or 3 bytes; the last is the value
 *     dormant            b0 00             mov  $0x0,%al
 *                                          test %al,%al
 *                                          jne  body
 *     enabled            b0 01             mov  $0x1,%al
 *     body, at the function's end:
 *                        (arguments); call *probe(%rip); jmp back
 *
 * No load, so no cache line of data; the test and the branch stay. One byte is written, which needs
 * no alignment: another CPU sees the old instruction or the new one. After it each CPU that may run
 * the site has to serialise (membarrier SYNC_CORE), or may run the old one for a while.
 */
#ifdef __aarch64__
#error "immediate is x86-64 code"
#endif
#define TT_VARIANT_NAME "immediate"
/* mov 2 or 3; test 2 or 3; jcc 2 or 6 */
#define TT_FACTS \
  { TT_VARIANT_LABEL, 6, 12, 0, 1, 0, TT_COMPILED, 1, 0, 1 }

#define TT_SITE(name, n, args, text)                                    \
  do {                                                                  \
    TT_DEFINE_MARKER(name, tt_probe_counts, text);                      \
    unsigned char tt_value;                                             \
    __asm__ volatile(TT_BEGIN                                           \
                     "movb $0,%[tt_value]\n"                            \
                     "772:\n" TT_RECORD(name, TT_THIS, TT_BY_IMMEDIATE) \
                     : [tt_value] "=q"(tt_value)                        \
                     : [tt_marker] TT_SYMBOL(&tt_this));                \
    if (__builtin_expect(tt_value != 0, 0))                             \
      tt_this.probe(&tt_this, tt_this.arguments TT_LEAD args);          \
  } while (0)
