/* What all stubs call: saves what the probe may change, finds out whether a probe may run in this
 * thread now, and calls it.
 *
 * The stack, when a stub has called (S is the site's %rsp):
 *
 *     S-128 .. S-1    red zone of the site's function
 *     S-136           next: where the site goes on
 *     S-144           return address, in the stub
 *
 * The unwind information says that this function was called from before `next`, with S as the frame's
 * address: whoever unwinds out of a probe sees the site's function next, with its registers. The stub
 * is never seen. Calls and returns are balanced, as the return predictor and a shadow stack want it.
 *
 * Every store counts here: a hit is little else. Registers are saved and restored at the same
 * distances from %rbp, which processors that rename memory see through.
 *
 * Flags are not saved: for both compilers every asm changes them.
 */
#include "stub_layout.h"

#if defined(__x86_64__)

	.macro enter
	.cfi_def_cfa %rsp, 144
	.cfi_offset %rip, -136
	endbr64
	.endm

	.macro save register, at
	mov	%\register, \at(%rbp)
	.cfi_offset %\register, \at - TT_SITE_STACK
	.endm

	.macro save_registers
	push	%rbp
	.cfi_def_cfa_offset TT_SITE_STACK
	.cfi_offset %rbp, TT_SAVED_RBP - TT_SITE_STACK
	mov	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	sub	$TT_SAVED_BYTES, %rsp
	save	rax, TT_SAVED_RAX
	save	rcx, TT_SAVED_RCX
	save	rdx, TT_SAVED_RDX
	save	rsi, TT_SAVED_RSI
	save	rdi, TT_SAVED_RDI
	save	r8, TT_SAVED_R8
	save	r9, TT_SAVED_R9
	save	r10, TT_SAVED_R10
	save	r11, TT_SAVED_R11
	.endm

	.macro restore register, at
	mov	\at(%rbp), %\register
	.cfi_restore %\register
	.endm

	.macro restore_registers_and_return
	restore	r11, TT_SAVED_R11
	restore	r10, TT_SAVED_R10
	restore	r9, TT_SAVED_R9
	restore	r8, TT_SAVED_R8
	restore	rdi, TT_SAVED_RDI
	restore	rsi, TT_SAVED_RSI
	restore	rdx, TT_SAVED_RDX
	restore	rcx, TT_SAVED_RCX
	restore	rax, TT_SAVED_RAX
	mov	%rbp, %rsp
	pop	%rbp
	.cfi_restore %rbp
	.cfi_def_cfa %rsp, 144
	ret
	.endm

	/* Vector registers, into memory that begins at the %rsp that this leaves. The header must be
	 * zero where XSAVE and XSAVEC do not write it. A function that is called finds x87's stack empty:
	 * emms, where it is in use. Takes %rax, %rdx. */
	.macro save_vectors
	and	$-64, %rsp
	sub	tt_vector_bytes(%rip), %rsp
	mov	tt_vector_mask(%rip), %eax
	xor	%edx, %edx
	cmpl	$TT_BY_XSAVE, tt_vector_saving(%rip)
	ja	2f
	mov	%rdx, 512(%rsp)
	mov	%rdx, 520(%rsp)
	mov	%rdx, 528(%rsp)
	mov	%rdx, 536(%rsp)
	mov	%rdx, 544(%rsp)
	mov	%rdx, 552(%rsp)
	mov	%rdx, 560(%rsp)
	mov	%rdx, 568(%rsp)
	je	1f
	xsavec64	(%rsp)
	jmp	3f
1:	xsave64	(%rsp)
3:	testb	$1, 512(%rsp)
	je	4f
	emms
	jmp	4f
2:	fxsave64	(%rsp)
	emms
4:
	.endm

	/* From memory at %rsp. */
	.macro restore_vectors
	cmpl	$TT_BY_FXSAVE, tt_vector_saving(%rip)
	je	1f
	mov	tt_vector_mask(%rip), %eax
	xor	%edx, %edx
	xrstor64	(%rsp)
	jmp	2f
