#include "host/report.hpp"

#include <string>

namespace tracetoll::host {
namespace {

std::string class_name(const Validator& validator, std::uint16_t index) {
  const LockClass& lock_class = validator.classes[index];
  std::string name = lock_class.name == nullptr ? "?" : lock_class.name;
  if (lock_class.subclass != 0) name += "/" + std::to_string(lock_class.subclass);
  return name;
}

std::string chain_text(const Validator& validator, std::uint32_t first, std::uint32_t end) {
  std::string text;
  for (std::uint32_t i = first; i < end; ++i) {
    if (!text.empty()) text += " -> ";
    text += class_name(validator, validator.report.classes[i]);
  }
  return text;
}

const char* context_name(std::uint32_t bit) {
  return bit < kUsedInSoftirq ? "hardirq" : "softirq";
}

const char* read_suffix(std::uint32_t bit) {
  return (bit & kReadBit) != 0 ? " (read)" : "";
}

std::string irq_text(const Report& report, const std::string& used, const std::string& enabled) {
  const std::string context = context_name(report.used_bit);
  return used + " is used in " + context + read_suffix(report.used_bit) + ", " + enabled +
         " is held with " + context + "s enabled" + read_suffix(report.enabled_bit);
}

std::string detail(const Validator& validator) {
  const Report& report = validator.report;
  const auto name = [&](std::uint32_t i) { return class_name(validator, report.classes[i]); };
  const std::string lock = report.lock_name == nullptr ? "?" : report.lock_name;
  switch (report.kind) {
    case Violation::none:
      return "";
    case Violation::circular:
      return "taking " + name(0) + " while holding " + name(report.length - 1) +
             " closes the cycle " + chain_text(validator, 0, report.length) + " -> " + name(0);
    case Violation::recursive:
      return name(0) + " is taken while a lock of its class is held";
    case Violation::inconsistent_usage:
      return irq_text(report, name(0), "and");
    case Violation::irq_dependency:
      return irq_text(report, name(0), name(report.length - 1)) + ", and there is " +
             chain_text(validator, 0, report.length);
    case Violation::release_not_held:
      return lock + " is released and not held";
    case Violation::nest_lock_not_held:
      return lock + " is given as nest lock and not held";
    case Violation::held_overflow:
      return lock + " is one lock more than the " + std::to_string(kMaxHeldLocks) +
             " that can be held";
    case Violation::bad_class:
      return lock + " has no key, or a subclass beyond " + std::to_string(kMaxSubclasses - 1);
    case Violation::class_capacity:
      return lock + " needs one class more than " + std::to_string(kMaxClasses);
    case Violation::chain_capacity:
      return "the chain that ends in " + name(0) + " is one more than fit (" +
             std::to_string(kMaxChains) + " chains, " + std::to_string(kMaxChainEntries) +
             " entries)";
    case Violation::dependency_capacity:
      return name(0) + " -> " + name(1) + " is one dependency more than " +
             std::to_string(kMaxDependencies / 2);
    case Violation::irq_state_mismatch:
      return "the interrupt flag is not what the hooks said" +
             (report.lock_name == nullptr ? std::string() : ", seen at " + lock);
  }
  return "";
}

}  // namespace

std::string_view violation_name(Violation kind) {
  switch (kind) {
    case Violation::none:
      return "none";
    case Violation::circular:
      return "circular";
    case Violation::recursive:
      return "recursive";
    case Violation::inconsistent_usage:
      return "inconsistent_usage";
    case Violation::irq_dependency:
      return "irq_dependency";
    case Violation::release_not_held:
      return "release_not_held";
    case Violation::nest_lock_not_held:
      return "nest_lock_not_held";
    case Violation::held_overflow:
      return "held_overflow";
    case Violation::bad_class:
      return "bad_class";
    case Violation::class_capacity:
      return "class_capacity";
    case Violation::chain_capacity:
      return "chain_capacity";
    case Violation::dependency_capacity:
      return "dependency_capacity";
    case Violation::irq_state_mismatch:
      return "irq_state_mismatch";
  }
  return "?";
}

std::string describe(const Validator& validator) {
  if (validator.report.kind == Violation::none) return "";
  return std::string(violation_name(validator.report.kind)) + ": " + detail(validator);
}

}  // namespace tracetoll::host
