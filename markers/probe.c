/* The probes, a unit of their own: see marker.h. tt_probe_counts is what a marker has until another
 * is attached; it counts its calls in the marker, so that enabling a site measures how often it is
 * hit.
 *
 * The other two are what sites call that do not load the marker's probe themselves. They hand on
 * all arguments, registers and stack, as they are, so that any function can be attached there too:
 * in C a variadic function cannot, and a jump does.
 *
 *     x86-64    endbr64; jmp *probe(%rdi)               arm64    bti c; ldr x16,[x0,#probe]; br x16
 */
#include <stddef.h>

#define TT_MARKER_HEADER "none.h"
#include "marker.h"

void tt_probe_counts(struct tt_marker* marker, const char* arguments, ...) {
  (void)arguments;
  marker->hits++;
}

_Static_assert(offsetof(struct tt_marker, state) == 0, "the offset below");
_Static_assert(offsetof(struct tt_marker, probe) == 8, "the offset below");

#define BEGIN(name, section)         \
  ".pushsection " section            \
  ",\"ax\",@progbits\n"              \
  ".balign 16\n"                     \
  ".globl " name                     \
  "\n"                               \
  ".type " name ", @function\n" name \
  ":\n"                              \
  ".cfi_startproc\n"
#define END(name)             \
  ".cfi_endproc\n"            \
  ".size " name ", . - " name \
  "\n"                        \
  ".popsection\n"

#ifdef __aarch64__

__asm__(BEGIN("tt_probe_cold", ".text.unlikely")
        "hint #34\n" /* bti c */
        "ldr x16, [x0, #8]\n"
        "br x16\n" END("tt_probe_cold"));

__asm__(BEGIN(
    "tt_probe_always",
    ".text") "hint #34\n"
             "ldr w16, [x0]\n"
             "cbnz w16, 1f\n"
             "ret\n"
             "1: ldr x16, [x0, #8]\n"
             "br x16\n" END("tt_probe_always"));

#else

__asm__(BEGIN("tt_probe_cold", ".text.unlikely")
        "endbr64\n"
        "jmp *8(%rdi)\n" END("tt_probe_cold"));

__asm__(BEGIN(
    "tt_probe_always",
    ".text") "endbr64\n"
             "cmpl $0, (%rdi)\n"
             "jne 1f\n"
             "ret\n"
             "1: jmp *8(%rdi)\n" END("tt_probe_always"));

#endif
