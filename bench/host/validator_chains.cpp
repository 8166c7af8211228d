// New chains: added to the cache, then checked. After validate_chain() and check_prevs_add().
#include "host/validator_internal.hpp"
#include "marker.h"

namespace tracetoll::host::TT_VARIANT {
namespace {

Report report_of(Violation kind, const HeldLock& lock) {
  Report report{};
  report.kind = kind;
  report.ip = lock.acquire_ip;
  report.length = 1;
  report.classes[0] = lock.class_index;
  return report;
}

// The chain's locks are those of the same interrupt context, from the outermost to the new one.
bool add_chain(Validator& validator, const HeldLock& next, std::uint64_t key) {
  const HeldLock* first = &next;
  while (first != validator.task.held && first[-1].irq_context == next.irq_context) --first;
  const auto depth = static_cast<std::uint32_t>(&next - first) + 1;
  if (validator.chain_count == kMaxChains ||
      validator.chain_entry_count + depth > kMaxChainEntries) {
    report_violation(validator, report_of(Violation::chain_capacity, next));
    return false;
  }
  Chain& chain = validator.chains[validator.chain_count++];
  std::uint32_t& bucket = validator.chain_hash[key >> (64 - kChainHashBits)];
  chain.key = key;
  chain.next = bucket;
  chain.first = validator.chain_entry_count;
  chain.depth = static_cast<std::uint8_t>(depth);
  chain.irq_context = next.irq_context;
  bucket = validator.chain_count;
  for (const HeldLock* held = first; held <= &next; ++held) {
    validator.chain_entries[validator.chain_entry_count++] = held->class_index;
  }
  MARK(chain_add, key, depth, chain.irq_context, chain.first);
  return true;
}

enum class Recursion : std::uint8_t { no, nested, deadlock };

// A class that is held already: fine for a recursive reader beside a reader, and under a nest_lock,
// which is held by whoever takes several locks of the class.
Recursion check_recursion(const Task& task, const HeldLock& next) {
  bool nested = false;
  for (std::uint32_t i = 0; i < task.depth; ++i) {
    const HeldLock& prev = task.held[i];
    if (prev.instance == next.nest_lock) nested = true;
    if (prev.class_index != next.class_index) continue;
    if (next.read == 2 && prev.read != 0) continue;
    return nested ? Recursion::nested : Recursion::deadlock;
  }
  return Recursion::no;
}

}  // namespace

bool check_new_chain(Validator& validator, const HeldLock& next, std::uint64_t chain_key,
                     bool chain_head) {
  if (!add_chain(validator, next, chain_key)) return false;
  const Recursion recursion = check_recursion(validator.task, next);
  if (recursion == Recursion::deadlock) {
    report_violation(validator, report_of(Violation::recursive, next));
    return false;
  }
  if (chain_head || recursion == Recursion::nested) return true;
  return check_new_dependencies(validator, next);
}

}  // namespace tracetoll::host::TT_VARIANT
