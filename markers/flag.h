/* What the three variants share whose guard reads a byte: flag_site, flag_shared, flag_category. */

#define TT_FLAG_IS_ON(flag) __builtin_expect(*(const volatile unsigned char*)(flag) != 0, 0)

/* In the body, which the compiler writes: its record, with the flag, and no byte; then the call. */
#define TT_FLAG_BODY(name, args, marker, flag)                                                  \
  __asm__ volatile(TT_BEGIN                                                                     \
                   "772:\n" TT_RECORD_OF(name, TT_THIS, TT_BY_FLAG, "0", "%c[tt_flag] - .", "") \
                   :                                                                            \
                   : [tt_marker] TT_SYMBOL(&(marker)), [tt_flag] TT_SYMBOL(&(flag)));           \
  (marker).probe(&(marker), (marker).arguments TT_LEAD args)

/* One a program or shared object, in whichever of its units. */
#ifdef __cplusplus
#define TT_DEFINE_COMMON_FLAG(flag)                                         \
  extern "C" {                                                              \
  __attribute__((weak, visibility("hidden"), used)) unsigned char flag = 0; \
  }
#else
#define TT_DEFINE_COMMON_FLAG(flag) \
  __attribute__((weak, visibility("hidden"), used)) unsigned char flag = 0;
#endif
