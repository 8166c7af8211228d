// The interrupt state: what a lock is held under. After lockdep_hardirqs_on() and its kin.
#include "host/validator_internal.hpp"
#include "marker.h"

namespace tracetoll::host::TT_VARIANT {
namespace {

// Everything that is held while interrupts come on is a lock held with interrupts enabled.
bool mark_held_locks(Validator& validator, std::uint32_t bit, std::uintptr_t ip) {
  const Task& task = validator.task;
  for (std::uint32_t i = 0; i < task.depth; ++i) {
    const HeldLock& held = task.held[i];
    if (!held.check) continue;
    const std::uint32_t flag = usage_flag(bit) << (held.read != 0);
    const std::uint32_t missing = flag & ~validator.classes[held.class_index].usage_mask;
    if (missing != 0 && !mark_new_usage(validator, held, missing, ip)) return false;
  }
  return true;
}

[[gnu::noinline, gnu::cold]] void report_mismatch(Validator& validator, std::uintptr_t ip) {
  Report report{};
  report.kind = Violation::irq_state_mismatch;
  report.ip = ip;
  report_violation(validator, report);
}

}  // namespace

void hardirqs_off(Validator& validator, std::uintptr_t ip) {
  Task& task = validator.task;
  MARK(hardirqs_off, ip, task.hardirqs_enabled);
  if (!validator.enabled || task.recursion != 0) [[unlikely]]
    return;
  if (task.interrupts) [[unlikely]]
    return report_mismatch(validator, ip);
  if (!task.hardirqs_enabled) {
    ++validator.statistics.redundant_irq;
    return;
  }
  task.hardirqs_enabled = false;
  task.hardirq_ip[0] = ip;
  ++task.irq_events;
}

void hardirqs_on(Validator& validator, std::uintptr_t ip) {
  Task& task = validator.task;
  MARK(hardirqs_on, ip, task.hardirqs_enabled);
  if (!validator.enabled || task.recursion != 0) [[unlikely]]
    return;
  // The hook comes before the flag is set, and never inside a hardirq.
  if (task.interrupts || task.hardirq_context != 0) [[unlikely]] {
    return report_mismatch(validator, ip);
  }
  if (task.hardirqs_enabled) {
    ++validator.statistics.redundant_irq;
    return;
  }
  ++task.recursion;
  if (mark_held_locks(validator, kEnabledHardirq, ip) && task.softirqs_enabled) {
    mark_held_locks(validator, kEnabledSoftirq, ip);
  }
  --task.recursion;
  task.hardirqs_enabled = true;
  task.hardirq_ip[1] = ip;
  ++task.irq_events;
}

void softirqs_off(Validator& validator, std::uintptr_t ip) {
  Task& task = validator.task;
  MARK(softirqs_off, ip, task.softirqs_enabled);
  if (!validator.enabled || task.recursion != 0) [[unlikely]]
    return;
  if (!task.softirqs_enabled) {
    ++validator.statistics.redundant_irq;
    return;
  }
  task.softirqs_enabled = false;
  task.softirq_ip[0] = ip;
  ++task.irq_events;
}

void softirqs_on(Validator& validator, std::uintptr_t ip) {
  Task& task = validator.task;
  MARK(softirqs_on, ip, task.softirqs_enabled);
  if (!validator.enabled || task.recursion != 0) [[unlikely]]
    return;
  if (task.softirqs_enabled) {
    ++validator.statistics.redundant_irq;
    return;
  }
  ++task.recursion;
  task.softirqs_enabled = true;
  task.softirq_ip[1] = ip;
  ++task.irq_events;
  // While hardirqs are off no softirq can run; hardirqs_on() marks for both.
  if (task.hardirqs_enabled) mark_held_locks(validator, kEnabledSoftirq, ip);
  --task.recursion;
}

}  // namespace tracetoll::host::TT_VARIANT
