// The cold paths that the validator's files call in each other.
#pragma once

#include <cstdint>

#include "host/graph.hpp"
#include "host/validator.hpp"
#include "host/validator_state.hpp"

namespace tracetoll::host::TT_VARIANT {

// The class of (lock's key, subclass), registered when it is new; null after a violation.
[[gnu::noinline, gnu::cold]] LockClass* find_or_register_class(Validator& validator, LockMap& lock,
                                                               unsigned subclass,
                                                               std::uintptr_t ip);

// A chain key that is not in the cache: adds the chain, looks for deadlocks, adds dependencies.
// next is on top of the held stack and not yet counted in its depth. False after a violation.
[[gnu::noinline, gnu::cold]] bool check_new_chain(Validator& validator, const HeldLock& next,
                                                  std::uint64_t chain_key, bool chain_head);

// Checks and adds the dependencies of a new chain.
[[gnu::noinline, gnu::cold]] bool check_new_dependencies(Validator& validator,
                                                         const HeldLock& next);

// Usage bits that the class did not have. False after a violation.
[[gnu::noinline, gnu::cold]] bool mark_new_usage(Validator& validator, const HeldLock& lock,
                                                 std::uint32_t missing, std::uintptr_t ip);

// Keeps the report and turns the validator off.
[[gnu::noinline, gnu::cold]] void report_violation(Validator& validator, const Report& report);

// The same, for a violation by one lock.
[[gnu::noinline, gnu::cold]] void report_lock(Validator& validator, Violation kind,
                                              const LockMap& lock, std::uintptr_t ip);

}  // namespace tracetoll::host::TT_VARIANT
