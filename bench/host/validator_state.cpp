#include "host/validator_state.hpp"

#include <cstring>
#include <type_traits>

namespace tracetoll::host {

static_assert(std::is_trivially_copyable_v<Validator>);

// memset, and not an assignment of Validator{}: padding counts, so that two states can be compared
// as bytes.
void init_validator(Validator& validator) {
  std::memset(static_cast<void*>(&validator), 0, sizeof validator);
  validator.enabled = true;
  validator.task.chain_key = kInitialChainKey;
  validator.task.interrupts = true;
  validator.task.hardirqs_enabled = true;
  validator.task.softirqs_enabled = true;
}

void init_lock_map(LockMap& lock, const LockKey& key, const char* name) {
  lock = LockMap{&key, {}, name, 0};
}

}  // namespace tracetoll::host