1:	fxrstor64	(%rsp)
2:
	.endm

	.macro function name
	.balign	64
	.globl	\name
	.hidden	\name
	.type	\name, @function
\name:
	.cfi_startproc
	.endm

	.macro end_of name
	.cfi_endproc
	.size	\name, . - \name
	.endm

	.text

	function tt_stub_common
	.cfi_personality 0x1b, tt_stub_personality	/* relative to the place, 4 bytes */
	enter
	save_registers
	mov	tt_this_record@gottpoff(%rip), %rax
	mov	%fs:(%rax), %rax
	mov	TT_SAVED_STUB(%rbp), %r11
	cmpq	$0, TT_RECORD_FRAME(%rax)
	jne	.Lunusual
	/* From here on, what is attached stays until we have left (detached.cpp). */
	mov	%rbp, TT_RECORD_FRAME(%rax)
.Linside:
	mov	TT_STUBS_BYTES - TT_STUB_RETURN + TT_STUB_ATTACHMENT(%r11), %r10
	mov	TT_STUBS_BYTES - TT_STUB_RETURN + TT_STUB_MARKER(%r11), %rdi
	mov	TT_ATTACHMENT_TEXT(%r10), %rsi
	cmpb	$0, TT_ATTACHMENT_VECTORS(%r10)
	jne	.Lvectors
	sub	TT_ATTACHMENT_ROOM(%r10), %rsp
	and	$-16, %rsp
	call	*TT_ATTACHMENT_ENTRY(%r10)	/* which returns at once when nothing is attached */
.Lleave:
	mov	tt_this_record@gottpoff(%rip), %rax
	mov	%fs:(%rax), %rax
	movq	$0, TT_RECORD_FRAME(%rax)
.Lrestore:
	.cfi_remember_state
	restore_registers_and_return
	.cfi_restore_state

	/* %rax: the record. */
.Lvectors:
	mov	TT_RECORD_ERRNO(%rax), %rax
	mov	(%rax), %eax
	mov	%eax, TT_SAVED_ERRNO(%rbp)
	save_vectors
	sub	TT_ATTACHMENT_ROOM(%r10), %rsp
	call	*TT_ATTACHMENT_ENTRY(%r10)
	/* In one step: a signal that came where %rsp is above what was saved would write over it. */
	lea	-TT_SAVED_BYTES(%rbp), %rax
	and	$-64, %rax
	sub	tt_vector_bytes(%rip), %rax
	mov	%rax, %rsp
	restore_vectors
	mov	tt_this_record@gottpoff(%rip), %rax
	mov	%fs:(%rax), %rax
	mov	TT_RECORD_ERRNO(%rax), %rax
	mov	TT_SAVED_ERRNO(%rbp), %edx
	mov	%edx, (%rax)
	jmp	.Lleave

	/* No record of this thread yet, or a probe runs in it, or one was left by longjmp. */
.Lunusual:
	mov	%rax, %rdi
	mov	%rbp, %rsi
	and	$-16, %rsp
	call	tt_stub_unusual
	lea	-TT_SAVED_BYTES(%rbp), %rsp
	test	%rax, %rax
	je	.Lrestore
	mov	TT_SAVED_STUB(%rbp), %r11
	jmp	.Linside
	end_of	tt_stub_common

	/* TT_STOP_AT_SAVES. */
	function tt_stub_saves
	enter
	save_registers
	restore_registers_and_return
	end_of	tt_stub_saves

	function tt_stub_saves_vectors
	enter
	save_registers
	save_vectors
	restore_vectors
	restore_registers_and_return
	end_of	tt_stub_saves_vectors

	/* TT_STOP_AT_JUMP, for a site that was switched to its stub's first instruction. */
	function tt_stub_returns
	enter
	ret
	end_of	tt_stub_returns

	/* Indirect branches and shadow stacks may be checked: what a linker reads to allow it. */
	.section .note.gnu.property, "a"
	.balign	8
	.long	4, 16, 5
	.asciz	"GNU"
	.long	0xc0000002, 4, 3, 0
#endif

	.section .note.GNU-stack, "", @progbits
