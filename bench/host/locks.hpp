// The kernel's locking calls over the validator's hooks, for the descriptor layer.
//
// Inline and marked by what they call, so they live in the namespace of the variant and axis. With
// TT_VALIDATOR_ON=0 they are what a kernel without lockdep has: the locks, and no hook.
#pragma once

#include <cstdint>

#include "host/host.hpp"
#include "host/steps.hpp"
#include "host/validator.hpp"

namespace tracetoll::host::TT_VARIANT {

inline constexpr bool kValidatorOn = TT_VALIDATOR_ON;

inline void map_acquire(Host& host, LockMap& map, int read, int check, Step step) {
  if constexpr (kValidatorOn) {
    TT_VALIDATOR::lock_acquire(host.validator, map, 0, 0, read, check, nullptr, step);
  }
}

inline void map_release(Host& host, LockMap& map, Step step) {
  if constexpr (kValidatorOn) TT_VALIDATOR::lock_release(host.validator, map, step);
}

// spin_acquire(), LOCK_CONTENDED() and lock_acquired() of CONFIG_LOCK_STAT.
inline void spin_lock(Host& host, Spinlock& lock, Step step) {
  map_acquire(host, lock.map, 0, 1, step);
  lock.locked = 1;
  if constexpr (kValidatorOn) TT_VALIDATOR::lock_acquired(host.validator, lock.map, step);
}

inline void spin_unlock(Host& host, Spinlock& lock, Step step) {
  map_release(host, lock.map, step);
  lock.locked = 0;
}

// CONFIG_TRACE_IRQFLAGS: the hook comes after the flag is cleared, and before it is set.
inline bool local_irq_save(Host& host, Step step) {
  bool& interrupts = host.validator.task.interrupts;
  const bool before = interrupts;
  interrupts = false;
  if constexpr (kValidatorOn) {
    if (before) TT_VALIDATOR::hardirqs_off(host.validator, step);
  }
  return before;
}

inline void local_irq_restore(Host& host, bool before, Step step) {
  if constexpr (kValidatorOn) {
    if (before) TT_VALIDATOR::hardirqs_on(host.validator, step);
  }
  host.validator.task.interrupts = before;
}

inline void local_irq_disable(Host& host, Step step) {
  local_irq_save(host, step);
}
inline void local_irq_enable(Host& host, Step step) {
  local_irq_restore(host, true, step);
}

inline void spin_lock_irq(Host& host, Spinlock& lock, Step step) {
  local_irq_disable(host, step);
  spin_lock(host, lock, step);
}

inline void spin_unlock_irq(Host& host, Spinlock& lock, Step step) {
  spin_unlock(host, lock, step);
  local_irq_enable(host, step);
}

// CONFIG_DEBUG_LOCK_ALLOC: rcu_lock_acquire() is a recursive read that is tracked and not checked.
inline void rcu_lock(Host& host, LockMap& map, Step step) {
  map_acquire(host, map, 2, 0, step);
}
inline void rcu_unlock(Host& host, LockMap& map, Step step) {
  map_release(host, map, step);
}

// __might_fault(): a copy from or to user space may have to take mmap_lock for reading.
inline void might_fault(Host& host, Step step) {
  map_acquire(host, host.files.mmap_lock, 1, 1, step);
  map_release(host, host.files.mmap_lock, step);
}

// fs_reclaim_acquire(): an allocation with GFP_KERNEL may have to write back to a file system.
inline void might_reclaim(Host& host, Step step) {
  map_acquire(host, host.files.fs_reclaim, 0, 1, step);
  map_release(host, host.files.fs_reclaim, step);
}

// seqcount_lockdep_reader_access() of read_seqcount_begin().
inline std::uint32_t read_seqcount_begin(Host& host, FsContext& fs, Step step) {
  const bool interrupts = local_irq_save(host, step);
  map_acquire(host, fs.seq_map, 2, 1, step);
  map_release(host, fs.seq_map, step);
  local_irq_restore(host, interrupts, step);
  return fs.sequence;
}

}  // namespace tracetoll::host::TT_VARIANT
