/* patch_dwarf: the NOP of patch_call without operands. Its record names the arguments, and who
 * attaches a probe finds them where the compiler happens to keep them, by the debug information.
 *
 *     dormant            0f 1f 44 00 00    nopl 0x0(%rax,%rax,1)
 *     enabled            e9 ........       jmp  stub
 *
 * It costs what the bare NOP costs. The price is that an argument can be gone at the site:
 * `tracetoll inspect --arguments` lists those of a build. An argument written TT_KEEP(x), or
 * keep(x), gets an operand, so that only what would be lost is paid for. The arguments are named in
 * the record by their source: variables, and members of what they point to.
 */
#ifdef __aarch64__
#error "patch_dwarf is x86-64 code"
#endif
#include "operands.h"
#define TT_VARIANT_NAME "patch_dwarf"
#define TT_FACTS \
  { TT_VARIANT_LABEL, 5, 5, 0, 0, 0, 0, 0, 0, 0 }

/* TT_KEPT(a) is TT_YES where a is TT_KEEP(...), and TT_NO otherwise: the parentheses of the one
 * have five elements, and of all else that may begin with parentheses fewer. */
#undef TT_KEEP
#define TT_KEEP(x) (x, , , , (~, TT_YES))
#define TT_FIFTH(...) TT_FIFTH_(__VA_ARGS__, ~, ~, ~, ~, )
#define TT_FIFTH_(_1, _2, _3, _4, _5, ...) _5
#define TT_SECOND(...) TT_SECOND_(__VA_ARGS__)
#define TT_SECOND_(...) TT_SECOND__(__VA_ARGS__)
#define TT_SECOND__(_1, _2, ...) _2
#define TT_KEPT(a) TT_SECOND(TT_LEAD TT_FIFTH a, TT_NO, )
#define TT_INNER(x, ...) x

#define TT_DWARF_TYPED(i, a) TT_JOIN(TT_DWARF_TYPED_, TT_KEPT(a))(i, a)
#define TT_DWARF_TYPED_TT_YES(i, a) TT_TYPED(i, TT_INNER a)
#define TT_DWARF_TYPED_TT_NO(i, a)
#define TT_DWARF_PLACE(i, a) TT_JOIN(TT_DWARF_PLACE_, TT_KEPT(a))(i)
#define TT_DWARF_PLACE_TT_YES(i) TT_PLACE(i)
#define TT_DWARF_PLACE_TT_NO(i) ".ascii \"? \"\n"
#define TT_DWARF_TEXT(a) TT_JOIN(TT_DWARF_TEXT_, TT_KEPT(a))(a)
#define TT_DWARF_TEXT_TT_YES(a) TT_STRING(TT_INNER a)
#define TT_DWARF_TEXT_TT_NO(a) TT_STRING(a)
/* Not evaluated: it only tells the compiler that the variable is used. */
#define TT_DWARF_USED(a) TT_JOIN(TT_DWARF_USED_, TT_KEPT(a))(a)
#define TT_DWARF_USED_TT_YES(a)
#define TT_DWARF_USED_TT_NO(a) (void)sizeof(((void)(a), 0));

#define TT_DWARF_TYPED_0(_)
#define TT_DWARF_TYPED_1(_, a) TT_DWARF_TYPED(0, a)
#define TT_DWARF_TYPED_2(_, a, b) TT_DWARF_TYPED(0, a) TT_DWARF_TYPED(1, b)
#define TT_DWARF_TYPED_3(_, a, b, c) TT_DWARF_TYPED(0, a) TT_DWARF_TYPED(1, b) TT_DWARF_TYPED(2, c)
#define TT_DWARF_TYPED_4(_, a, b, c, d) \
  TT_DWARF_TYPED(0, a) TT_DWARF_TYPED(1, b) TT_DWARF_TYPED(2, c) TT_DWARF_TYPED(3, d)
#define TT_DWARF_TYPED_5(_, a, b, c, d, e) \
  TT_DWARF_TYPED(0, a)                     \
  TT_DWARF_TYPED(1, b) TT_DWARF_TYPED(2, c) TT_DWARF_TYPED(3, d) TT_DWARF_TYPED(4, e)
#define TT_DWARF_TYPED_6(_, a, b, c, d, e, f)                                         \
  TT_DWARF_TYPED(0, a)                                                                \
  TT_DWARF_TYPED(1, b) TT_DWARF_TYPED(2, c) TT_DWARF_TYPED(3, d) TT_DWARF_TYPED(4, e) \
      TT_DWARF_TYPED(5, f)
