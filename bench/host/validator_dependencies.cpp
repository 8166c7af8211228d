// New dependencies: no cycle, and no lock used in an interrupt before one held with it enabled.
#include "host/validator_internal.hpp"
#include "marker.h"

namespace tracetoll::host::TT_VARIANT {
namespace {

// The usage that a mask excludes: used in an interrupt against enabled, both read twins.
std::uint32_t exclusive_mask(std::uint32_t mask) {
  std::uint32_t excluded =
      ((mask & kUsedInMask) << kDirectionBit) | ((mask & kEnabledMask) >> kDirectionBit);
  excluded |= ((excluded & kReadMask) >> kReadBit) | ((excluded & ~kReadMask) << kReadBit);
  return excluded;
}

std::uint8_t lowest_bit(std::uint32_t mask) {
  return static_cast<std::uint8_t>(__builtin_ctz(mask));
}

bool check_cycle(Validator& validator, const HeldLock& prev, const HeldLock& next) {
  const Path path = find_conflict(validator, prev, next);
  if (path.length == 0) return true;
  Report report{};
  report.kind = Violation::circular;
  report.ip = next.acquire_ip;
  report.length = path.length;
  for (std::uint32_t i = 0; i < path.length; ++i) report.classes[i] = path.classes[i];
  report_violation(validator, report);
  return false;
}

// Something used in an interrupt leads to prev, and next to something held while that interrupt is
// enabled: the interrupt can come while the latter is held, and wait for the former's owner.
bool check_irq_dependency(Validator& validator, const HeldLock& prev, const HeldLock& next) {
  const std::uint32_t used = usage_before(validator, prev) & kUsedInMask;
  if (used == 0) return true;
  const Path unsafe = find_usage(validator, Direction::forward, next, exclusive_mask(used));
  if (unsafe.length == 0) return true;
  const std::uint16_t unsafe_class = unsafe.classes[unsafe.length - 1];
  const std::uint32_t enabled = validator.classes[unsafe_class].usage_mask & kEnabledMask;
  const Path safe =
      find_usage(validator, Direction::backward, prev, exclusive_mask(enabled) & used);
  // It is there: its bit is in `used`, and exclusion is symmetric.
  const std::uint16_t safe_class = safe.classes[safe.length - 1];
  const std::uint32_t safe_mask =
      validator.classes[safe_class].usage_mask & exclusive_mask(enabled) & used;
  Report report{};
  report.kind = Violation::irq_dependency;
  report.ip = next.acquire_ip;
  report.length = 4;
  report.classes[0] = safe_class;
  report.classes[1] = prev.class_index;
  report.classes[2] = next.class_index;
  report.classes[3] = unsafe_class;
  report.used_bit = lowest_bit(safe_mask);
  report.enabled_bit = lowest_bit(enabled & exclusive_mask(safe_mask));
  report_violation(validator, report);
  return false;
}

bool check_dependency(Validator& validator, const HeldLock& prev, const HeldLock& next,
                      std::uint16_t distance) {
  if (!check_cycle(validator, prev, next)) return false;
  if (!check_irq_dependency(validator, prev, next)) return false;
  if (!add_dependency(validator, prev, next, distance)) {
    Report report{};
    report.kind = Violation::dependency_capacity;
    report.ip = next.acquire_ip;
    report.length = 2;
    report.classes[0] = prev.class_index;
    report.classes[1] = next.class_index;
    report_violation(validator, report);
    return false;
  }
  MARK(dependency_add, prev.class_index, next.class_index, distance);
  return true;
}

}  // namespace

// Down the held stack to the first lock that was not tried: that one has added its own
// dependencies on the locks below, so this one is connected to them through it.
bool check_new_dependencies(Validator& validator, const HeldLock& next) {
  const HeldLock* prev = &next;
  std::uint16_t distance = 0;
  while (prev != validator.task.held && prev[-1].irq_context == next.irq_context) {
    --prev;
    ++distance;
    if (!prev->check) continue;
    if (!check_dependency(validator, *prev, next, distance)) return false;
    if (!prev->trylock) break;
  }
  return true;
}

}  // namespace tracetoll::host::TT_VARIANT
