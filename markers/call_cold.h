/* call_cold: as `call`, the callee marked cold, so that g++ moves the block to .text.unlikely.
 *
 *     dormant            mov state(%rip),%eax; test %eax,%eax; jne body
 *     body, in the function's .cold part (g++) or at its end (clang):
 *                        (arguments); call tt_probe_cold; jmp back
 *
 * The call is direct: an attribute on a callee is lost through a pointer. The record comes after
 * the call, since g++ takes a block for cold by what it meets first, and an asm ends its search.
 * Isolates the placement of the call.
 */
#define TT_VARIANT_NAME "call_cold"
#define TT_FACTS \
  { TT_VARIANT_LABEL, TT_GUARD_BYTES_MIN, TT_GUARD_BYTES_MAX, 1, 1, 0, TT_COMPILED, 1, 0, 1 }

#define TT_SITE(name, n, args, text)                           \
  do {                                                         \
    TT_DEFINE_MARKER(name, tt_probe_counts, text);             \
    if (TT_ENABLED()) {                                        \
      tt_probe_cold(&tt_this, tt_this.arguments TT_LEAD args); \
      TT_LABEL(name);                                          \
    }                                                          \
  } while (0)
