// The lock validator: the hooks that a lock calls, once a marker variant.
//
// An own implementation of lockdep's algorithm (kernel/locking/lockdep.c, Linux 6.1). Every lock of
// a task is pushed on its held stack; the first time that a chain of classes is seen, or a class is
// used in a new interrupt state, the graph of all dependencies seen so far is searched for a
// deadlock. A violation is kept in validator.report (report.hpp makes text of it) and turns the
// validator off; nothing is printed and nothing stops.
//
// The validator is compiled with TT_VARIANT; its callers choose it with TT_VALIDATOR.
#pragma once

#include <cstdint>

#include "host/validator_state.hpp"

namespace tracetoll::host::TT_VALIDATOR {

// The lock is about to be taken. read: see HeldLock. check 0: keep it on the held stack only, as
// the kernel does for rcu. nest_lock: a held lock that makes several locks of one class safe, or
// null.
void lock_acquire(Validator& validator, LockMap& lock, unsigned subclass, int trylock, int read,
                  int check, LockMap* nest_lock, std::uintptr_t ip);

// It has been taken (CONFIG_LOCK_STAT; without its clock).
void lock_acquired(Validator& validator, LockMap& lock, std::uintptr_t ip);

// It is about to be released. Any order is fine.
void lock_release(Validator& validator, LockMap& lock, std::uintptr_t ip);

// Around a change of task.interrupts: off after it is cleared, on before it is set.
void hardirqs_off(Validator& validator, std::uintptr_t ip);
void hardirqs_on(Validator& validator, std::uintptr_t ip);

// Around local_bh_disable() and local_bh_enable().
void softirqs_off(Validator& validator, std::uintptr_t ip);
void softirqs_on(Validator& validator, std::uintptr_t ip);

}  // namespace tracetoll::host::TT_VALIDATOR
