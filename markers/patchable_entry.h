/* patchable_entry: five bytes of NOP where a function begins, by -fpatchable-function-entry=5. The
 * markers in it are compiled out.
 *
 *     dormant            g++      90 90 90 90 90      nop nop nop nop nop
 *                        clang    0f 1f 44 00 08      nopl 0x8(%rax,%rax,1)
 *     enabled            e8 ........                  call stub
 *
 * With -fcf-protection it comes after the endbr64. The address is in __patchable_function_entries.
 * A function-level site carries no arguments but the function's own, by its calling convention, and
 * nothing is evaluated for it; it stands in every function, marked or not.
 *
 * What g++ emits cannot be patched while threads run: five instructions are no one write, since a
 * thread may stand between them. clang's one NOP can, when it lies well.
 */
#ifdef __aarch64__
#error "patchable_entry is measured on x86-64: on arm64 the option counts instructions, not bytes"
#endif
#define TT_VARIANT_NAME "patchable_entry"
#define TT_FACTS \
  { TT_VARIANT_LABEL, 5, 5, 0, 0, 0, 0, 0, 0, 0 }

#define TT_SITE(name, n, args, text) \
  do {                               \
  } while (0)
