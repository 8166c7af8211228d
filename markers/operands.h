/* The arguments of a site as operands of an asm, and the text that says where they are: that of
 * USDT (systemtap/sys/sdt.h), one entry an argument, each followed by a space,
 *
 *     -4@%edi   8@%rax   2@$7   8f@%xmm0   4f@%eax   ?
 *
 * the size in bytes, negative when the integer is signed, f when it is a float or a double, and
 * where it is in the assembler's words. A float is moved to a general register.
 * "?" is an argument without an operand (patch_dwarf.h).
 *
 * The constraint, TT_OPERAND_CONSTRAINT, was chosen from what a dormant patch_call costs in
 * select_500.pure, in percent of `none` (16 layouts each, AMD Zen 5 vCPU):
 *
 *                  g++ 12.2               clang 14
 *     r            +4.2 [+2.9, +5.4]      -0.56 to +1.03, not resolved
 *     nr           +3.7 [+2.0, +5.4]      +1.7 [+1.4, +2.0]
 *     nrx          +4.2 [+2.6, +5.8]      +2.2 [+1.5, +2.9]
 *     nor          +3.7 [+2.5, +4.8]      +27.1 [+25.7, +28.5]: o is memory (llvm-project#20571)
 *
 * r is a general register, where a float costs a move; x one of the vector registers, which makes
 * g++ keep integers elsewhere: four stack loads more in the validator's acquire(). n is a constant
 * that then costs nothing.
 */
#ifndef TT_OPERANDS_H
#define TT_OPERANDS_H

#ifndef TT_OPERAND_CONSTRAINT
#ifdef __clang__
#define TT_OPERAND_CONSTRAINT "r"
#else
#define TT_OPERAND_CONSTRAINT "nr"
#endif
#endif

/* TT_TYPE_OF(x): size of x, negative when signed, plus 32 for a float. TT_VALUE_OF(x): x as an asm
 * takes it. */
#ifdef __cplusplus
extern "C++" {
template <typename T>
struct tt_type {
  enum { code = static_cast<int>(sizeof(T)) * (static_cast<T>(-1) < static_cast<T>(1) ? -1 : 1) };
};
template <>
struct tt_type<bool> {
  enum { code = 1 };
};
template <>
struct tt_type<float> {
  enum { code = 32 + 4 };
};
template <>
struct tt_type<double> {
  enum { code = 32 + 8 };
};
template <>
struct tt_type<decltype(nullptr)> {
  enum { code = 8 };
};
template <typename T>
struct tt_type<T*> {
  enum { code = 8 };
};
/* An enumeration is as signed as the integer it stands for. */
template <typename T, bool is_enum>
struct tt_integer_of {
  typedef T type;
};
template <typename T>
struct tt_integer_of<T, true> {
  typedef __underlying_type(T) type;
};
template <typename T>
struct tt_operand {
  typedef typename tt_integer_of<T, __is_enum(T)>::type type;
};
/* By value: arrays and functions become pointers, const and references go. */
template <typename T>
constexpr typename tt_operand<T>::type tt_value_of(T value) {
  return static_cast<typename tt_operand<T>::type>(value);
}
}
#define TT_VALUE_OF(x) tt_value_of(x)
#define TT_TYPE_OF(x) (+tt_type<decltype(tt_value_of(x))>::code)
#else
/* 5: a pointer or an array; 8: a float or a double; integers, enumerations and bool otherwise
 * (__builtin_classify_type; clang gives arrays 5 too). */
#define TT_IS_POINTER(x) (__builtin_classify_type(x) == 5)
#define TT_IS_FLOAT(x) (__builtin_classify_type(x) == 8)
#define TT_INTEGER_LIKE(x) \
  __typeof__(__builtin_choose_expr(TT_IS_POINTER(x) || TT_IS_FLOAT(x), 0u, (x)))
#define TT_VALUE_OF(x) (x)
#define TT_TYPE_OF(x)                          \
  __builtin_choose_expr(                       \
      TT_IS_POINTER(x), (int)sizeof(void*),    \
      __builtin_choose_expr(                   \
          TT_IS_FLOAT(x), 32 + (int)sizeof(x), \
          (TT_INTEGER_LIKE(x)) - 1 < (TT_INTEGER_LIKE(x))1 ? -(int)sizeof(x) : (int)sizeof(x)))
#endif

