/* branch: the guard alone. The body is empty, with the arguments as operands.
 *
 *     dormant            g++                          clang
 *                        mov  state(%rip),%eax        cmpl $0x0,state(%rip)
 *                        test %eax,%eax               jne  body
 *                        jne  body
 *     body, at the function's end:
 *                        (what puts the arguments into registers, if they are not there)
 *                        jmp  back
 *
 * In a loop g++ keeps the marker's address in a register, and loads through it: mov (%r9),%eax.
 * Where the site ends an arm in a loop both compilers may put the body behind the guard: je back.
 *
 * Enabled, the body runs and does nothing.
 */
#define TT_VARIANT_NAME "branch"
#define TT_FACTS \
  { TT_VARIANT_LABEL, TT_GUARD_BYTES_MIN, TT_GUARD_BYTES_MAX, 1, 1, 0, 0, 0, 0, 0 }

#define TT_SITE(name, n, args, text)               \
  do {                                             \
    TT_DEFINE_MARKER(name, tt_probe_counts, text); \
    if (TT_ENABLED()) TT_BODY(name, n, args, "");  \
  } while (0)
