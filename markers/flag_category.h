/* flag_category: the guard reads the site's pointer to its category, and the category's byte: two
 * loads, the second of which waits for the first. The body is that of `call`.
 *
 *     dormant            mov  category(%rip),%rax
 *                        cmpb $0x0,(%rax)             (or: movzbl (%rax),%eax; test %al,%al)
 *                        jne  body
 *     enabled            the same, the byte is 1
 *     body, at the function's end:
 *                        (arguments); call *probe(%rip); jmp back
 *
 * What an SDK does whose categories have names, and are looked up when a site first runs: the site
 * keeps a pointer. Here it is set from the start, so that the look-up, and the test whether it has
 * been made, are not measured. All sites are of one category. In the record of a site `target` is
 * the byte; the pointer follows the marker.
 */
#include "flag.h"
#define TT_VARIANT_NAME "flag_category"
#define TT_FACTS \
  { TT_VARIANT_LABEL, TT_GUARD_BYTES_MIN, TT_GUARD_BYTES_MAX + 4, 2, 1, 0, TT_COMPILED, 1, 0, 1 }

TT_DEFINE_COMMON_FLAG(tt_category_is_on)

struct tt_categorised {
  struct tt_marker marker;
  const unsigned char* category;
};

#define TT_CATEGORY() (*(const unsigned char* const volatile*)&tt_site_of.category)
#define TT_SITE(name, n, args, text)                                                        \
  do {                                                                                      \
    static struct tt_categorised tt_site_of                                                 \
        __attribute__((used)) = {{0, 0, tt_probe_counts, #name, text}, &tt_category_is_on}; \
    if (TT_FLAG_IS_ON(TT_CATEGORY())) {                                                     \
      TT_FLAG_BODY(name, args, tt_site_of.marker, tt_category_is_on);                       \
    }                                                                                       \
  } while (0)