#define TT_DWARF_TYPED_7(_, a, b, c, d, e, f, g)                                      \
  TT_DWARF_TYPED(0, a)                                                                \
  TT_DWARF_TYPED(1, b) TT_DWARF_TYPED(2, c) TT_DWARF_TYPED(3, d) TT_DWARF_TYPED(4, e) \
      TT_DWARF_TYPED(5, f) TT_DWARF_TYPED(6, g)
#define TT_DWARF_TYPED_8(_, a, b, c, d, e, f, g, h)                                   \
  TT_DWARF_TYPED(0, a)                                                                \
  TT_DWARF_TYPED(1, b) TT_DWARF_TYPED(2, c) TT_DWARF_TYPED(3, d) TT_DWARF_TYPED(4, e) \
      TT_DWARF_TYPED(5, f) TT_DWARF_TYPED(6, g) TT_DWARF_TYPED(7, h)
#define TT_DWARF_TYPED_9(_, a, b, c, d, e, f, g, h, i)                                \
  TT_DWARF_TYPED(0, a)                                                                \
  TT_DWARF_TYPED(1, b) TT_DWARF_TYPED(2, c) TT_DWARF_TYPED(3, d) TT_DWARF_TYPED(4, e) \
      TT_DWARF_TYPED(5, f) TT_DWARF_TYPED(6, g) TT_DWARF_TYPED(7, h) TT_DWARF_TYPED(8, i)
#define TT_DWARF_TYPED_10(_, a, b, c, d, e, f, g, h, i, j)                                \
  TT_DWARF_TYPED(0, a)                                                                    \
  TT_DWARF_TYPED(1, b) TT_DWARF_TYPED(2, c) TT_DWARF_TYPED(3, d) TT_DWARF_TYPED(4, e)     \
      TT_DWARF_TYPED(5, f) TT_DWARF_TYPED(6, g) TT_DWARF_TYPED(7, h) TT_DWARF_TYPED(8, i) \
          TT_DWARF_TYPED(9, j)
#define TT_DWARF_TYPED_11(_, a, b, c, d, e, f, g, h, i, j, k)                             \
  TT_DWARF_TYPED(0, a)                                                                    \
  TT_DWARF_TYPED(1, b) TT_DWARF_TYPED(2, c) TT_DWARF_TYPED(3, d) TT_DWARF_TYPED(4, e)     \
      TT_DWARF_TYPED(5, f) TT_DWARF_TYPED(6, g) TT_DWARF_TYPED(7, h) TT_DWARF_TYPED(8, i) \
          TT_DWARF_TYPED(9, j) TT_DWARF_TYPED(10, k)
#define TT_DWARF_TYPED_12(_, a, b, c, d, e, f, g, h, i, j, k, l)                          \
  TT_DWARF_TYPED(0, a)                                                                    \
  TT_DWARF_TYPED(1, b) TT_DWARF_TYPED(2, c) TT_DWARF_TYPED(3, d) TT_DWARF_TYPED(4, e)     \
      TT_DWARF_TYPED(5, f) TT_DWARF_TYPED(6, g) TT_DWARF_TYPED(7, h) TT_DWARF_TYPED(8, i) \
          TT_DWARF_TYPED(9, j) TT_DWARF_TYPED(10, k) TT_DWARF_TYPED(11, l)
#define TT_DWARF_PLACES_0(_) ""
#define TT_DWARF_PLACES_1(_, a) TT_DWARF_PLACE(0, a)
#define TT_DWARF_PLACES_2(_, a, b) TT_DWARF_PLACE(0, a) TT_DWARF_PLACE(1, b)
#define TT_DWARF_PLACES_3(_, a, b, c) TT_DWARF_PLACE(0, a) TT_DWARF_PLACE(1, b) TT_DWARF_PLACE(2, c)
#define TT_DWARF_PLACES_4(_, a, b, c, d) \
  TT_DWARF_PLACE(0, a) TT_DWARF_PLACE(1, b) TT_DWARF_PLACE(2, c) TT_DWARF_PLACE(3, d)
#define TT_DWARF_PLACES_5(_, a, b, c, d, e) \
  TT_DWARF_PLACE(0, a)                      \
  TT_DWARF_PLACE(1, b) TT_DWARF_PLACE(2, c) TT_DWARF_PLACE(3, d) TT_DWARF_PLACE(4, e)
