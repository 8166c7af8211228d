/* What every marker variant shares: the marker itself, the site record, and the choice of the
 * variant.
 *
 * A source file says
 *
 *     #include "marker.h"
 *     ...
 *     MARK(lock_acquire, lock, subclass, ip);
 *
 * and is compiled once a variant with -DTT_MARKER_HEADER='"call.h"'; without, the variant is
 * patch_call.h (on arm64 static_key.h). The variant's header defines what MARK(name, args...)
 * becomes: name is an identifier, args are 0 to 12 integers or pointers without side effects
 * (patch_call.h also takes float and double). Nothing here needs a library or C++: the same headers
 * compile as GNU C inside a kernel, and as C11 and C++17 without extensions of the preprocessor.
 *
 * Each copy of a site in the machine code leaves one `struct tt_site` in the section tt_sites. It
 * adds no byte to .text. The offsets are relative to their own field, so the table needs no
 * relocation at run time and reads the same in a file, in a PIE and in a loaded program.
 */
#ifndef TT_MARKER_H
#define TT_MARKER_H

#include "machine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One marker: a name that a tracer can attach to. A guarded variant reads `state` on the hot path;
 * the probe gets the marker, the source text of the arguments, and the arguments, as in 2007. The
 * markers of a program are those that its site records name. */
struct tt_marker {
  int state;         /* 0 dormant, 1 enabled */
  unsigned int hits; /* calls of the probe */
  void (*probe)(struct tt_marker* marker, const char* arguments, ...);
  const char* name;
  const char* arguments;
} __attribute__((aligned(32)));

/* How a site is switched on and off (patch.h does it): what `kind` of a record says. */
#define TT_NEVER 0        /* not by patch.h: nothing is there to switch, or others switch it */
#define TT_BY_STATE 1     /* its guard reads `state` of its marker */
#define TT_BY_STUB 2      /* its NOP is patched to a jump to a stub that calls the probe */
#define TT_BY_JUMP 3      /* its NOP is patched to a jump to `target` */
#define TT_BY_IMMEDIATE 4 /* its last byte is the guard's value, 0 or 1 */
#define TT_BY_FLAG 5      /* its guard reads the byte at `target`, which other sites may share */

/* One site in the machine code. Each field but `kind` holds (target - address of the field); 0 is
 * none. */
struct tt_site {
  int code;      /* first byte of what the variant emits (its body, when the guard is compiled) */
  int code_end;  /* one past its last byte; equal to code where the compiler emits the body */
  int marker;    /* the struct tt_marker, 0 in a variant without one */
  int name;      /* NUL-terminated name of the marker */
  int variant;   /* NUL-terminated name of the variant */
  int arguments; /* NUL-terminated: where the arguments are at the site, see operands.h */
  int target;    /* TT_BY_JUMP: the body; TT_BY_FLAG, and TT_NEVER with a guard: what that reads */
  int kind;      /* TT_NEVER to TT_BY_FLAG */
};

/* Probes live in a translation unit of their own (probe.c). GCC's -fipa-ra would otherwise see
 * which registers they leave alone, and hide the register pressure of the call. */
void tt_probe_counts(struct tt_marker* marker, const char* arguments, ...);
void tt_probe_always(struct tt_marker* marker, const char* arguments, ...);
__attribute__((cold)) void tt_probe_cold(struct tt_marker* marker, const char* arguments, ...);

#ifdef __cplusplus
}
#endif

#define TT_STRING_(x) #x
#define TT_STRING(x) TT_STRING_(x)
#define TT_JOIN_(a, b) a##b
#define TT_JOIN(a, b) TT_JOIN_(a, b)

/* What comes between the macro that a program writes and the one that a variant defines,
 *
 *     MARK(name, args...)              0 to 12 arguments
 *     TT_SITE(name, n, args, text)     n: how many; args: in parentheses, each after a comma, as in
 *                                      (, a, b) and (); text: their source, a string
 *
 * so that nothing needs more of the preprocessor than C99 has: "TT_LEAD args" are the arguments
 * after others of a call, and TT_JOIN(TT_INPUTS_, n) args a macro of n arguments. */
