// A violation: kept once, and the validator is off. After debug_locks_off().
#include "host/validator_internal.hpp"
#include "marker.h"

namespace tracetoll::host::TT_VARIANT {

void report_violation(Validator& validator, const Report& report) {
  if (!validator.enabled) return;
  MARK(violation, report.kind, report.length, report.ip);
  validator.enabled = false;
  validator.report = report;
}

void report_lock(Validator& validator, Violation kind, const LockMap& lock, std::uintptr_t ip) {
  Report report{};
  report.kind = kind;
  report.lock_name = lock.name;
  report.ip = ip;
  report_violation(validator, report);
}

}  // namespace tracetoll::host::TT_VARIANT