#define TT_DWARF_PLACES_6(_, a, b, c, d, e, f)                                        \
  TT_DWARF_PLACE(0, a)                                                                \
  TT_DWARF_PLACE(1, b) TT_DWARF_PLACE(2, c) TT_DWARF_PLACE(3, d) TT_DWARF_PLACE(4, e) \
      TT_DWARF_PLACE(5, f)
#define TT_DWARF_PLACES_7(_, a, b, c, d, e, f, g)                                     \
  TT_DWARF_PLACE(0, a)                                                                \
  TT_DWARF_PLACE(1, b) TT_DWARF_PLACE(2, c) TT_DWARF_PLACE(3, d) TT_DWARF_PLACE(4, e) \
      TT_DWARF_PLACE(5, f) TT_DWARF_PLACE(6, g)
#define TT_DWARF_PLACES_8(_, a, b, c, d, e, f, g, h)                                  \
  TT_DWARF_PLACE(0, a)                                                                \
  TT_DWARF_PLACE(1, b) TT_DWARF_PLACE(2, c) TT_DWARF_PLACE(3, d) TT_DWARF_PLACE(4, e) \
      TT_DWARF_PLACE(5, f) TT_DWARF_PLACE(6, g) TT_DWARF_PLACE(7, h)
#define TT_DWARF_PLACES_9(_, a, b, c, d, e, f, g, h, i)                               \
  TT_DWARF_PLACE(0, a)                                                                \
  TT_DWARF_PLACE(1, b) TT_DWARF_PLACE(2, c) TT_DWARF_PLACE(3, d) TT_DWARF_PLACE(4, e) \
      TT_DWARF_PLACE(5, f) TT_DWARF_PLACE(6, g) TT_DWARF_PLACE(7, h) TT_DWARF_PLACE(8, i)
#define TT_DWARF_PLACES_10(_, a, b, c, d, e, f, g, h, i, j)                               \
  TT_DWARF_PLACE(0, a)                                                                    \
  TT_DWARF_PLACE(1, b) TT_DWARF_PLACE(2, c) TT_DWARF_PLACE(3, d) TT_DWARF_PLACE(4, e)     \
      TT_DWARF_PLACE(5, f) TT_DWARF_PLACE(6, g) TT_DWARF_PLACE(7, h) TT_DWARF_PLACE(8, i) \
          TT_DWARF_PLACE(9, j)
#define TT_DWARF_PLACES_11(_, a, b, c, d, e, f, g, h, i, j, k)                            \
  TT_DWARF_PLACE(0, a)                                                                    \
  TT_DWARF_PLACE(1, b) TT_DWARF_PLACE(2, c) TT_DWARF_PLACE(3, d) TT_DWARF_PLACE(4, e)     \
      TT_DWARF_PLACE(5, f) TT_DWARF_PLACE(6, g) TT_DWARF_PLACE(7, h) TT_DWARF_PLACE(8, i) \
          TT_DWARF_PLACE(9, j) TT_DWARF_PLACE(10, k)
#define TT_DWARF_PLACES_12(_, a, b, c, d, e, f, g, h, i, j, k, l)                         \
  TT_DWARF_PLACE(0, a)                                                                    \
  TT_DWARF_PLACE(1, b) TT_DWARF_PLACE(2, c) TT_DWARF_PLACE(3, d) TT_DWARF_PLACE(4, e)     \
      TT_DWARF_PLACE(5, f) TT_DWARF_PLACE(6, g) TT_DWARF_PLACE(7, h) TT_DWARF_PLACE(8, i) \
          TT_DWARF_PLACE(9, j) TT_DWARF_PLACE(10, k) TT_DWARF_PLACE(11, l)
#define TT_DWARF_TEXT_0(_) ""
#define TT_DWARF_TEXT_1(_, a) TT_DWARF_TEXT(a)
#define TT_DWARF_TEXT_2(_, a, b) TT_DWARF_TEXT(a) ", " TT_DWARF_TEXT(b)
#define TT_DWARF_TEXT_3(_, a, b, c) TT_DWARF_TEXT(a) ", " TT_DWARF_TEXT(b) ", " TT_DWARF_TEXT(c)
#define TT_DWARF_TEXT_4(_, a, b, c, d) \
  TT_DWARF_TEXT(a) ", " TT_DWARF_TEXT(b) ", " TT_DWARF_TEXT(c) ", " TT_DWARF_TEXT(d)