#define TT_LEAD(...) __VA_ARGS__
#define TT_ARITY(...) TT_ARITY_(__VA_ARGS__, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, )
#define TT_ARITY_(name, _1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, n, ...) n
#define MARK(...) TT_JOIN(TT_MARK_, TT_ARITY(__VA_ARGS__))(__VA_ARGS__)
#define TT_MARK_0(name) TT_SITE(name, 0, (), "")
#define TT_MARK_1(name, a) TT_SITE(name, 1, (, a), #a)
#define TT_MARK_2(name, a, b) TT_SITE(name, 2, (, a, b), #a ", " #b)
#define TT_MARK_3(name, a, b, c) TT_SITE(name, 3, (, a, b, c), #a ", " #b ", " #c)
#define TT_MARK_4(name, a, b, c, d) TT_SITE(name, 4, (, a, b, c, d), #a ", " #b ", " #c ", " #d)
#define TT_MARK_5(name, a, b, c, d, e) \
  TT_SITE(name, 5, (, a, b, c, d, e), #a ", " #b ", " #c ", " #d ", " #e)
#define TT_MARK_6(name, a, b, c, d, e, f) \
  TT_SITE(name, 6, (, a, b, c, d, e, f), #a ", " #b ", " #c ", " #d ", " #e ", " #f)
#define TT_MARK_7(name, a, b, c, d, e, f, g) \
  TT_SITE(name, 7, (, a, b, c, d, e, f, g), #a ", " #b ", " #c ", " #d ", " #e ", " #f ", " #g)
#define TT_MARK_8(name, a, b, c, d, e, f, g, h) \
  TT_SITE(name, 8, (, a, b, c, d, e, f, g, h),  \
          #a ", " #b ", " #c ", " #d ", " #e ", " #f ", " #g ", " #h)
#define TT_MARK_9(name, a, b, c, d, e, f, g, h, i) \
  TT_SITE(name, 9, (, a, b, c, d, e, f, g, h, i),  \
          #a ", " #b ", " #c ", " #d ", " #e ", " #f ", " #g ", " #h ", " #i)
#define TT_MARK_10(name, a, b, c, d, e, f, g, h, i, j) \
  TT_SITE(name, 10, (, a, b, c, d, e, f, g, h, i, j),  \
          #a ", " #b ", " #c ", " #d ", " #e ", " #f ", " #g ", " #h ", " #i ", " #j)
#define TT_MARK_11(name, a, b, c, d, e, f, g, h, i, j, k) \
  TT_SITE(name, 11, (, a, b, c, d, e, f, g, h, i, j, k),  \
          #a ", " #b ", " #c ", " #d ", " #e ", " #f ", " #g ", " #h ", " #i ", " #j ", " #k)
#define TT_MARK_12(name, a, b, c, d, e, f, g, h, i, j, k, l)                                 \
  TT_SITE(name, 12, (, a, b, c, d, e, f, g, h, i, j, k, l),                                  \
          #a ", " #b ", " #c ", " #d ", " #e ", " #f ", " #g ", " #h ", " #i ", " #j ", " #k \
             ", " #l)

/* An argument that keeps its place at the site in patch_dwarf.h, which finds the others through the
 * debug information; elsewhere just the argument. */
#define TT_KEEP(x) x
#ifndef TT_NO_SHORT_NAMES
#define keep(x) TT_KEEP(x)
#endif

/* A register-sized value of an argument. */
#define TT_WORD(x) ((unsigned long)(x))

/* The arguments as input operands of an asm, one general register each: for every variant whose
 * body keeps the arguments alive without passing them. The constraint is r, since clang turns nor
 * into stores (llvm-project#20571). TT_INPUTS_n is to be followed by `args`. */
#define TT_INPUT(a) , "r"(TT_WORD(a))
#define TT_INPUTS_0(_)
#define TT_INPUTS_1(_, a) TT_INPUT(a)
#define TT_INPUTS_2(_, a, b) TT_INPUT(a) TT_INPUT(b)
#define TT_INPUTS_3(_, a, b, c) TT_INPUT(a) TT_INPUT(b) TT_INPUT(c)
#define TT_INPUTS_4(_, a, b, c, d) TT_INPUT(a) TT_INPUT(b) TT_INPUT(c) TT_INPUT(d)
#define TT_INPUTS_5(_, a, b, c, d, e) TT_INPUT(a) TT_INPUT(b) TT_INPUT(c) TT_INPUT(d) TT_INPUT(e)
#define TT_INPUTS_6(_, a, b, c, d, e, f) \
  TT_INPUT(a) TT_INPUT(b) TT_INPUT(c) TT_INPUT(d) TT_INPUT(e) TT_INPUT(f)
#define TT_INPUTS_7(_, a, b, c, d, e, f, g) \
  TT_INPUT(a) TT_INPUT(b) TT_INPUT(c) TT_INPUT(d) TT_INPUT(e) TT_INPUT(f) TT_INPUT(g)
#define TT_INPUTS_8(_, a, b, c, d, e, f, g, h) \
  TT_INPUT(a) TT_INPUT(b) TT_INPUT(c) TT_INPUT(d) TT_INPUT(e) TT_INPUT(f) TT_INPUT(g) TT_INPUT(h)
#define TT_INPUTS_9(_, a, b, c, d, e, f, g, h, i) \
  TT_INPUT(a)                                     \
  TT_INPUT(b) TT_INPUT(c) TT_INPUT(d) TT_INPUT(e) TT_INPUT(f) TT_INPUT(g) TT_INPUT(h) TT_INPUT(i)
#define TT_INPUTS_10(_, a, b, c, d, e, f, g, h, i, j)                                             \
  TT_INPUT(a)                                                                                     \
  TT_INPUT(b) TT_INPUT(c) TT_INPUT(d) TT_INPUT(e) TT_INPUT(f) TT_INPUT(g) TT_INPUT(h) TT_INPUT(i) \
      TT_INPUT(j)
#define TT_INPUTS_11(_, a, b, c, d, e, f, g, h, i, j, k)                                          \
  TT_INPUT(a)                                                                                     \
  TT_INPUT(b) TT_INPUT(c) TT_INPUT(d) TT_INPUT(e) TT_INPUT(f) TT_INPUT(g) TT_INPUT(h) TT_INPUT(i) \
      TT_INPUT(j) TT_INPUT(k)
#define TT_INPUTS_12(_, a, b, c, d, e, f, g, h, i, j, k, l)                                       \
  TT_INPUT(a)                                                                                     \
  TT_INPUT(b) TT_INPUT(c) TT_INPUT(d) TT_INPUT(e) TT_INPUT(f) TT_INPUT(g) TT_INPUT(h) TT_INPUT(i) \
      TT_INPUT(j) TT_INPUT(k) TT_INPUT(l)

/* The site record, as assembler text. TT_BEGIN and 772 are the labels around the site's bytes;
 * marker is an assembler expression, "." for none. The record goes where its code goes: the "?"
 * puts it into the section group of the code, so that a discarded COMDAT function takes it along,
 * and the "o" ties it to the code's section, so that --gc-sections keeps both or none. (Without it
 * bfd and lld drop the records of all code but COMDAT's. gold knows no "o" and drops them still.)
 */
#define TT_BEGIN "771: .Ltt%=: "
#define TT_RECORD(name, marker, kind) TT_RECORD_OF(name, marker, kind, "0", "0", "")
/* arguments: an assembler expression, after `strings`, which is what it needs in .rodata.tt_names
 * (775 is for it); target: likewise. */
#define TT_RECORD_OF(name, marker, kind, arguments, target, strings) \
  ".pushsection .rodata.tt_names,\"aMS\",@progbits,1\n"            \
  "773: .asciz \"" #name                                             \
  "\"\n"                                                             \
  "774: .asciz \"" TT_VARIANT_LABEL                                  \
  "\"\n" strings                                                    \
  ".popsection\n"                                                   \
  ".pushsection tt_sites,\"ao?\",@progbits,.Ltt%=\n"               \
  ".balign 4\n"                                                     \
  ".long 771b - .\n"                                                \
  ".long 772b - .\n"                                                \
  ".long " marker                                                   \
  " - .\n"                                                          \
  ".long 773b - .\n"                                                \
  ".long 774b - .\n"                                                \
  ".long " arguments                                                \
  "\n"                                                              \
  ".long " target                                                   \
  "\n"                                                              \
  ".long " TT_STRING(kind) "\n"                                     \
  ".popsection\n"
#define TT_THIS "%c[tt_marker]"

/* The marker of a site that has one. A tracer finds and writes it through the site record, which
 * `used` tells the compiler: a guard on a flag that nobody writes would be deleted. */
#define TT_DEFINE_MARKER(name, probe, text) \
  static struct tt_marker tt_this __attribute__((used)) = {0, 0, probe, #name, text}

/* The guard: a volatile load, a test and a conditional jump, as the compiler writes them. It may
 * take another register than the head comments show, and put other instructions between the three.
 */
#define TT_STATE() (*(const volatile int*)&tt_this.state)
#define TT_ENABLED() __builtin_expect(TT_STATE() != 0, 0)

/* `bytes`, as assembler text, at a site without a marker (TT_BARE_BODY) or with one (TT_BODY), the
 * arguments as operands. Neither clobbers memory, as the NOPs of 2007 did not: values in memory
 * that a call makes the compiler read again are part of the residual. */
#define TT_BARE_BODY(name, n, args, bytes)                                     \
  __asm__ volatile(TT_BEGIN "\n" bytes "772:\n" TT_RECORD(name, ".", TT_NEVER) \
                   :                                                           \
                   : "i"(0)TT_JOIN(TT_INPUTS_, n) args)
#define TT_BODY(name, n, args, bytes)                                                 \
  __asm__ volatile(TT_BEGIN "\n" bytes "772:\n" TT_RECORD(name, TT_THIS, TT_BY_STATE) \
                   :                                                                  \
                   : [tt_marker] TT_SYMBOL(&tt_this) TT_JOIN(TT_INPUTS_, n) args)

/* Where the compiler writes the body: its record, and no byte. */
#define TT_LABEL(name)                                                     \
  __asm__ volatile(TT_BEGIN "772:\n" TT_RECORD(name, TT_THIS, TT_BY_STATE) \
                   :                                                       \
                   : [tt_marker] TT_SYMBOL(&tt_this))

/* What a variant says of its own machine code on the machine it is compiled for; tests/markers
 * compares it with every site of every workload. Bytes are ranges where the compiler may choose a
 * register or a jump's length; TT_COMPILED stands for a body that the compiler writes, TT_VARIES
 * for one that differs by site.
 */
struct tt_facts {
  char variant[32];
  int hot_bytes_min, hot_bytes_max; /* what runs at a dormant site, without the arguments */
  int hot_loads;                    /* data loads among them */
  int hot_branches;                 /* conditional jumps among them */
  int hot_calls;                    /* calls among them */
  int body_bytes;                   /* what is guarded, or TT_COMPILED or TT_VARIES */
  int body_calls;                   /* calls in the guarded body, or TT_VARIES */
  int body_inline;                  /* 1: the body should follow the guard, 0: lie elsewhere */
  int clobbers;                     /* 1: the site takes every call-clobbered register */
};
#define TT_COMPILED (-1)
#define TT_VARIES (-2)

#ifndef TT_MARKER_HEADER
#ifdef __aarch64__
#define TT_MARKER_HEADER "static_key.h"
#else
#define TT_MARKER_HEADER "patch_call.h"
#endif
#endif
#include TT_MARKER_HEADER

/* MARK, but TT_COPIES times in a row: the site that `run --dose` multiplies, of those that a
 * workload has one. */
#ifndef TT_COPIES
#define TT_COPIES 1
#endif
#define TT_TIMES_0(...)
#define TT_TIMES_1(...) __VA_ARGS__
#define TT_TIMES_4(...) __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__
#define TT_TIMES_16(...) \
  TT_TIMES_4(__VA_ARGS__) TT_TIMES_4(__VA_ARGS__) TT_TIMES_4(__VA_ARGS__) TT_TIMES_4(__VA_ARGS__)
#define TT_TIMES_64(...)   \
  TT_TIMES_16(__VA_ARGS__) \
  TT_TIMES_16(__VA_ARGS__) TT_TIMES_16(__VA_ARGS__) TT_TIMES_16(__VA_ARGS__)
#define TT_TIMES_256(...)  \
  TT_TIMES_64(__VA_ARGS__) \
  TT_TIMES_64(__VA_ARGS__) TT_TIMES_64(__VA_ARGS__) TT_TIMES_64(__VA_ARGS__)
#define MARK_DOSED(...) TT_JOIN(TT_TIMES_, TT_COPIES)(MARK(__VA_ARGS__);)

#ifndef TT_VARIANT_LABEL
#define TT_VARIANT_LABEL TT_VARIANT_NAME
#endif

#endif
