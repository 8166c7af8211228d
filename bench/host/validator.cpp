// The hot path: acquire, acquired, release. After __lock_acquire() and __lock_release().
#include "host/validator.hpp"

#include "host/validator_internal.hpp"
#include "marker.h"

namespace tracetoll::host::TT_VARIANT {
namespace {

enum class Outcome : std::uint8_t { refused, pushed, merged };

// What raw_local_irq_save() and lockdep_recursion_inc() do around each entry, and check_flags().
inline bool enter(Validator& validator, const LockMap& lock, std::uintptr_t ip) {
  Task& task = validator.task;
  const bool interrupts = task.interrupts;
  task.interrupts = false;
  ++task.recursion;
  if (interrupts != task.hardirqs_enabled) [[unlikely]] {
    report_lock(validator, Violation::irq_state_mismatch, lock, ip);
  }
  return interrupts;
}

inline void leave(Validator& validator, bool interrupts) {
  --validator.task.recursion;
  validator.task.interrupts = interrupts;
}

// The usage bits that this acquisition stands for. An acquisition that is not checked leaves no
// trace but "used"; a trylock in an interrupt cannot wait for the lock's owner.
inline std::uint32_t usage_of(const Task& task, const HeldLock& lock) {
  const std::uint32_t read = lock.read != 0;
  std::uint32_t mask = usage_flag(kUsed) << read;
  if (!lock.check) return mask;
  if (!lock.trylock) {
    if (lock.irq_context & kHardirqContext) mask |= usage_flag(kUsedInHardirq) << read;
    if (lock.irq_context & kSoftirqContext) mask |= usage_flag(kUsedInSoftirq) << read;
  }
  if (!lock.hardirqs_off) {
    mask |= usage_flag(kEnabledHardirq) << read;
    if (task.softirqs_enabled) mask |= usage_flag(kEnabledSoftirq) << read;
  }
  return mask;
}

inline const Chain* find_chain(const Validator& validator, std::uint64_t key) {
  std::uint32_t index = validator.chain_hash[key >> (64 - kChainHashBits)];
  while (index != 0) {
    const Chain& chain = validator.chains[index - 1];
    if (chain.key == key) return &chain;
    index = chain.next;
  }
  return nullptr;
}

inline bool matches(const HeldLock& held, const LockMap& lock, const Validator& validator) {
  if (held.instance == &lock) return true;
  // One entry can stand for several locks of a class, merged under their nest_lock.
  return held.references != 0 && lock.class_cache[0] == &validator.classes[held.class_index];
}

// The innermost held lock that stands for this one; null where it is not held in this context.
inline HeldLock* find_held(Validator& validator, const LockMap& lock) {
  Task& task = validator.task;
  HeldLock* held = task.held + task.depth;
  while (held != task.held) {
    --held;
    if (matches(*held, lock, validator)) return held;
    if (held != task.held && held[-1].irq_context != held->irq_context) return nullptr;
  }
  return nullptr;
}

[[gnu::noinline, gnu::cold]] Outcome merge(Validator& validator, HeldLock& held,
                                           unsigned references, const LockMap& lock,
                                           std::uintptr_t ip) {
  const unsigned before = held.references == 0 ? 1 : held.references;
  const unsigned after = before + (references == 0 ? 1 : references);
  if (after > UINT16_MAX) {
    report_lock(validator, Violation::held_overflow, lock, ip);
    return Outcome::refused;
  }
  held.references = static_cast<std::uint16_t>(after);
  return Outcome::merged;
}

[[gnu::noinline]] bool nest_lock_is_held(Validator& validator, const LockMap& nest_lock,
                                         std::uintptr_t ip) {
  const Task& task = validator.task;
  for (std::uint32_t i = 0; i < task.depth; ++i) {
    if (matches(task.held[i], nest_lock, validator)) return true;
  }
  report_lock(validator, Violation::nest_lock_not_held, nest_lock, ip);
  return false;
}

// Out of line like the kernel's, which has it called from two places too.
[[gnu::noinline]] Outcome acquire(Validator& validator, LockMap& lock, unsigned subclass,
                                  int trylock, int read, int check, bool hardirqs_off,
                                  LockMap* nest_lock, std::uintptr_t ip, unsigned references) {
  Task& task = validator.task;
  if (!validator.enabled) [[unlikely]]
    return Outcome::refused;
  LockClass* lock_class = subclass < kCachedClasses ? lock.class_cache[subclass] : nullptr;
  if (lock_class == nullptr) [[unlikely]] {
    lock_class = find_or_register_class(validator, lock, subclass, ip);
    if (lock_class == nullptr) return Outcome::refused;
  }
  MARK(class_lookup, &lock, subclass, lock_class);

  const std::uint32_t depth = task.depth;
  const auto class_index = static_cast<std::uint16_t>(lock_class - validator.classes);
  HeldLock* const held = task.held + depth;
  if (depth == kMaxHeldLocks) [[unlikely]] {
    report_lock(validator, Violation::held_overflow, lock, ip);
    return Outcome::refused;
  }
  if (nest_lock != nullptr && depth != 0 && held[-1].class_index == class_index) {
    return merge(validator, held[-1], references, lock, ip);
  }

  held->acquire_ip = ip;
  held->instance = &lock;
  held->nest_lock = nest_lock;
  held->class_index = class_index;
  held->references = static_cast<std::uint16_t>(references);
  held->irq_context = static_cast<std::uint8_t>((task.hardirq_context != 0 ? kHardirqContext : 0) |
                                                (task.softirq_context != 0 ? kSoftirqContext : 0));
  held->trylock = static_cast<std::uint8_t>(trylock);
  held->read = static_cast<std::uint8_t>(read);
  held->check = static_cast<std::uint8_t>(check);
  held->hardirqs_off = hardirqs_off;

  const std::uint32_t usage = usage_of(task, *held);
  MARK(usage_mark, lock_class, usage, lock_class->usage_mask, ip);
  const std::uint32_t missing = usage & ~lock_class->usage_mask;
  if (missing != 0) [[unlikely]] {
    if (!mark_new_usage(validator, *held, missing, ip)) return Outcome::refused;
  }

  // An interrupt starts a chain of its own: its locks do not nest in what it interrupted.
  std::uint64_t chain_key = task.chain_key;
  held->previous_chain_key = chain_key;
  const bool chain_head = depth == 0 || held[-1].irq_context != held->irq_context;
  if (chain_head) chain_key = kInitialChainKey;
  chain_key = next_chain_key(chain_key, class_index, held->read);
  if (nest_lock != nullptr && !nest_lock_is_held(validator, *nest_lock, ip)) {
    return Outcome::refused;
  }
  if (!trylock && check) {
    const Chain* chain = find_chain(validator, chain_key);
    MARK(chain_lookup, chain_key, depth, lock_class, chain);
    if (chain == nullptr) [[unlikely]] {
      if (!check_new_chain(validator, *held, chain_key, chain_head)) return Outcome::refused;
    }
  }
  task.chain_key = chain_key;
  task.depth = depth + 1;
  ++validator.statistics.pushes;
  MARK(held_push, &lock, class_index, depth, chain_key, held->irq_context);
  return Outcome::pushed;
}

// Puts back the locks above one that was released out of order: their chain keys change. They move
// down by one place, and reading each before it is written over is enough.
[[gnu::noinline, gnu::cold]] void acquire_again(Validator& validator, std::uint32_t first,
                                                std::uint32_t depth) {
  for (std::uint32_t i = first; i < depth; ++i) {
    const HeldLock held = validator.task.held[i];
    const unsigned subclass = validator.classes[held.class_index].subclass;
    if (acquire(validator, *held.instance, subclass, held.trylock, held.read, held.check,
                held.hardirqs_off, held.nest_lock, held.acquire_ip,
                held.references) == Outcome::refused) {
      return;
    }
  }
}

inline void release(Validator& validator, LockMap& lock, std::uintptr_t ip) {
  Task& task = validator.task;
  const std::uint32_t depth = task.depth;
  HeldLock* const held = find_held(validator, lock);
  if (held == nullptr) [[unlikely]] {
    report_lock(validator, Violation::release_not_held, lock, ip);
    return;
  }
  if (held->references > 1) {
    --held->references;
    return;
  }
  const auto place = static_cast<std::uint32_t>(held - task.held);
  task.depth = place;
  task.chain_key = held->previous_chain_key;
  MARK(held_pop, &lock, held->class_index, place, task.chain_key);
  if (place + 1 != depth) [[unlikely]]
    acquire_again(validator, place + 1, depth);
}

}  // namespace

void lock_acquire(Validator& validator, LockMap& lock, unsigned subclass, int trylock, int read,
                  int check, LockMap* nest_lock, std::uintptr_t ip) {
  MARK(lock_acquire, &lock, subclass, trylock, read, check, nest_lock, ip);
  if (!validator.enabled || validator.task.recursion != 0) [[unlikely]]
    return;
  const bool interrupts = enter(validator, lock, ip);
  acquire(validator, lock, subclass, trylock, read, check, !interrupts, nest_lock, ip, 0);
  leave(validator, interrupts);
}

void lock_acquired(Validator& validator, LockMap& lock, std::uintptr_t ip) {
  MARK(lock_acquired, &lock, ip);
  if (!validator.enabled || validator.task.recursion != 0) [[unlikely]]
    return;
  const bool interrupts = enter(validator, lock, ip);
  if (find_held(validator, lock) != nullptr) lock.acquired_ip = ip;
  leave(validator, interrupts);
}

void lock_release(Validator& validator, LockMap& lock, std::uintptr_t ip) {
  MARK(lock_release, &lock, ip);
  if (!validator.enabled || validator.task.recursion != 0) [[unlikely]]
    return;
  const bool interrupts = enter(validator, lock, ip);
  if (validator.enabled) [[likely]]
    release(validator, lock, ip);
  leave(validator, interrupts);
}

}  // namespace tracetoll::host::TT_VARIANT
