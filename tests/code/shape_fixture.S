# Functions whose shape is exact; function_shape_test.cpp has the figures. Each shows one thing that
# compilers do, at addresses that are known up to a multiple of 64.
        .macro  function name
        .text
        .balign 64
        .globl  \name
        .type   \name, @function
\name:
        .endm
        .macro  ends name
        .size   \name, .-\name
        .endm

        function leaf                   # 4 + 1 bytes
        lea     (%rdi,%rsi), %rax
        ret
        ends    leaf

        function one_jump
        jmp     elsewhere
        ends    one_jump

        function saves_three            # pushes, a local, a call; the callee-saved rbx is spilled
        push    %rbp                    # later with a value of its own
        push    %rbx
        push    %r12
        sub     $16, %rsp
        mov     %rdi, %rbx
        mov     %rbx, 8(%rsp)
        call    elsewhere
        mov     8(%rsp), %rbx
        add     %rbx, %rax
        add     $16, %rsp
        pop     %r12
        pop     %rbx
        pop     %rbp
        ret
        ends    saves_three

        function shrink_wrapped         # the early return saves nothing
        test    %rdi, %rdi
        je      1f
        push    %rbx
        mov     %rdi, %rbx
        call    elsewhere
        add     %rbx, %rax
        pop     %rbx
        ret
1:      xor     %eax, %eax
        ret
        ends    shrink_wrapped

        function saves_by_moves         # g++ does so where pushes would be in the way
        sub     $24, %rsp
        mov     %rbx, 8(%rsp)
        mov     %r12, 16(%rsp)
        mov     %rdi, %rbx
        mov     %rsi, %r12
        call    elsewhere
        add     %rbx, %rax
        add     %r12, %rax
        mov     8(%rsp), %rbx
        mov     16(%rsp), %r12
        add     $24, %rsp
        ret
        ends    saves_by_moves

        function with_alloca
        push    %rbp
        mov     %rsp, %rbp
        push    %rbx
        sub     $8, %rsp
        sub     %rdi, %rsp
        mov     %rsp, %rdi
        mov     %rsi, -24(%rbp)
        call    elsewhere
        mov     -24(%rbp), %rax
        mov     -8(%rbp), %rbx
        leave
        ret
        ends    with_alloca

        function aligns_stack
        push    %rbp
        mov     %rsp, %rbp
        and     $-32, %rsp
        sub     $64, %rsp
        vmovdqa %ymm0, (%rsp)
        mov     %rsp, %rdi
        call    elsewhere
        leave
        ret
        ends    aligns_stack

        function base_pointer_is_free   # rbp is one more register: no stack access through it
        mov     (%rdi), %rax
        add     8(%rbp), %rax
        ret
        ends    base_pointer_is_free

        function aligned_loop           # 2 bytes, 14 of alignment, a loop
        xor     %eax, %eax
        .p2align 4
1:      paddd   (%rdi), %xmm0
        add     $16, %rdi
        dec     %esi
        jne     1b
        cmp     %rsi, %rdi
        cmove   %rsi, %rax
        ret
        ends    aligned_loop

        function switches
        cmp     $2, %rdi
        ja      4f
        lea     table(%rip), %rdx
        movslq  (%rdx,%rdi,4), %rax
        add     %rdx, %rax
        jmp     *%rax
1:      mov     $1, %eax
        ret
2:      mov     $2, %eax
        ret
3:      jmp     elsewhere
4:      xor     %eax, %eax
        ret
        ends    switches
        .section .rodata
table:  .long   1b-table, 2b-table, 3b-table

        function endless
1:      call    elsewhere
        jmp     1b
        ends    endless

        function has_cold_part
        test    %rdi, %rdi
        jne     has_cold_part.cold
1:      ret
        ends    has_cold_part
        .section .text.unlikely, "ax"
        .type   has_cold_part.cold, @function
has_cold_part.cold:
        push    %rbx
        call    elsewhere
        pop     %rbx
        jmp     1b
        ends    has_cold_part.cold

        function marked                 # a sled of 5, a guard and its body, which calls
        .nops   5
        cmpl    $0, state(%rip)
        jne     2f
1:      ret
2:      mov     $1, %edi
        call    elsewhere
        jmp     1b
        ends    marked

        .bss
        .globl  state
        .hidden state
state:  .zero   4
        .section .note.GNU-stack, "", @progbits
