/* nop5: one bare NOP of five bytes, no operands. The floor of any site that is patched.
 *
 *     0f 1f 44 00 00    nopl 0x0(%rax,%rax,1)
 *
 * The arguments are not evaluated; there is no marker to enable.
 */
#define TT_VARIANT_NAME "nop5"
#define TT_FACTS \
  { TT_VARIANT_LABEL, 5, 5, 0, 0, 0, 0, 0, 0, 0 }

#define MARK(name, ...) \
  __asm__ volatile("771: .byte 0x0f, 0x1f, 0x44, 0x00, 0x00\n772:\n" TT_RECORD(name, "."))
