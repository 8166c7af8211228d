/* nop5: one bare NOP of five bytes, no operands. The floor of any site that is patched.
 *
 *     0f 1f 44 00 00    nopl 0x0(%rax,%rax,1)
 *
 * It clobbers memory, as g++ takes an asm without operands to do: in a loop g++ loads a value again
 * after it that `anchor` lets it keep. The arguments are not evaluated; there is no marker to
 * enable. It does not exist on arm64, where every instruction has four bytes.
 */
#ifdef __aarch64__
#error "nop5 is x86-64 code: the NOP that is patched on arm64 has four bytes, see static_key.h"
#endif
#define TT_VARIANT_NAME "nop5"
#define TT_FACTS \
  { TT_VARIANT_LABEL, 5, 5, 0, 0, 0, 0, 0, 0, 0 }

#define TT_SITE(name, n, args, text)                                               \
  __asm__ volatile(TT_BEGIN TT_PATCHED_NOP "772:\n" TT_RECORD(name, ".", TT_NEVER) \
                   :                                                               \
                   : "i"(0)                                                        \
                   : "memory")
