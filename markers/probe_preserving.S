/* The callees of call_preserving.h: they keep the registers that a call may take, and call
 * marker->probe(marker, marker->arguments, arguments...) as any variadic function is called.
 *
 * Vector registers are not theirs to keep: their callers know. */
#ifdef __x86_64__

#define MARKER_PROBE 8
#define MARKER_ARGUMENTS 24

        .text

/* What both keep, %rbp aside: for the unwinder where each is, below the frame that %rbp makes. */
        .macro save register, offset
        push    %\register
        .cfi_offset %\register, FRAME - \offset
        .endm

        .macro save_all
        .cfi_def_cfa_register %rbp
        save    rax, 8
        save    rcx, 16
        save    rdx, 24
        save    rsi, 32
        save    r8, 40
        save    r9, 48
        save    r10, 56
        save    r11, 64
        .endm

        .macro restore_all
        lea     -64(%rbp), %rsp
        pop     %r11
        pop     %r10
        pop     %r9
        pop     %r8
        pop     %rsi
        pop     %rdx
        pop     %rcx
        pop     %rax
        .endm

/* For g++'s asm. Its caller has moved the stack by 128 bytes for the red zone, pushed the arguments
 * and %rdi, which is the marker now. The frame of the caller as its own unwind information knows it
 * begins where the stack was before that: what follows describes that one, so that a backtrace goes
 * on there, wherever in the pushes the return address is.
 *
 *     %rbp + 24 + 8 * i    argument i
 *     %rbp + 16            %rdi
 *     %rbp + 8             return address
 *     %rbp                 %rbp */
        .macro callee count
        .globl  tt_probe_preserving_\count
        .type   tt_probe_preserving_\count, @function
        .p2align 4
tt_probe_preserving_\count:
        .cfi_startproc
        .set    FRAME, -(24 + 8 * \count + 128)
        .cfi_def_cfa %rsp, 16 + 8 * \count + 128
        .cfi_offset %rip, FRAME + 8
        .cfi_offset %rdi, FRAME + 16
        push    %rbp
        .cfi_adjust_cfa_offset 8
        .cfi_offset %rbp, FRAME
        mov     %rsp, %rbp
        save_all
        and     $-16, %rsp
        .if     \count > 4 && \count % 2
        sub     $8, %rsp
        .endif
        .set    i, \count - 1
        .rept   \count
        .if     i >= 4
        push    24 + 8 * i(%rbp)
        .endif
        .set    i, i - 1
        .endr
        .if     \count > 3
        mov     48(%rbp), %r9
        .endif
        .if     \count > 2
        mov     40(%rbp), %r8
        .endif
        .if     \count > 1
        mov     32(%rbp), %rcx
        .endif
        .if     \count > 0
        mov     24(%rbp), %rdx
        .endif
        mov     MARKER_ARGUMENTS(%rdi), %rsi
        xor     %eax, %eax
        call    *MARKER_PROBE(%rdi)
        restore_all
        pop     %rbp
        .cfi_def_cfa %rsp, 16 + 8 * \count + 128
        ret
        .cfi_endproc
        .size   tt_probe_preserving_\count, . - tt_probe_preserving_\count
        .endm

        .irp    count, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
        callee  \count
        .endr

/* For clang's preserve_most: called as any function, with up to 12 arguments after two, of which 8
 * are on the stack. It does not know how many there are and copies all: what it copies besides is
 * some of its caller's frame. */
        .globl  tt_probe_preserving
        .type   tt_probe_preserving, @function
        .p2align 4
tt_probe_preserving:
        .cfi_startproc
        .set    FRAME, -16
        push    %rbp
        .cfi_adjust_cfa_offset 8
        .cfi_offset %rbp, FRAME
        mov     %rsp, %rbp
        save_all
        push    %rdi
        .cfi_offset %rdi, FRAME - 72
        and     $-16, %rsp
        .set    i, 7
        .rept   8
        push    16 + 8 * i(%rbp)
        .set    i, i - 1
        .endr
        call    *MARKER_PROBE(%rdi)
        mov     -72(%rbp), %rdi
        restore_all
        pop     %rbp
        .cfi_def_cfa %rsp, 8
        ret
        .cfi_endproc
        .size   tt_probe_preserving, . - tt_probe_preserving

#endif

        .section .note.GNU-stack, "", @progbits
