/* mcount: the five-byte NOP where a function begins that ftrace's kernel has, by -pg -mfentry. The
 * markers in it are compiled out. g++ alone.
 *
 *     dormant            0f 1f 44 00 00    nopl 0x0(%rax,%rax,1)
 *     enabled            e8 ........       call __fentry__
 *
 * The kernel has these bytes from -mnop-mcount and their addresses in __mcount_loc from
 * -mrecord-mcount. g++ 12 refuses the first in a PIE ("not implemented for -fPIC"), and writes the
 * second into a read-only section, where a PIE's addresses cannot be, and without a tie to the
 * function, so that a discarded COMDAT leaves a dangling one. So both are done here, by an
 * assembler macro that takes the place of the mnemonic `call` (callq is its other name) and knows
 * g++'s call of __fentry__: it leaves the NOP and the address behind (fentry_nop.h). A unit without
 * markers, and so without this header, needs it too: -include fentry_nop.h, or its functions call
 * __fentry__.
 *
 * clang 14 has neither option on x86-64, and its calls do not pass through assembler text.
 */
#ifdef __aarch64__
#error "mcount is x86-64 code: there is no -mfentry on arm64"
#endif
#ifdef __clang__
#error "mcount needs g++: clang has no -mnop-mcount on x86-64"
#endif
#define TT_VARIANT_NAME "mcount"
#define TT_FACTS \
  { TT_VARIANT_LABEL, TT_PATCHED_NOP_BYTES, TT_PATCHED_NOP_BYTES, 0, 0, 0, 0, 0, 0, 0 }

#include "fentry_nop.h"

#define TT_SITE(name, n, args, text) \
  do {                               \
  } while (0)
