/* sled_executed: N NOP bytes that run: fetch and decode of dead bytes.
 *
 *     nop x N
 *
 * No guard and no marker; the arguments are operands, as in `anchor`. sled.h gives N.
 */
#include "sled.h"
#define TT_VARIANT_NAME "sled_executed:" TT_SLED_SUFFIX
#define TT_FACTS \
  { TT_VARIANT_LABEL, TT_SLED_HOT_MIN, TT_SLED_HOT_MAX, 0, 0, 0, 0, 0, 0, 0 }

#define TT_SITE(name, n, args, text) TT_BARE_BODY(name, n, args, TT_SLED_BYTES(name))