#define TT_DWARF_TEXT_5(_, a, b, c, d, e) \
  TT_DWARF_TEXT(a)                        \
  ", " TT_DWARF_TEXT(b) ", " TT_DWARF_TEXT(c) ", " TT_DWARF_TEXT(d) ", " TT_DWARF_TEXT(e)
#define TT_DWARF_TEXT_6(_, a, b, c, d, e, f)                                            \
  TT_DWARF_TEXT(a)                                                                      \
  ", " TT_DWARF_TEXT(b) ", " TT_DWARF_TEXT(c) ", " TT_DWARF_TEXT(d) ", " TT_DWARF_TEXT( \
      e) ", " TT_DWARF_TEXT(f)
#define TT_DWARF_TEXT_7(_, a, b, c, d, e, f, g)                                         \
  TT_DWARF_TEXT(a)                                                                      \
  ", " TT_DWARF_TEXT(b) ", " TT_DWARF_TEXT(c) ", " TT_DWARF_TEXT(d) ", " TT_DWARF_TEXT( \
      e) ", " TT_DWARF_TEXT(f) ", " TT_DWARF_TEXT(g)
#define TT_DWARF_TEXT_8(_, a, b, c, d, e, f, g, h)                                      \
  TT_DWARF_TEXT(a)                                                                      \
  ", " TT_DWARF_TEXT(b) ", " TT_DWARF_TEXT(c) ", " TT_DWARF_TEXT(d) ", " TT_DWARF_TEXT( \
      e) ", " TT_DWARF_TEXT(f) ", " TT_DWARF_TEXT(g) ", " TT_DWARF_TEXT(h)
#define TT_DWARF_TEXT_9(_, a, b, c, d, e, f, g, h, i)                                   \
  TT_DWARF_TEXT(a)                                                                      \
  ", " TT_DWARF_TEXT(b) ", " TT_DWARF_TEXT(c) ", " TT_DWARF_TEXT(d) ", " TT_DWARF_TEXT( \
      e) ", " TT_DWARF_TEXT(f) ", " TT_DWARF_TEXT(g) ", " TT_DWARF_TEXT(h) ", " TT_DWARF_TEXT(i)
#define TT_DWARF_TEXT_10(_, a, b, c, d, e, f, g, h, i, j) \
  TT_DWARF_TEXT(a) ", " TT_DWARF_TEXT(b) ", " TT_DWARF_TEXT(c) ", " TT_DWARF_TEXT(d) ", " TT_DWARF_TEXT(e) ", " TT_DWARF_TEXT(f) ", " TT_DWARF_TEXT(g) ", " TT_DWARF_TEXT(h) ", " TT_DWARF_TEXT(i) ", " TT_DWARF_TEXT(j)
#define TT_DWARF_TEXT_11(_, a, b, c, d, e, f, g, h, i, j, k) \
  TT_DWARF_TEXT(a) ", " TT_DWARF_TEXT(b) ", " TT_DWARF_TEXT(c) ", " TT_DWARF_TEXT(d) ", " TT_DWARF_TEXT(e) ", " TT_DWARF_TEXT(f) ", " TT_DWARF_TEXT(g) ", " TT_DWARF_TEXT(h) ", " TT_DWARF_TEXT(i) ", " TT_DWARF_TEXT(j) ", " TT_DWARF_TEXT(k)
#define TT_DWARF_TEXT_12(_, a, b, c, d, e, f, g, h, i, j, k, l) \
  TT_DWARF_TEXT(a) ", " TT_DWARF_TEXT(b) ", " TT_DWARF_TEXT(c) ", " TT_DWARF_TEXT(d) ", " TT_DWARF_TEXT(e) ", " TT_DWARF_TEXT(f) ", " TT_DWARF_TEXT(g) ", " TT_DWARF_TEXT(h) ", " TT_DWARF_TEXT(i) ", " TT_DWARF_TEXT(j) ", " TT_DWARF_TEXT(k) ", " TT_DWARF_TEXT(l)
