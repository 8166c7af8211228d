/* xray: LLVM's sleds where a function begins and at each return, by -fxray-instrument with a
 * threshold of one instruction, so that every function has them. The markers in it are compiled
 * out. clang alone.
 *
 *     dormant, entry     eb 09                           jmp over
 *                        66 0f 1f 84 00 00 02 00 00      nopw 0x200(%rax,%rax,1)
 *              exit      c3                              ret
 *                        2e 66 0f 1f 84 00 00 02 00 00   cs nopw 0x200(%rax,%rax,1)
 *     enabled, entry     41 ba id(4)                     mov  $id,%r10d
 *                        e8 ........                     call __xray_FunctionEntry
 *              exit      41 ba id(4)                     mov  $id,%r10d
 *                        e9 ........                     jmp  __xray_FunctionExit
 *
 * Where a function ends in a tail call, its sled is that of the entry. A dormant sled is one jump
 * over 9 bytes; the exit's `ret` is the function's own, so it costs its bytes alone. The addresses
 * are in xray_instr_map. The first two bytes are written last, in one aligned store.
 */
#ifdef __aarch64__
#error "xray is measured on x86-64"
#endif
#define TT_VARIANT_NAME "xray"
#define TT_FACTS \
  { TT_VARIANT_LABEL, 11, 11, 0, 0, 0, 0, 0, 0, 0 }

#define TT_SITE(name, n, args, text) \
  do {                               \
  } while (0)
