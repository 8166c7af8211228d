/* A function with a value in every register, and probes that change all that a function may. */
#define IN_GENERAL 0
#define IN_RED_ZONE 128
#define IN_X87 256
#define IN_MASKS 264
#define IN_VECTORS 384

#define LEVEL_AVX 2
#define LEVEL_AVX512 3

	.macro function name
	.globl	\name
	.type	\name, @function
\name:
	.endm

	/* %rdi: the state; %rdx: the level */
	.macro each_vector move, kind, count
	.altmacro
	.set	i, 0
	.rept	\count
	one_vector \move, \kind, %i
	.set	i, i + 1
	.endr
	.noaltmacro
	.endm
	.macro one_vector move, kind, number
	load_or_store \move, \kind\number, \number
	.endm

	.data
	.balign	8
out:	.quad	0
level:	.quad	0
stack:	.quad	0

	.text
	function tt_test_registers
	push	%rbp
	push	%rbx
	push	%r12
	push	%r13
	push	%r14
	push	%r15
	mov	%rsp, stack(%rip)
	mov	%rsi, out(%rip)
	mov	%rdx, level(%rip)
	sub	$512, %rsp
	and	$-16, %rsp
	sub	%rcx, %rsp

	.set	i, 0
	.rept	16
	mov	IN_RED_ZONE + 8 * i(%rdi), %rax
	mov	%rax, -128 + 8 * i(%rsp)
	.set	i, i + 1
	.endr
	fldl	IN_X87(%rdi)

	.macro load_or_store move, register, number
	\move	IN_VECTORS + 64 * \number(%rdi), %\register
	.endm
	cmp	$LEVEL_AVX, %rdx
	ja	2f
	je	1f
	each_vector movups, xmm, 16
	jmp	3f
1:	each_vector vmovups, ymm, 16
	jmp	3f
2:	each_vector vmovups, zmm, 32
	.irp	k, 0, 1, 2, 3, 4, 5, 6, 7
	kmovw	IN_MASKS + 8 * \k(%rdi), %k\k
	.endr
3:
	mov	IN_GENERAL + 0(%rdi), %rax
	mov	IN_GENERAL + 8(%rdi), %rcx
	mov	IN_GENERAL + 16(%rdi), %rdx
	mov	IN_GENERAL + 24(%rdi), %rbx
	mov	IN_GENERAL + 40(%rdi), %rbp
	mov	IN_GENERAL + 48(%rdi), %rsi
	mov	IN_GENERAL + 64(%rdi), %r8
	mov	IN_GENERAL + 72(%rdi), %r9
	mov	IN_GENERAL + 80(%rdi), %r10
	mov	IN_GENERAL + 88(%rdi), %r11
	mov	IN_GENERAL + 96(%rdi), %r12
	mov	IN_GENERAL + 104(%rdi), %r13
	mov	IN_GENERAL + 112(%rdi), %r14
	mov	IN_GENERAL + 120(%rdi), %r15
	mov	IN_GENERAL + 56(%rdi), %rdi

	.globl	tt_test_registers_site
	.balign	8
tt_test_registers_site:
	.byte	0x0f, 0x1f, 0x44, 0x00, 0x00

	xchg	%rdi, out(%rip)
	mov	%rax, IN_GENERAL + 0(%rdi)
	mov	%rcx, IN_GENERAL + 8(%rdi)
	mov	%rdx, IN_GENERAL + 16(%rdi)
	mov	%rbx, IN_GENERAL + 24(%rdi)
	mov	%rbp, IN_GENERAL + 40(%rdi)
	mov	%rsi, IN_GENERAL + 48(%rdi)
	mov	%r8, IN_GENERAL + 64(%rdi)
	mov	%r9, IN_GENERAL + 72(%rdi)
	mov	%r10, IN_GENERAL + 80(%rdi)
	mov	%r11, IN_GENERAL + 88(%rdi)
	mov	%r12, IN_GENERAL + 96(%rdi)
	mov	%r13, IN_GENERAL + 104(%rdi)
	mov	%r14, IN_GENERAL + 112(%rdi)
	mov	%r15, IN_GENERAL + 120(%rdi)
	mov	out(%rip), %rax
	mov	%rax, IN_GENERAL + 56(%rdi)
	fstpl	IN_X87(%rdi)

	.purgem load_or_store
	.macro load_or_store move, register, number
	\move	%\register, IN_VECTORS + 64 * \number(%rdi)
	.endm
	cmpq	$LEVEL_AVX, level(%rip)
	ja	2f
	je	1f
	each_vector movups, xmm, 16
	jmp	3f
1:	each_vector vmovups, ymm, 16
	vzeroupper
	jmp	3f
2:	each_vector vmovups, zmm, 32
	.irp	k, 0, 1, 2, 3, 4, 5, 6, 7
	kmovw	%k\k, %eax
	mov	%rax, IN_MASKS + 8 * \k(%rdi)
	.endr
	vzeroupper
3:
	.set	i, 0
	.rept	16
	mov	-128 + 8 * i(%rsp), %rax
	mov	%rax, IN_RED_ZONE + 8 * i(%rdi)
	.set	i, i + 1
	.endr
	mov	stack(%rip), %rsp
	pop	%r15
	pop	%r14
	pop	%r13
	pop	%r12
	pop	%rbx
	pop	%rbp
	ret

	function tt_test_evil_integers
	.set	i, 1
	.rept	64
	movq	$0x5bad5bad, -8 * i(%rsp)	/* beyond its own red zone: it moved its stack */
	.set	i, i + 1
	.endr
	.irp	register, rax, rcx, rdx, rsi, rdi, r8, r9, r10, r11
	mov	$0x5bad5bad5bad5bad, %\register
	.endr
	cmp	%rax, %rax
	ret

	function tt_test_evil_sse
	.irp	i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	pcmpeqd	%xmm\i, %xmm\i
	.endr
	.rept	8
	fld1
	.endr
	.rept	8
	fstp	%st(0)
	.endr
	jmp	tt_test_evil_integers

	function tt_test_evil_avx
	call	tt_test_evil_sse
	.irp	i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	vinsertf128	$1, %xmm\i, %ymm\i, %ymm\i
	.endr
	ret

	function tt_test_evil_avx512
	call	tt_test_evil_sse
	.irp	i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	vpternlogd	$0xff, %zmm\i, %zmm\i, %zmm\i
	.endr
	.irp	k, 0, 1, 2, 3, 4, 5, 6, 7
	kxnorw	%k\k, %k\k, %k\k
	.endr
	ret

	.section .note.GNU-stack, "", @progbits
