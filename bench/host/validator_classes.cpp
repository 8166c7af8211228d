// Lock classes: registered when a lock with a new (key, subclass) is first taken.
#include "host/validator_internal.hpp"
#include "marker.h"

namespace tracetoll::host::TT_VARIANT {
namespace {

LockClass* find_class(Validator& validator, std::uint32_t index, const char* subkey) {
  while (index != 0) {
    LockClass& lock_class = validator.classes[index - 1];
    if (lock_class.subkey == subkey) return &lock_class;
    index = lock_class.hash_next;
  }
  return nullptr;
}

}  // namespace

LockClass* find_or_register_class(Validator& validator, LockMap& lock, unsigned subclass,
                                  std::uintptr_t ip) {
  if (lock.key == nullptr || subclass >= kMaxSubclasses) {
    report_lock(validator, Violation::bad_class, lock, ip);
    return nullptr;
  }
  const char* subkey = &lock.key->subkeys[subclass];
  std::uint32_t& bucket =
      validator.class_hash[hash_bits(reinterpret_cast<std::uintptr_t>(subkey), kClassHashBits)];
  LockClass* lock_class = find_class(validator, bucket, subkey);
  if (lock_class == nullptr) {
    if (validator.class_count == kMaxClasses) {
      report_lock(validator, Violation::class_capacity, lock, ip);
      return nullptr;
    }
    lock_class = &validator.classes[validator.class_count++];
    *lock_class = LockClass{};
    lock_class->subkey = subkey;
    lock_class->name = lock.name;
    lock_class->subclass = subclass;
    lock_class->hash_next = bucket;
    bucket = validator.class_count;
    MARK(class_register, lock.key, subclass, lock_class);
  }
  if (subclass < kCachedClasses) lock.class_cache[subclass] = lock_class;
  return lock_class;
}

}  // namespace tracetoll::host::TT_VARIANT
