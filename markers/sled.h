/* The length of a sled and its bytes, for the three sled variants.
 *
 * -DTT_SLED=750 gives every site 750 bytes, as in 2007. -DTT_SLED_MATCHED gives each site as many
 * bytes as make its cold block as long as that of the `call` variant at the site of that name,
 * moves and jump included: matched_lengths.h, which the build reads out of the objects of `call`
 * and `branch`, defines TT_MATCHED_<name>.
 *
 * The bytes are single-byte NOPs (0x90), the same in all three, so that the three differ only in
 * where the bytes lie and whether they run. Executed, N of them are N instructions; the long NOPs
 * of a sled made to be executed would be fewer. On arm64 a NOP has four bytes, and a length is
 * rounded up to a multiple of them: 752 for 750.
 */
#ifdef TT_SLED_MATCHED
#include "matched_lengths.h"
#define TT_SLED_LENGTH(name) TT_MATCHED_##name
#define TT_SLED_BODY_BYTES TT_VARIES
#define TT_SLED_HOT_MIN 0
#define TT_SLED_HOT_MAX 4096
#define TT_SLED_SUFFIX "matched"
#else
#ifndef TT_SLED
#define TT_SLED 750
#endif
#define TT_SLED_LENGTH(name) TT_SLED
#define TT_SLED_BODY_BYTES (TT_SLED_NOPS(TT_SLED) * TT_NOP_BYTES)
#define TT_SLED_HOT_MIN TT_SLED_BODY_BYTES
#define TT_SLED_HOT_MAX TT_SLED_BODY_BYTES
#define TT_SLED_SUFFIX TT_STRING(TT_SLED)
#endif
#define TT_SLED_NOPS(length) (((length) + TT_NOP_BYTES - 1) / TT_NOP_BYTES)
#define TT_SLED_BYTES(name)                                              \
  ".fill " TT_STRING(TT_SLED_NOPS(TT_SLED_LENGTH(name))) ", " TT_STRING( \
      TT_NOP_BYTES) ", " TT_NOP_CODE "\n"
