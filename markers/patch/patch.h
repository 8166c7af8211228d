/* Switches the sites of this process on and off while it runs: attaches probes to the sites that
 * markers left in the program and in the shared objects that are loaded now, and detaches them.
 *
 *     #include <tracetoll/patch.h>
 *
 *     static void on_acquire(struct tt_marker* marker, const char* arguments, void* lock, int
 * read);
 *     ...
 *     struct tt_probe probe = {(tt_function)on_acquire, TT_SAVES_VECTORS, 0};
 *     if (tt_attach("lock_*", &probe) < 0) fprintf(stderr, "%s\n", tt_error());
 *     ...
 *     tt_detach("lock_*");
 *
 * Every function may be called from any thread, also while other threads run through the sites; one
 * at a time gets to work. None may be called from a probe or a signal handler.
 *
 * A pattern is a site's name, or a shell pattern of names (fnmatch(3): * ? [a-z]), and may begin
 * with a pattern of variants and a colon: "patch_call:lock_*".
 */
#ifndef TT_PATCH_H
#define TT_PATCH_H

#include "marker.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A probe of any type. It gets the marker of the site that was hit, the source text of the
 * arguments, and the arguments, in order:
 *
 *     void probe(struct tt_marker* marker, const char* arguments, args...)
 *
 * At a site of patch_call or patch_dwarf, with the types they have there: integers of 1 to 8 bytes
 * (extended to the register as C does), pointers, float, double. The other variants call it as a
 * variadic function, as in 2007, where a float arrives as a double.
 *
 * It must return: what it throws, or a thread that ends in it, ends the program with a message. A
 * longjmp out of it is survived. A site that is hit while a probe runs in the same thread is
 * counted as missed (tt_missed) and calls nothing. */
typedef void (*tt_function)(void);

/* What a stub saves for the probe: what the probe, and all that it calls, may change. */
#define TT_SAVES_INTEGERS 1 /* general registers alone: code compiled with -mgeneral-regs-only */
#define TT_SAVES_VECTORS 2  /* x87, SSE, AVX and AVX-512 registers as well: any code */

/* Flags. */
#define TT_VARIADIC 1      /* the probe has "..." after its two arguments: floats are promoted */
#define TT_STOP_AT_JUMP 2  /* measures a part: the site's jump to its stub and back, no more */
#define TT_STOP_AT_SAVES 4 /* measures a part: that, and saving and restoring registers */
#define TT_NO_ARGUMENTS 8  /* the probe looks at its first two arguments alone: no other is loaded \
                            */

struct tt_probe {
  tt_function call; /* ignored with one of TT_STOP_... */
  int saves;        /* TT_SAVES_...; there is no default, since a wrong one corrupts the program */
  int flags;
};

/* Attaches the probe to every site that matches and can be switched on. Returns how many sites that
 * are, or -1, and then no site was changed and tt_error() says why: nothing matches; a site has a
 * probe already; a site's bytes are not those of its variant; the text cannot be written; an
 * argument cannot be found. */
int tt_attach(const char* pattern, const struct tt_probe* probe);

/* Detaches the probes of every site that matches. Returns how many sites had one (0 is no error
 * where sites match), or -1. Threads may still be in the probe when it returns. */
int tt_detach(const char* pattern);

/* Waits until no thread is in a probe that has been detached: then its code may be unloaded.
 * Returns 0, or -1 after `timeout_ms` (a negative one waits for ever), where a thread still is. */
int tt_synchronize(int timeout_ms);

/* Why the last call of this thread failed: one line without a newline, valid until its next call.
 */
const char* tt_error(void);

/* One site as it is now. The strings live as long as the module they are in. */
struct tt_site_state {
  const char* name;
  const char* variant;
  const char* module;    /* path of the object it is in */
  const char* arguments; /* source text; "" where there are none */
  const void* address;
  struct tt_marker* marker; /* 0 in a variant without one */
  int kind;                 /* TT_NEVER to TT_BY_IMMEDIATE */
  int enabled;
};

/* Calls `visit` for every site that matches ("*": all). Returns how many that were, or -1. */
int tt_for_each_site(const char* pattern,
                     void (*visit)(const struct tt_site_state* site, void* data), void* data);

/* Hits that called no probe since a probe was running in their thread. */
unsigned long tt_missed(void);

/* Ready-made probes. tt_nothing returns at once; tt_hits counts in marker->hits (not
 * atomically: one thread); tt_timestamp notes the time stamp counter and the marker in a ring
 * buffer of the thread. All take TT_SAVES_INTEGERS. */
extern const struct tt_probe tt_nothing;
extern const struct tt_probe tt_hits;
extern const struct tt_probe tt_timestamp;

/* What tt_timestamp notes. */
struct tt_event {
  unsigned long ticks; /* of the time stamp counter (x86-64: rdtsc; not serialising) */
  struct tt_marker* marker;
};

/* Hands the events of all threads to `visit`, those of one thread in their order, and removes them.
 * Returns how many. A ring has room for TT_RING_EVENTS; what does not fit is dropped and counted.
 */
#define TT_RING_EVENTS 4096
unsigned long tt_read_events(void (*visit)(const struct tt_event* event, int thread, void* data),
                             void* data);
unsigned long tt_dropped_events(void);

#ifdef __cplusplus
}
#endif

#endif
