/* none: the marker is compiled out.
 *
 * Emits nothing, evaluates nothing, leaves no record. The baseline of every effect.
 */
#define TT_VARIANT_NAME "none"
#define TT_FACTS \
  { TT_VARIANT_LABEL, 0, 0, 0, 0, 0, 0, 0, 0, 0 }

#define TT_SITE(name, n, args, text) \
  do {                               \
  } while (0)
