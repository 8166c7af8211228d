// New usage bits of a class, and the violations they can complete. After mark_lock().
#include "host/validator_internal.hpp"
#include "marker.h"

namespace tracetoll::host::TT_VARIANT {
namespace {

// Bits of other uses of the lock, or of a lock across a dependency, that exclude this one: the
// other direction, exclusive or read. Two readers of one class do not wait for each other, unless
// the one in the interrupt is not recursive: find_usage() looks at the class itself too, and knows.
std::uint32_t excluded_by(std::uint32_t bit, bool same_class) {
  const std::uint32_t opposite = (bit ^ kDirectionBit) & ~kReadBit;
  const bool exclusive_only = same_class && (bit & kReadBit) != 0;
  return usage_flag(opposite) | (exclusive_only ? 0 : usage_flag(opposite | kReadBit));
}

Report usage_report(Violation kind, std::uint32_t bit, std::uint32_t other_mask,
                    std::uintptr_t ip) {
  const auto other = static_cast<std::uint32_t>(__builtin_ctz(other_mask));
  const bool enables = (bit & kDirectionBit) != 0;
  Report report{};
  report.kind = kind;
  report.ip = ip;
  report.used_bit = static_cast<std::uint8_t>(enables ? other : bit);
  report.enabled_bit = static_cast<std::uint8_t>(enables ? bit : other);
  return report;
}

bool check_usage(Validator& validator, const HeldLock& lock, std::uint32_t bit, std::uintptr_t ip) {
  const std::uint32_t conflicts =
      validator.classes[lock.class_index].usage_mask & excluded_by(bit, true);
  if (conflicts != 0) {
    Report report = usage_report(Violation::inconsistent_usage, bit, conflicts, ip);
    report.length = 1;
    report.classes[0] = lock.class_index;
    report_violation(validator, report);
    return false;
  }
  // Used in an interrupt: nothing after it may be held with that interrupt enabled. Enabled:
  // nothing before it may be used in the interrupt.
  const bool enables = (bit & kDirectionBit) != 0;
  const Direction direction = enables ? Direction::backward : Direction::forward;
  const Path path = find_usage(validator, direction, lock, excluded_by(bit, false));
  if (path.length == 0) return true;
  const std::uint16_t other = path.classes[path.length - 1];
  const std::uint32_t other_mask = validator.classes[other].usage_mask & excluded_by(bit, false);
  const Violation kind =
      path.length == 1 ? Violation::inconsistent_usage : Violation::irq_dependency;
  Report report = usage_report(kind, bit, other_mask, ip);
  report.length = path.length;
  for (std::uint32_t i = 0; i < path.length; ++i) {
    report.classes[enables ? path.length - 1 - i : i] = path.classes[i];
  }
  report_violation(validator, report);
  return false;
}

}  // namespace

bool mark_new_usage(Validator& validator, const HeldLock& lock, std::uint32_t missing,
                    std::uintptr_t ip) {
  LockClass& lock_class = validator.classes[lock.class_index];
  for (std::uint32_t bit = 0; bit < kUsageBits; ++bit) {
    if ((missing & usage_flag(bit)) == 0) continue;
    lock_class.usage_mask |= usage_flag(bit);
    lock_class.usage_ip[bit] = ip;
    MARK(usage_new, &lock_class, bit, lock_class.usage_mask, ip);
    if (bit < kUsed && !check_usage(validator, lock, bit, ip)) return false;
  }
  return true;
}

}  // namespace tracetoll::host::TT_VARIANT
