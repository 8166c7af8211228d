/* What differs between the machines that markers are compiled for, x86-64 and arm64.
 *
 * A head comment shows x86-64, and arm64 beside it where more differs than the guard, which is
 *
 *     adrp x0,state; ldr w0,[x0,:lo12:state]; cbnz w0,body
 *
 * there, in a loop without the adrp. g++ reaches several markers from one address, and has an add
 * after the adrp. Bodies lie at the function's end: g++ 12 splits no .cold part off there.
 */
#ifdef __aarch64__

/* The constraint of a symbol: GCC for arm64 takes no "i" for one in PIC or PIE. */
#define TT_SYMBOL "S"

#define TT_GUARD_BYTES_MIN 8  /* ldr 4; cbnz 4: the page of the marker is in a register */
#define TT_GUARD_BYTES_MAX 16 /* adrp 4; add 4; ldr 4; cbnz 4 */
#define TT_CALL_BYTES 4

/* The NOP that is patched to a jump. */
#define TT_PATCHED_NOP "nop\n"
#define TT_PATCHED_NOP_BYTES 4

/* A sled is of NOPs of one size. */
#define TT_NOP_BYTES 4
#define TT_NOP_CODE "0xd503201f"

#else

#define TT_SYMBOL "i"

#define TT_GUARD_BYTES_MIN 6  /* g++ in a loop: mov (%rdx),%eax 2; test %eax,%eax 2; jne 2 */
#define TT_GUARD_BYTES_MAX 16 /* g++: mov state(%rip),%r8d 7; test %r8d,%r8d 3; jne 6 */
#define TT_CALL_BYTES 5

#define TT_PATCHED_NOP ".byte 0x0f, 0x1f, 0x44, 0x00, 0x00\n"
#define TT_PATCHED_NOP_BYTES 5
/* Before it, so that it lies in one cache line of 64 bytes. */
#define TT_WITHIN_LINE ".p2align 6,,4\n"

#define TT_NOP_BYTES 1
#define TT_NOP_CODE "0x90"

#endif
