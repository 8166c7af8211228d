/* anchor: zero bytes, with the arguments as operands.
 *
 *     (nothing; each argument is in a register here)
 *
 * Isolates what any asm costs the compiler: arguments kept in registers, and optimisations lost (a
 * cmov that becomes a branch, a loop that is not unrolled).
 */
#define TT_VARIANT_NAME "anchor"
#define TT_FACTS \
  { TT_VARIANT_LABEL, 0, 0, 0, 0, 0, 0, 0, 0, 0 }

#define TT_SITE(name, n, args, text) TT_BARE_BODY(name, n, args, "")
