/* call_always: no guard. A direct call to a function that tests the marker itself.
 *
 *     x86-64    (arguments); lea marker(%rip),%rdi; xor %eax,%eax; call tt_probe_always
 *     arm64     (arguments); adrp x0,marker; add x0,x0,:lo12:marker; bl tt_probe_always
 *
 * What a site costs when it is never off: the upper end.
 */
#define TT_VARIANT_NAME "call_always"
#define TT_FACTS \
  { TT_VARIANT_LABEL, TT_CALL_BYTES, TT_CALL_BYTES, 0, 0, 1, 0, 0, 0, 1 }

#define TT_SITE(name, n, args, text)                           \
  do {                                                         \
    TT_DEFINE_MARKER(name, tt_probe_counts, text);             \
    TT_LABEL(name);                                            \
    tt_probe_always(&tt_this, tt_this.arguments TT_LEAD args); \
  } while (0)
