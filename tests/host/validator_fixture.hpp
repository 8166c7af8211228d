// A validator and locks to take, through the code of TT_VARIANT.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <string>

#include "host/report.hpp"
#include "host/validator.hpp"
#include "host/validator_state.hpp"

namespace tracetoll::host::test {

struct NamedLock {
  std::string name;
  LockKey key;
  LockMap map;
};

class ValidatorTest : public testing::Test {
 protected:
  ValidatorTest() : validator_(std::make_unique<Validator>()) { init_validator(*validator_); }

  // A new lock of a class of its own.
  LockMap& lock(const std::string& name) {
    NamedLock& lock = locks_.emplace_back();
    lock.name = name;
    init_lock_map(lock.map, lock.key, lock.name.c_str());
    return lock.map;
  }

  // Another lock of the class of `of`.
  LockMap& sibling(const LockMap& of) {
    NamedLock& lock = locks_.emplace_back();
    init_lock_map(lock.map, *of.key, of.name);
    return lock.map;
  }

  void acquire(LockMap& lock, int read = 0, unsigned subclass = 0, LockMap* nest = nullptr) {
    TT_VALIDATOR::lock_acquire(*validator_, lock, subclass, 0, read, 1, nest, 7);
  }
  void try_acquire(LockMap& lock) {
    TT_VALIDATOR::lock_acquire(*validator_, lock, 0, 1, 0, 1, nullptr, 7);
  }
  void release(LockMap& lock) { TT_VALIDATOR::lock_release(*validator_, lock, 8); }

  // Takes them in this order and releases them in the opposite one.
  template <typename... Locks>
  void nest(LockMap& outer, Locks&... inner) {
    acquire(outer);
    if constexpr (sizeof...(inner) > 0) nest(inner...);
    release(outer);
  }

  void irqs_off() {
    task().interrupts = false;
    TT_VALIDATOR::hardirqs_off(*validator_, 9);
  }
  void irqs_on() {
    TT_VALIDATOR::hardirqs_on(*validator_, 9);
    task().interrupts = true;
  }
  void use_in_hardirq(LockMap& lock, int read = 0) {
    irqs_off();
    ++task().hardirq_context;
    acquire(lock, read);
    release(lock);
    --task().hardirq_context;
    irqs_on();
  }
  void use_in_softirq(LockMap& lock) {
    TT_VALIDATOR::softirqs_off(*validator_, 9);
    ++task().softirq_context;
    acquire(lock);
    release(lock);
    --task().softirq_context;
    TT_VALIDATOR::softirqs_on(*validator_, 9);
  }

  Task& task() { return validator_->task; }
  Violation violation() const { return validator_->report.kind; }
  std::string report() const { return describe(*validator_); }

  std::unique_ptr<Validator> validator_;
  std::deque<NamedLock> locks_;
};

}  // namespace tracetoll::host::test
