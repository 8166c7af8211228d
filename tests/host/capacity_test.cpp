// Every table of the validator when it is full.
#include "host/validator_fixture.hpp"

namespace tracetoll::host::test {
namespace {

using CapacityTest = ValidatorTest;

TEST_F(CapacityTest, HeldStackTakesItsLengthAndNoMore) {
  for (std::uint32_t i = 0; i < kMaxHeldLocks; ++i) try_acquire(lock("l" + std::to_string(i)));
  EXPECT_EQ(report(), "");
  EXPECT_EQ(task().depth, kMaxHeldLocks);
  try_acquire(lock("last"));
  EXPECT_EQ(report(), "held_overflow: last is one lock more than the 48 that can be held");
  EXPECT_EQ(task().depth, kMaxHeldLocks);
}

TEST_F(CapacityTest, Classes) {
  for (std::uint32_t i = 0; i < kMaxClasses; ++i) nest(lock("l"));
  EXPECT_EQ(report(), "");
  nest(lock("last"));
  EXPECT_EQ(report(), "class_capacity: last needs one class more than 1024");
}

TEST_F(CapacityTest, SubclassOutOfRange) {
  acquire(lock("a"), 0, kMaxSubclasses);
  EXPECT_EQ(report(), "bad_class: a has no key, or a subclass beyond 7");
}

TEST_F(CapacityTest, LockWithoutAKey) {
  LockMap map{};
  acquire(map);
  EXPECT_EQ(violation(), Violation::bad_class);
}

// Each subset of 13 ordered classes is a chain; they share 78 dependencies.
TEST_F(CapacityTest, Chains) {
  for (int i = 0; i < 13; ++i) lock("l" + std::to_string(i));
  for (unsigned subset = 1; subset < 1U << 13 && violation() == Violation::none; ++subset) {
    for (unsigned i = 0; i < 13; ++i) {
      if (subset & (1U << i)) acquire(locks_[i].map);
    }
    for (unsigned i = 0; i < 13 && validator_->enabled; ++i) {
      if (subset & (1U << i)) release(locks_[i].map);
    }
  }
  EXPECT_EQ(violation(), Violation::chain_capacity);
  EXPECT_EQ(report().substr(0, 40), "chain_capacity: the chain that ends in l");
  EXPECT_LE(validator_->chain_count, kMaxChains);
  EXPECT_LE(validator_->chain_entry_count, kMaxChainEntries);
}

TEST_F(CapacityTest, Dependencies) {
  constexpr std::size_t kLocks = 66;  // 2145 pairs
  for (std::size_t i = 0; i < kLocks; ++i) lock("l" + std::to_string(i));
  for (std::size_t i = 0; i < kLocks; ++i) {
    for (std::size_t j = i + 1; j < kLocks && validator_->enabled; ++j) {
      nest(locks_[i].map, locks_[j].map);
    }
  }
  EXPECT_EQ(violation(), Violation::dependency_capacity);
  EXPECT_NE(report().find("is one dependency more than 2048"), std::string::npos) << report();
  EXPECT_EQ(validator_->dependency_count, kMaxDependencies);
}

TEST_F(CapacityTest, NothingIsTrackedAfterwards) {
  for (std::uint32_t i = 0; i <= kMaxHeldLocks; ++i) try_acquire(lock("l"));
  const std::uint64_t pushes = validator_->statistics.pushes;
  nest(lock("a"), lock("b"));
  EXPECT_EQ(validator_->statistics.pushes, pushes);
}

TEST_F(CapacityTest, MergedLocksDoNotWrapTheirCount) {
  LockMap &outer = lock("outer"), &a = lock("a");
  acquire(outer);
  for (int i = 0; i <= UINT16_MAX + 1; ++i) acquire(a, 0, 0, &outer);
  EXPECT_EQ(violation(), Violation::held_overflow);
}

TEST(ValidatorNames, EveryKindHasOne) {
  for (int kind = 0; kind <= static_cast<int>(Violation::irq_state_mismatch); ++kind) {
    EXPECT_NE(violation_name(static_cast<Violation>(kind)), "?") << kind;
  }
}

}  // namespace
}  // namespace tracetoll::host::test
