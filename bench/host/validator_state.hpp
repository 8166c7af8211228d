// What the validator knows: plain data, shared by the code of every variant.
//
// After the data structures of kernel/locking/lockdep.c (Linux 6.1): a lock belongs to a class,
// named by its key and subclass; the task's stack of held locks is summed up in a chain key; a
// chain that was seen before needs no checks. Indices into the tables start at 1 where 0 means
// "none".
#pragma once

#include <cstdint>

#include "host/limits.hpp"

namespace tracetoll::host {

// Only the addresses of the bytes matter: one subkey a subclass, as struct lock_class_key.
struct LockKey {
  char subkeys[kMaxSubclasses];
};

// Bits of usage: bit 0 is the read twin, bit 1 the direction, bit 2 the context. A lock used in an
// interrupt must not be held, by anyone, while that interrupt is enabled.
enum UsageBit : std::uint32_t {
  kUsedInHardirq = 0,
  kUsedInHardirqRead = 1,
  kEnabledHardirq = 2,
  kEnabledHardirqRead = 3,
  kUsedInSoftirq = 4,
  kUsedInSoftirqRead = 5,
  kEnabledSoftirq = 6,
  kEnabledSoftirqRead = 7,
  kUsed = 8,
  kUsedRead = 9,
  kUsageBits = 10,
};
inline constexpr std::uint32_t kReadBit = 1;
inline constexpr std::uint32_t kDirectionBit = 2;

constexpr std::uint32_t usage_flag(std::uint32_t bit) {
  return 1U << bit;
}
inline constexpr std::uint32_t kUsedInMask = 0x33;   // bits 0, 1, 4, 5
inline constexpr std::uint32_t kEnabledMask = 0xcc;  // bits 2, 3, 6, 7
inline constexpr std::uint32_t kReadMask = 0xaa;     // the read twins of both

// 128 bytes, so that "class - classes" is a shift on the hot path.
struct LockClass {
  const char* subkey;
  const char* name;
  std::uint32_t subclass;
  std::uint32_t usage_mask;
  std::uint32_t hash_next;  // class index + 1
  std::uint32_t forward;    // dependency: locks taken while this is held
  std::uint32_t backward;   // dependency: locks held while this is taken
  std::uint32_t reserved;
  std::uint32_t searched[2];  // generation of the search that saw it: [reached only by *R edges]
  std::uintptr_t usage_ip[kUsageBits];
};
static_assert(sizeof(LockClass) == 128);

// Embedded in every lock: struct lockdep_map.
struct LockMap {
  const LockKey* key;
  LockClass* class_cache[kCachedClasses];
  const char* name;
  std::uintptr_t acquired_ip;  // CONFIG_LOCK_STAT keeps the last owner's
};

// read: 0 exclusive, 1 shared, 2 shared and recursive (rcu, seqcounts).
struct HeldLock {
  std::uint64_t previous_chain_key;  // the key below this lock, for its release
  std::uintptr_t acquire_ip;
  LockMap* instance;
  LockMap* nest_lock;
  std::uint16_t class_index;
  std::uint16_t references;  // locks of this class merged under one nest_lock, 0 for one
  std::uint8_t irq_context;
  std::uint8_t trylock;
  std::uint8_t read;
  std::uint8_t check;
  std::uint8_t hardirqs_off;
  std::uint8_t reserved[7];
};

inline constexpr std::uint8_t kSoftirqContext = 1;
inline constexpr std::uint8_t kHardirqContext = 2;

struct Chain {
  std::uint64_t key;
  std::uint32_t next;   // chain index + 1
  std::uint32_t first;  // its classes in chain_entries
  std::uint8_t depth;
  std::uint8_t irq_context;
  std::uint8_t reserved[6];
};

// An edge. kinds is a set of the four kinds that were seen, one bit each: bit number
// (first side strong) + 2 * (second side strong). Forward, "first strong" is a previous lock held
// exclusively (E, not S) and "second strong" a next lock not read recursively (N, not R); backward
// the two change places. -(xR)-> -(Sx)-> does not block: see graph.cpp.
struct Dependency {
  std::uint32_t next;
  std::uint16_t class_index;
  std::uint16_t distance;
  std::uint8_t kinds;
  std::uint8_t reserved[3];
};

struct SearchNode {
  std::uint16_t class_index;
  std::uint16_t parent;  // in the queue; the root is its own
  bool only_recursive;   // the edges that led here are all *R (backward: S*)
  std::uint8_t reserved;
};

enum class Violation : std::uint8_t {
  none,
  circular,            // ABBA and longer cycles
  recursive,           // the class is held already
  inconsistent_usage,  // used in an interrupt and held with that interrupt enabled
  irq_dependency,      // irq-safe -> irq-unsafe
  release_not_held,
  nest_lock_not_held,
  held_overflow,
  bad_class,  // a lock without a key, or a subclass out of range
  class_capacity,
  chain_capacity,
  dependency_capacity,
  irq_state_mismatch,  // the CPU's interrupt flag and the validator disagree
};

// The first violation; the validator is off from then on, like the kernel's after
// debug_locks_off().
struct Report {
  Violation kind;
  std::uint8_t used_bit;  // the pair of usage bits that exclude each other
  std::uint8_t enabled_bit;
  std::uint8_t reserved;
  std::uint32_t length;  // classes, in the order that describe() explains
  std::uint16_t classes[kMaxPath];
  const char* lock_name;  // when the lock has no class
  std::uintptr_t ip;
};

// What lockdep keeps in task_struct and per CPU.
struct Task {
  std::uint32_t recursion;  // the validator's own locks and traps must not enter it again
  std::uint32_t depth;
  std::uint64_t chain_key;
  bool interrupts;        // the CPU's flag
  bool hardirqs_enabled;  // what the hooks have told us about it
  bool softirqs_enabled;
  std::uint8_t reserved;
  std::uint32_t hardirq_context;  // nesting
  std::uint32_t softirq_context;
  std::uint32_t reserved_after_context;
  std::uint64_t irq_events;
  std::uintptr_t hardirq_ip[2];  // where they were last [0] disabled, [1] enabled
  std::uintptr_t softirq_ip[2];
  HeldLock held[kMaxHeldLocks];
};

struct ValidatorStatistics {
  std::uint64_t pushes;         // locks pushed on the held stack, re-acquired ones included
  std::uint64_t searches;       // walks of the graph
  std::uint64_t redundant_irq;  // on when on, off when off
};

struct Validator {
  bool enabled;  // debug_locks
  std::uint8_t reserved[3];
  std::uint32_t class_count;
  std::uint32_t chain_count;
  std::uint32_t chain_entry_count;
  std::uint32_t dependency_count;
  std::uint32_t search_generation;
  ValidatorStatistics statistics;
  Task task;
  Report report;
  std::uint32_t class_hash[1U << kClassHashBits];
  std::uint32_t chain_hash[1U << kChainHashBits];
  LockClass classes[kMaxClasses];
  Chain chains[kMaxChains];
  std::uint16_t chain_entries[kMaxChainEntries];
  Dependency dependencies[kMaxDependencies + 1];  // [0] is "none"
  SearchNode queue[2 * kMaxClasses];              // every (class, only_recursive) at most once
  std::uint32_t reserved_tail;
};

inline constexpr std::uint64_t kInitialChainKey = ~std::uint64_t{0};

// An empty validator: enabled, interrupts on, nothing held. The memory need not be initialized.
void init_validator(Validator& validator);

// Makes a lock of the class (key, subclass of the acquisition).
void init_lock_map(LockMap& lock, const LockKey& key, const char* name);

// 2^64 / golden ratio: consecutive keys spread over the upper bits.
inline constexpr std::uint64_t kHashFactor = 0x9e3779b97f4a7c15;

constexpr std::uint64_t hash_bits(std::uint64_t value, std::uint32_t bits) {
  return (value * kHashFactor) >> (64 - bits);
}

// The key of a chain with one more lock. A chain of read locks is another one than of write locks.
constexpr std::uint64_t next_chain_key(std::uint64_t key, std::uint16_t class_index,
                                       std::uint32_t read) {
  const std::uint64_t id = class_index + 1 + (std::uint64_t{read} << 16);
  const std::uint64_t mixed = (key ^ id) * kHashFactor;
  return mixed ^ (mixed >> 29);
}

}  // namespace tracetoll::host
