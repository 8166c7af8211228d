/* Where things are, for stub_common.S and for C++: stubs, saved registers, and the fields that
 * stub_common.S reads of structures in C++ (which assert these offsets).
 *
 * A region is TT_STUBS_BYTES of code and then as many of data; a stub has TT_STUB_BYTES of each, so
 * that its data is always at the same distance from its code. */
#ifndef TT_STUB_LAYOUT_H
#define TT_STUB_LAYOUT_H

#define TT_STUB_BYTES 32
#define TT_STUBS_BYTES 0x40000
#define TT_STUB_RETURN 16  /* in a stub: what follows its call of `common` */
#define TT_STUB_LEAVING 23 /* its last jump */

/* struct Stub, a stub's data. */
#define TT_STUB_NEXT 0
#define TT_STUB_COMMON 8
#define TT_STUB_ATTACHMENT 16
#define TT_STUB_MARKER 24

/* struct Attachment. */
#define TT_ATTACHMENT_ENTRY 0
#define TT_ATTACHMENT_PROBE 8
#define TT_ATTACHMENT_TEXT 16
#define TT_ATTACHMENT_ROOM 24
#define TT_ATTACHMENT_VECTORS 32

/* struct ThreadRecord. */
#define TT_RECORD_FRAME 0
#define TT_RECORD_ERRNO 8

/* What stub_common.S has on the stack, from its %rbp. The site's %rsp is TT_SITE_STACK above it:
 * 128 bytes of red zone, `next`, the return address into the stub, and the site's %rbp. */
#define TT_SITE_STACK 152
#define TT_SAVED_NEXT 16
#define TT_SAVED_STUB 8
#define TT_SAVED_RBP 0
#define TT_SAVED_RAX (-8)
#define TT_SAVED_RCX (-16)
#define TT_SAVED_RDX (-24)
#define TT_SAVED_RSI (-32)
#define TT_SAVED_RDI (-40)
#define TT_SAVED_R8 (-48)
#define TT_SAVED_R9 (-56)
#define TT_SAVED_R10 (-64)
#define TT_SAVED_R11 (-72)
#define TT_SAVED_ERRNO (-80)
#define TT_SAVED_BYTES 80

/* How vector registers are saved. */
#define TT_BY_XSAVEC 0
#define TT_BY_XSAVE 1
#define TT_BY_FXSAVE 2

#endif
