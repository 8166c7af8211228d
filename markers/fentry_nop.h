/* g++'s -pg -mfentry with NOPs in place of the calls: see mcount.h. For every unit that is compiled
 * so, by -include. */
#ifndef TT_FENTRY_NOP_H
#define TT_FENTRY_NOP_H

__asm__(
    ".macro tt_fentry\n"
    ".Ltt_fentry\\@: .byte 0x0f, 0x1f, 0x44, 0x00, 0x00\n"
    ".pushsection __mcount_loc,\"awo?\",@progbits,.Ltt_fentry\\@\n"
    ".quad .Ltt_fentry\\@\n"
    ".popsection\n"
    ".endm\n"
    ".macro call target:vararg\n"
    ".ifc \\target,*__fentry__@GOTPCREL(%rip)\n"
    "tt_fentry\n"
    ".else\n"
    ".ifc \\target,__fentry__\n"
    "tt_fentry\n"
    ".else\n"
    "callq \\target\n"
    ".endif\n"
    ".endif\n"
    ".endm\n");

#endif