/* One operand, number i, and its entry. */
#define TT_TYPED(i, a) \
  , [tt_type##i] "n"(TT_TYPE_OF(a)), [tt_value##i] TT_OPERAND_CONSTRAINT(TT_VALUE_OF(a))
#define TT_PLACE(i)                                   \
  ".if %c[tt_type" #i "] == 36\n"                     \
  ".ascii \"4f@%[tt_value" #i "] \"\n"                \
  ".elseif %c[tt_type" #i "] == 40\n"                 \
  ".ascii \"8f@%[tt_value" #i "] \"\n"                \
  ".else\n"                                           \
  ".ascii \"%c[tt_type" #i "]@%[tt_value" #i "] \"\n" \
  ".endif\n"

#define TT_TYPED_0(_)
#define TT_TYPED_1(_, a) TT_TYPED(0, a)
#define TT_TYPED_2(_, a, b) TT_TYPED(0, a) TT_TYPED(1, b)
#define TT_TYPED_3(_, a, b, c) TT_TYPED(0, a) TT_TYPED(1, b) TT_TYPED(2, c)
#define TT_TYPED_4(_, a, b, c, d) TT_TYPED(0, a) TT_TYPED(1, b) TT_TYPED(2, c) TT_TYPED(3, d)
#define TT_TYPED_5(_, a, b, c, d, e) \
  TT_TYPED(0, a) TT_TYPED(1, b) TT_TYPED(2, c) TT_TYPED(3, d) TT_TYPED(4, e)
#define TT_TYPED_6(_, a, b, c, d, e, f) \
  TT_TYPED(0, a) TT_TYPED(1, b) TT_TYPED(2, c) TT_TYPED(3, d) TT_TYPED(4, e) TT_TYPED(5, f)
#define TT_TYPED_7(_, a, b, c, d, e, f, g) \
  TT_TYPED(0, a)                           \
  TT_TYPED(1, b) TT_TYPED(2, c) TT_TYPED(3, d) TT_TYPED(4, e) TT_TYPED(5, f) TT_TYPED(6, g)
#define TT_TYPED_8(_, a, b, c, d, e, f, g, h)                                               \
  TT_TYPED(0, a)                                                                            \
  TT_TYPED(1, b) TT_TYPED(2, c) TT_TYPED(3, d) TT_TYPED(4, e) TT_TYPED(5, f) TT_TYPED(6, g) \
      TT_TYPED(7, h)
#define TT_TYPED_9(_, a, b, c, d, e, f, g, h, i)                                            \
  TT_TYPED(0, a)                                                                            \
  TT_TYPED(1, b) TT_TYPED(2, c) TT_TYPED(3, d) TT_TYPED(4, e) TT_TYPED(5, f) TT_TYPED(6, g) \
      TT_TYPED(7, h) TT_TYPED(8, i)
#define TT_TYPED_10(_, a, b, c, d, e, f, g, h, i, j)                                        \
  TT_TYPED(0, a)                                                                            \
  TT_TYPED(1, b) TT_TYPED(2, c) TT_TYPED(3, d) TT_TYPED(4, e) TT_TYPED(5, f) TT_TYPED(6, g) \
      TT_TYPED(7, h) TT_TYPED(8, i) TT_TYPED(9, j)
#define TT_TYPED_11(_, a, b, c, d, e, f, g, h, i, j, k)                                     \
  TT_TYPED(0, a)                                                                            \
  TT_TYPED(1, b) TT_TYPED(2, c) TT_TYPED(3, d) TT_TYPED(4, e) TT_TYPED(5, f) TT_TYPED(6, g) \
      TT_TYPED(7, h) TT_TYPED(8, i) TT_TYPED(9, j) TT_TYPED(10, k)
#define TT_TYPED_12(_, a, b, c, d, e, f, g, h, i, j, k, l)                                  \
  TT_TYPED(0, a)                                                                            \
  TT_TYPED(1, b) TT_TYPED(2, c) TT_TYPED(3, d) TT_TYPED(4, e) TT_TYPED(5, f) TT_TYPED(6, g) \
      TT_TYPED(7, h) TT_TYPED(8, i) TT_TYPED(9, j) TT_TYPED(10, k) TT_TYPED(11, l)
#define TT_PLACES_0 ""
#define TT_PLACES_1 TT_PLACE(0)
#define TT_PLACES_2 TT_PLACES_1 TT_PLACE(1)
#define TT_PLACES_3 TT_PLACES_2 TT_PLACE(2)
#define TT_PLACES_4 TT_PLACES_3 TT_PLACE(3)
#define TT_PLACES_5 TT_PLACES_4 TT_PLACE(4)
#define TT_PLACES_6 TT_PLACES_5 TT_PLACE(5)
#define TT_PLACES_7 TT_PLACES_6 TT_PLACE(6)
#define TT_PLACES_8 TT_PLACES_7 TT_PLACE(7)
#define TT_PLACES_9 TT_PLACES_8 TT_PLACE(8)
#define TT_PLACES_10 TT_PLACES_9 TT_PLACE(9)
#define TT_PLACES_11 TT_PLACES_10 TT_PLACE(10)
#define TT_PLACES_12 TT_PLACES_11 TT_PLACE(11)

#endif