#define TT_DWARF_USED_0(_)
#define TT_DWARF_USED_1(_, a) TT_DWARF_USED(a)
#define TT_DWARF_USED_2(_, a, b) TT_DWARF_USED(a) TT_DWARF_USED(b)
#define TT_DWARF_USED_3(_, a, b, c) TT_DWARF_USED(a) TT_DWARF_USED(b) TT_DWARF_USED(c)
#define TT_DWARF_USED_4(_, a, b, c, d) \
  TT_DWARF_USED(a) TT_DWARF_USED(b) TT_DWARF_USED(c) TT_DWARF_USED(d)
#define TT_DWARF_USED_5(_, a, b, c, d, e) \
  TT_DWARF_USED(a) TT_DWARF_USED(b) TT_DWARF_USED(c) TT_DWARF_USED(d) TT_DWARF_USED(e)
#define TT_DWARF_USED_6(_, a, b, c, d, e, f) \
  TT_DWARF_USED(a)                           \
  TT_DWARF_USED(b) TT_DWARF_USED(c) TT_DWARF_USED(d) TT_DWARF_USED(e) TT_DWARF_USED(f)
#define TT_DWARF_USED_7(_, a, b, c, d, e, f, g)                                        \
  TT_DWARF_USED(a)                                                                     \
  TT_DWARF_USED(b) TT_DWARF_USED(c) TT_DWARF_USED(d) TT_DWARF_USED(e) TT_DWARF_USED(f) \
      TT_DWARF_USED(g)
#define TT_DWARF_USED_8(_, a, b, c, d, e, f, g, h)                                     \
  TT_DWARF_USED(a)                                                                     \
  TT_DWARF_USED(b) TT_DWARF_USED(c) TT_DWARF_USED(d) TT_DWARF_USED(e) TT_DWARF_USED(f) \
      TT_DWARF_USED(g) TT_DWARF_USED(h)
#define TT_DWARF_USED_9(_, a, b, c, d, e, f, g, h, i)                                  \
  TT_DWARF_USED(a)                                                                     \
  TT_DWARF_USED(b) TT_DWARF_USED(c) TT_DWARF_USED(d) TT_DWARF_USED(e) TT_DWARF_USED(f) \
      TT_DWARF_USED(g) TT_DWARF_USED(h) TT_DWARF_USED(i)
#define TT_DWARF_USED_10(_, a, b, c, d, e, f, g, h, i, j)                              \
  TT_DWARF_USED(a)                                                                     \
  TT_DWARF_USED(b) TT_DWARF_USED(c) TT_DWARF_USED(d) TT_DWARF_USED(e) TT_DWARF_USED(f) \
      TT_DWARF_USED(g) TT_DWARF_USED(h) TT_DWARF_USED(i) TT_DWARF_USED(j)
#define TT_DWARF_USED_11(_, a, b, c, d, e, f, g, h, i, j, k)                           \
  TT_DWARF_USED(a)                                                                     \
  TT_DWARF_USED(b) TT_DWARF_USED(c) TT_DWARF_USED(d) TT_DWARF_USED(e) TT_DWARF_USED(f) \
      TT_DWARF_USED(g) TT_DWARF_USED(h) TT_DWARF_USED(i) TT_DWARF_USED(j) TT_DWARF_USED(k)
#define TT_DWARF_USED_12(_, a, b, c, d, e, f, g, h, i, j, k, l)                            \
  TT_DWARF_USED(a)                                                                         \
  TT_DWARF_USED(b) TT_DWARF_USED(c) TT_DWARF_USED(d) TT_DWARF_USED(e) TT_DWARF_USED(f)     \
      TT_DWARF_USED(g) TT_DWARF_USED(h) TT_DWARF_USED(i) TT_DWARF_USED(j) TT_DWARF_USED(k) \
          TT_DWARF_USED(l)

#define TT_SITE(name, n, args, text)                                                  \
  do {                                                                                \
    TT_DEFINE_MARKER(name, 0, TT_JOIN(TT_DWARF_TEXT_, n) args);                       \
    TT_JOIN(TT_DWARF_USED_, n)                                                        \
    args __asm__ __inline volatile(                                                   \
        TT_WITHIN_LINE TT_BEGIN TT_PATCHED_NOP                                        \
        "772:\n" TT_RECORD_OF(name, TT_THIS, TT_BY_STUB, "775b - .", "0",             \
                              "775:\n" TT_JOIN(TT_DWARF_PLACES_, n) args ".byte 0\n") \
        :                                                                             \
        : [tt_marker] TT_SYMBOL(&tt_this) TT_JOIN(TT_DWARF_TYPED_, n) args);          \
  } while (0)
