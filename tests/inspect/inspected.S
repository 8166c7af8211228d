/* USDT probes by hand, as sys/sdt.h writes their notes; inspected_file_test.cpp says what is true
 * of each function. */
#ifdef __x86_64__
.macro probe name, arguments, semaphore=0
990:	nop
	.pushsection .note.stapsdt,"?","note"
	.balign 4
	.4byte 992f-991f, 994f-993f, 3
991:	.asciz "stapsdt"
992:	.balign 4
993:	.8byte 990b
	.8byte _.stapsdt.base
	.8byte \semaphore
	.asciz "test"
	.asciz "\name"
	.asciz "\arguments"
994:	.balign 4
	.popsection
.endm

.macro function name
	.globl \name
	.type \name, @function
	.balign 16
\name:
.endm

	.section .stapsdt.base,"aG","progbits",.stapsdt.base,comdat
	.weak _.stapsdt.base
_.stapsdt.base:
	.space 1

	.section .probes,"aw"
semaphore:
	.2byte 0

	.text
/* The load is for the probe alone. */
function single
	mov (%rdi), %rax
	probe single 8@%rax
	xor %eax, %eax
	ret
	.size single, .-single

/* Either probe needs the load: without one of them it would still be there. */
function shared
	mov (%rdi), %rax
	probe first 8@%rax
	probe second 8@%rax
	xor %eax, %eax
	ret
	.size shared, .-shared

/* The load runs only while the probe is on. */
function guarded
	cmpw $0, semaphore(%rip)
	jne 1f
	xor %eax, %eax
	ret
1:	mov (%rdi), %rax
	probe guarded 8@%rax semaphore
	xor %eax, %eax
	ret
	.size guarded, .-guarded

/* Its callers look at the semaphore. */
function outlined
	probe outlined 8@%rdi semaphore
	xor %eax, %eax
	ret
	.size outlined, .-outlined

/* A kernel's return, and a tail call. */
function returns
	probe returns 8@%rdi
	jmp __x86_return_thunk
	.size returns, .-returns
function jumps
	probe jumps 8@%rdi
	jmp elsewhere
	.size jumps, .-jumps

/* Too long to be decoded. */
function endless
	probe endless 8@%rdi
	.fill 300000, 1, 0x90
	ret
	.size endless, .-endless
#endif
	.section .note.GNU-stack,"",@progbits
