// Cycles and recursion.
#include "host/validator_fixture.hpp"

namespace tracetoll::host::test {
namespace {

using DeadlockTest = ValidatorTest;

TEST_F(DeadlockTest, OneOrderIsFine) {
  LockMap &a = lock("a"), &b = lock("b"), &c = lock("c");
  nest(a, b, c);
  nest(a, c);
  nest(b, c);
  EXPECT_EQ(report(), "");
  EXPECT_EQ(task().depth, 0U);
}

TEST_F(DeadlockTest, TwoLocksInBothOrders) {
  LockMap &a = lock("a"), &b = lock("b");
  nest(a, b);
  nest(b, a);
  EXPECT_EQ(report(), "circular: taking a while holding b closes the cycle a -> b -> a");
  EXPECT_FALSE(validator_->enabled);
}

TEST_F(DeadlockTest, CycleOfThreeNamesAllThree) {
  LockMap &a = lock("a"), &b = lock("b"), &c = lock("c");
  nest(a, b);
  nest(b, c);
  EXPECT_EQ(violation(), Violation::none);
  nest(c, a);
  EXPECT_EQ(report(), "circular: taking a while holding c closes the cycle a -> b -> c -> a");
}

TEST_F(DeadlockTest, CycleLongerThanAReportKeepsBothEnds) {
  for (int i = 0; i < 40; ++i) lock("l" + std::to_string(i));
  for (std::size_t i = 0; i + 1 < 40; ++i) nest(locks_[i].map, locks_[i + 1].map);
  nest(locks_[39].map, locks_[0].map);
  EXPECT_EQ(violation(), Violation::circular);
  EXPECT_EQ(report().substr(0, 36), "circular: taking l0 while holding l3");
  EXPECT_EQ(validator_->report.length, kMaxPath);
}

TEST_F(DeadlockTest, SameClassTwice) {
  LockMap& a = lock("a");
  nest(a, sibling(a));
  EXPECT_EQ(report(), "recursive: a is taken while a lock of its class is held");
}

TEST_F(DeadlockTest, SubclassMakesNestingFine) {
  LockMap& a = lock("a");
  LockMap& b = sibling(a);
  acquire(a);
  acquire(b, 0, 1);
  release(b);
  release(a);
  EXPECT_EQ(report(), "");
  EXPECT_EQ(validator_->class_count, 2U);
}

TEST_F(DeadlockTest, SubclassesInBothOrdersAreNamed) {
  LockMap& a = lock("a");
  LockMap& b = sibling(a);
  acquire(a);
  acquire(b, 0, 1);
  release(b);
  release(a);
  acquire(b, 0, 1);
  acquire(a);
  EXPECT_EQ(report(), "circular: taking a while holding a/1 closes the cycle a -> a/1 -> a");
}

TEST_F(DeadlockTest, NestLockMergesItsClass) {
  LockMap &outer = lock("outer"), &a = lock("a");
  LockMap &b = sibling(a), &c = sibling(a);
  acquire(outer);
  for (LockMap* each : {&a, &b, &c}) acquire(*each, 0, 0, &outer);
  EXPECT_EQ(task().depth, 2U);
  EXPECT_EQ(task().held[1].references, 3U);
  for (LockMap* each : {&b, &a, &c}) release(*each);
  EXPECT_EQ(task().depth, 1U);
  release(outer);
  EXPECT_EQ(report(), "");
}

TEST_F(DeadlockTest, NestLockMustBeHeld) {
  LockMap &outer = lock("outer"), &a = lock("a");
  acquire(a, 0, 0, &outer);
  EXPECT_EQ(report(), "nest_lock_not_held: outer is given as nest lock and not held");
}

TEST_F(DeadlockTest, RecursiveReadIsFine) {
  LockMap& a = lock("a");
  acquire(a, 2);
  acquire(a, 2);
  release(a);
  release(a);
  EXPECT_EQ(report(), "");
}

TEST_F(DeadlockTest, FairReadInsideReadIsNot) {
  LockMap& a = lock("a");
  acquire(a, 1);
  acquire(a, 1);  // waits behind a writer that waits for the first
  EXPECT_EQ(violation(), Violation::recursive);
}

TEST_F(DeadlockTest, RecursiveReadInsideWriteIsNot) {
  LockMap& a = lock("a");
  acquire(a, 0);
  acquire(a, 2);
  EXPECT_EQ(violation(), Violation::recursive);
}

// a(write) -> b(recursive read) and b(read) -> a: the readers of b share it, nobody waits.
TEST_F(DeadlockTest, RecursiveReadersDoNotCloseACycle) {
  LockMap &a = lock("a"), &b = lock("b");
  acquire(a);
  acquire(b, 2);
  release(b);
  release(a);
  acquire(b, 1);
  acquire(a);
  EXPECT_EQ(report(), "");
}

TEST_F(DeadlockTest, RecursiveReaderAgainstWriterDoes) {
  LockMap &a = lock("a"), &b = lock("b");
  acquire(a);
  acquire(b, 2);
  release(b);
  release(a);
  acquire(b);
  acquire(a);
  EXPECT_EQ(violation(), Violation::circular);
}

// The class is reached first by a path that does not block and then by one that does. A search that
// marks classes and not (class, kind of path) drops the second.
TEST_F(DeadlockTest, AWeakPathDoesNotHideAStrongOne) {
  LockMap &a = lock("a"), &b = lock("b"), &c = lock("c"), &d = lock("d");
  nest(a, d);
  acquire(d);
  acquire(b);
  release(b);
  release(d);
  acquire(a);
  acquire(b, 2);  // a -> b by a recursive reader: nearer to a than a -> d -> b
  release(b);
  release(a);
  acquire(b, 1);  // b(shared) -> c blocks after d -> b only
  acquire(c);
  release(c);
  release(b);
  ASSERT_EQ(report(), "");
  nest(c, a);
  EXPECT_EQ(violation(), Violation::circular);
}

TEST_F(DeadlockTest, TrylockClosesNoCycle) {
  LockMap &a = lock("a"), &b = lock("b");
  nest(a, b);
  acquire(b);
  try_acquire(a);
  release(a);
  release(b);
  EXPECT_EQ(report(), "");
}

TEST_F(DeadlockTest, DependencyReachesPastATrylock) {
  LockMap &a = lock("a"), &b = lock("b"), &c = lock("c");
  acquire(a);
  try_acquire(b);
  acquire(c);  // waits with a and b held
  release(c);
  release(b);
  release(a);
  nest(c, a);
  EXPECT_EQ(violation(), Violation::circular);
}

}  // namespace
}  // namespace tracetoll::host::test
