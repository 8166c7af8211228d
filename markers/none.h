/* none: the marker is compiled out.
 *
 * Emits nothing and evaluates nothing. The baseline of every effect.
 */
#define TT_VARIANT_NAME "none"
#define MARK(name, ...)                                                                            \
  do {                                                                                             \
  } while (0)
