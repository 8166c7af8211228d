/* usdt: a probe of sys/sdt.h (Debian's systemtap-sdt-dev): SystemTap, bpftrace, perf and gdb know
 * it.
 *
 *     dormant            90      nop
 *     enabled            cc      int3: an uprobe; the kernel enters, and runs what is attached
 *
 * The arguments are operands of its asm, and the constraint is sdt.h's "nor": a constant, a
 * register, or memory whenever the compiler likes. g++ takes the place where the argument is; clang
 * always takes memory, and stores what is in a register (llvm-project#20571).
 *
 * The probe's note names the code, and bfd takes notes for roots: with --gc-sections a dead
 * function that has a probe stays in the program. lld drops it.
 *
 * The provider is `tracetoll_usdt`. The record holds the NOP of the probe, for the analysis; it
 * cannot be switched by patch.h, since the kernel owns the byte.
 */
#include <sys/sdt.h>
#define TT_VARIANT_NAME "usdt"
#define TT_FACTS \
  { TT_VARIANT_LABEL, TT_NOP_BYTES, TT_NOP_BYTES, 0, 0, 0, 0, 0, 0, 0 }

#include "usdt_probe.h"
#define TT_SITE(name, n, args, text) TT_USDT_PROBE(tracetoll_usdt, name, n, args, ".", "i"(0))
