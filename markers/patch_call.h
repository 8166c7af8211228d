/* patch_call: one NOP with the arguments as operands; switched on, a jump to a stub that saves what
 * the probe may take. The site declares no clobber: its function keeps its registers.
 *
 *     dormant            0f 1f 44 00 00    nopl 0x0(%rax,%rax,1)
 *     enabled            e9 ........       jmp  stub
 *     stub, far from here (patch/):
 *                        lea -128(%rsp),%rsp; saves; arguments; call probe; restores; jmp back
 *
 * The NOP never straddles a cache line: .p2align puts up to four bytes before the few that would.
 * Its function begins on a line of 64 bytes for that.
 *
 * The operands cost what keeping the arguments in registers at the site costs, as in `anchor`;
 * under g++ constants cost nothing. operands.h has their constraint and the text in the record that
 * says where they are. No memory is clobbered: the compiler may keep values in registers across
 * the site, so a probe must not change the program's data.
 */
#ifdef __aarch64__
#error "patch_call is x86-64 code"
#endif
#include "operands.h"
#define TT_VARIANT_NAME "patch_call"
#define TT_FACTS \
  { TT_VARIANT_LABEL, 5, 5, 0, 0, 0, 0, 0, 0, 0 }

#define TT_SITE(name, n, args, text)                                                             \
  do {                                                                                           \
    TT_DEFINE_MARKER(name, 0, text);                                                             \
    __asm__ __inline volatile(TT_WITHIN_LINE TT_BEGIN TT_PATCHED_NOP                             \
                              "772:\n" TT_RECORD_OF(name, TT_THIS, TT_BY_STUB, "775b - .", "0",  \
                                                    "775:\n" TT_JOIN(TT_PLACES_, n) ".byte 0\n") \
                              :                                                                  \
                              : [tt_marker] TT_SYMBOL(&tt_this) TT_JOIN(TT_TYPED_, n) args);     \
  } while (0)
