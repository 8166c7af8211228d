// The held stack, chain keys and the chain cache.
#include "host/validator_fixture.hpp"

namespace tracetoll::host::test {
namespace {

using HeldTest = ValidatorTest;

TEST_F(HeldTest, ReleaseOfALockNotHeld) {
  LockMap &a = lock("a"), &b = lock("b");
  acquire(a);
  release(b);
  EXPECT_EQ(report(), "release_not_held: b is released and not held");
}

TEST_F(HeldTest, ReleaseWithNothingHeld) {
  release(lock("a"));
  EXPECT_EQ(violation(), Violation::release_not_held);
}

TEST_F(HeldTest, InterruptCannotReleaseWhatItInterrupted) {
  LockMap &a = lock("a"), &b = lock("b");
  irqs_off();
  acquire(a);
  ++task().hardirq_context;
  acquire(b);
  release(a);
  EXPECT_EQ(violation(), Violation::release_not_held);
}

TEST_F(HeldTest, ReleasedOutOfOrderLeavesTheKeyOfWhatIsHeld) {
  LockMap &a = lock("a"), &b = lock("b"), &c = lock("c");
  acquire(a);
  acquire(c);
  const std::uint64_t expected = task().chain_key;
  release(c);
  release(a);
  acquire(a);
  acquire(b);
  acquire(c);
  EXPECT_NE(task().chain_key, expected);
  release(b);
  EXPECT_EQ(task().chain_key, expected);
  EXPECT_EQ(task().depth, 2U);
  EXPECT_EQ(task().held[1].instance, &c);
  release(c);
  release(a);
  EXPECT_EQ(task().chain_key, kInitialChainKey);
  EXPECT_EQ(report(), "");
}

TEST_F(HeldTest, OutermostReleasedFirst) {
  LockMap &a = lock("a"), &b = lock("b"), &c = lock("c");
  for (LockMap* each : {&a, &b, &c}) acquire(*each);
  for (LockMap* each : {&a, &b, &c}) release(*each);
  EXPECT_EQ(task().depth, 0U);
  EXPECT_EQ(task().chain_key, kInitialChainKey);
  EXPECT_EQ(report(), "");
}

TEST_F(HeldTest, ReadAndWriteAreDifferentChains) {
  LockMap& a = lock("a");
  for (int read : {0, 1, 2}) {
    acquire(a, read);
    release(a);
  }
  EXPECT_EQ(validator_->chain_count, 3U);
}

TEST_F(HeldTest, ChainKeepsItsClasses) {
  LockMap &a = lock("a"), &b = lock("b");
  nest(a, b);
  const Chain& chain = validator_->chains[1];
  ASSERT_EQ(chain.depth, 2);
  EXPECT_EQ(validator_->chain_entries[chain.first], a.class_cache[0] - validator_->classes);
  EXPECT_EQ(validator_->chain_entries[chain.first + 1], b.class_cache[0] - validator_->classes);
}

TEST_F(HeldTest, KnownChainWalksNoGraph) {
  LockMap &a = lock("a"), &b = lock("b"), &c = lock("c");
  nest(a, b, c);
  const ValidatorStatistics before = validator_->statistics;
  const std::uint32_t chains = validator_->chain_count;
  nest(a, b, c);
  EXPECT_EQ(validator_->statistics.searches, before.searches);
  EXPECT_EQ(validator_->statistics.pushes, before.pushes + 3);
  EXPECT_EQ(validator_->chain_count, chains);
  nest(a, c);
  EXPECT_GT(validator_->statistics.searches, before.searches);
}

TEST_F(HeldTest, UncheckedLockIsHeldAndLeavesNoChain) {
  LockMap& a = lock("a");
  TT_VALIDATOR::lock_acquire(*validator_, a, 0, 0, 2, 0, nullptr, 1);
  EXPECT_EQ(task().depth, 1U);
  EXPECT_EQ(validator_->chain_count, 0U);
  EXPECT_EQ(a.class_cache[0]->usage_mask, usage_flag(kUsedRead));
  release(a);
  EXPECT_EQ(report(), "");
}

TEST_F(HeldTest, RecursionGuardKeepsTheValidatorOut) {
  LockMap& a = lock("a");
  task().recursion = 1;
  acquire(a);
  release(lock("b"));
  task().recursion = 0;
  EXPECT_EQ(task().depth, 0U);
  EXPECT_EQ(validator_->class_count, 0U);
  EXPECT_EQ(report(), "");
}

TEST_F(HeldTest, GuardAndFlagAreBackAfterEachCall) {
  LockMap &a = lock("a"), &b = lock("b");
  nest(a, b);
  nest(b, a);  // a violation leaves by another way
  EXPECT_EQ(violation(), Violation::circular);
  EXPECT_EQ(task().recursion, 0U);
  EXPECT_TRUE(task().interrupts);
}

TEST_F(HeldTest, AcquiredRemembersTheOwner) {
  LockMap& a = lock("a");
  acquire(a);
  TT_VALIDATOR::lock_acquired(*validator_, a, 42);
  release(a);
  EXPECT_EQ(a.acquired_ip, 42U);
}

TEST_F(HeldTest, FirstViolationIsKept) {
  LockMap& a = lock("a");
  release(a);
  nest(a, sibling(a));
  release(a);
  EXPECT_EQ(violation(), Violation::release_not_held);
  EXPECT_EQ(task().depth, 0U);
}

}  // namespace
}  // namespace tracetoll::host::test
