/* A broken variant: its flag has internal linkage and no writer, and is not volatile, so that both
 * compilers delete the guard, and the site with it. What remains is `none` under another name. */
#define TT_VARIANT_NAME "deleted"
#define TT_FACTS \
  { TT_VARIANT_LABEL, TT_GUARD_BYTES_MIN, TT_GUARD_BYTES_MAX, 1, 1, 0, 0, 0, 0, 0 }

#define TT_SITE(name, n, args, text)                                         \
  do {                                                                       \
    static int tt_state;                                                     \
    if (__builtin_expect(tt_state != 0, 0)) TT_BARE_BODY(name, n, args, ""); \
  } while (0)
