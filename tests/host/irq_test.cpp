// Locks and interrupts.
#include "host/validator_fixture.hpp"

namespace tracetoll::host::test {
namespace {

using IrqTest = ValidatorTest;

constexpr char kInconsistent[] =
    "inconsistent_usage: a is used in hardirq, and is held with hardirqs enabled";

TEST_F(IrqTest, UsedInHardirqThenHeldWithThemEnabled) {
  LockMap& a = lock("a");
  use_in_hardirq(a);
  EXPECT_EQ(report(), "");
  nest(a);
  EXPECT_EQ(report(), kInconsistent);
}

TEST_F(IrqTest, HeldWithThemEnabledThenUsedInHardirq) {
  LockMap& a = lock("a");
  nest(a);
  use_in_hardirq(a);
  EXPECT_EQ(report(), kInconsistent);
}

TEST_F(IrqTest, HeldWithThemDisabledIsFine) {
  LockMap& a = lock("a");
  use_in_hardirq(a);
  irqs_off();
  nest(a);
  irqs_on();
  EXPECT_EQ(report(), "");
}

TEST_F(IrqTest, EnablingWhileHoldingIsFound) {
  LockMap& a = lock("a");
  use_in_hardirq(a);
  irqs_off();
  acquire(a);
  irqs_on();
  EXPECT_EQ(report(), kInconsistent);
}

TEST_F(IrqTest, SoftirqIsAnotherContext) {
  LockMap& a = lock("a");
  use_in_softirq(a);
  EXPECT_EQ(report(), "");  // hardirqs stayed on: they are no danger to it
}

TEST_F(IrqTest, SoftirqUseThenHeldWithSoftirqsEnabled) {
  LockMap& a = lock("a");
  use_in_softirq(a);
  nest(a);
  EXPECT_EQ(report(),
            "inconsistent_usage: a is used in softirq, and is held with softirqs enabled");
}

TEST_F(IrqTest, SoftirqsOffIsEnough) {
  LockMap& a = lock("a");
  use_in_softirq(a);
  TT_VALIDATOR::softirqs_off(*validator_, 1);
  nest(a);
  TT_VALIDATOR::softirqs_on(*validator_, 1);
  EXPECT_EQ(report(), "");
}

TEST_F(IrqTest, ReadersOnBothSidesAreFine) {
  LockMap& a = lock("a");
  use_in_hardirq(a, 2);
  acquire(a, 2);
  release(a);
  EXPECT_EQ(report(), "");
}

TEST_F(IrqTest, ReaderInHardirqAgainstWriter) {
  LockMap& a = lock("a");
  use_in_hardirq(a, 2);
  nest(a);
  EXPECT_EQ(report(),
            "inconsistent_usage: a is used in hardirq (read), and is held with hardirqs enabled");
}

// A reader that is not recursive waits behind a writer, even beside a reader.
TEST_F(IrqTest, FairReaderInHardirqAgainstReader) {
  LockMap& a = lock("a");
  acquire(a, 1);
  release(a);
  use_in_hardirq(a, 1);
  EXPECT_EQ(violation(), Violation::inconsistent_usage);
}

TEST_F(IrqTest, NewDependencyFromSafeToUnsafe) {
  LockMap &safe = lock("safe"), &unsafe = lock("unsafe");
  use_in_hardirq(safe);
  nest(unsafe);
  irqs_off();
  nest(safe, unsafe);
  EXPECT_EQ(report(),
            "irq_dependency: safe is used in hardirq, unsafe is held with hardirqs enabled, and "
            "there is safe -> safe -> unsafe -> unsafe");
}

TEST_F(IrqTest, NewDependencyJoinsPathsOnBothSides) {
  LockMap &safe = lock("safe"), &prev = lock("prev"), &next = lock("next"), &bad = lock("bad");
  use_in_hardirq(safe);
  irqs_off();
  nest(safe, prev);
  nest(next, bad);
  irqs_on();
  nest(bad);
  EXPECT_EQ(report(), "");
  irqs_off();
  nest(prev, next);
  EXPECT_EQ(report(),
            "irq_dependency: safe is used in hardirq, bad is held with hardirqs enabled, and there "
            "is safe -> prev -> next -> bad");
}

TEST_F(IrqTest, NewUsageMakesTheDependencyUnsafe) {
  LockMap &safe = lock("safe"), &unsafe = lock("unsafe");
  use_in_hardirq(safe);
  irqs_off();
  nest(safe, unsafe);
  irqs_on();
  EXPECT_EQ(report(), "");
  nest(unsafe);
  EXPECT_EQ(report(),
            "irq_dependency: safe is used in hardirq, unsafe is held with hardirqs enabled, and "
            "there is safe -> unsafe");
}

TEST_F(IrqTest, NewUsageInTheInterruptMakesItUnsafe) {
  LockMap &safe = lock("safe"), &unsafe = lock("unsafe");
  nest(unsafe);
  irqs_off();
  nest(safe, unsafe);
  irqs_on();
  use_in_hardirq(safe);
  EXPECT_EQ(report(),
            "irq_dependency: safe is used in hardirq, unsafe is held with hardirqs enabled, and "
            "there is safe -> unsafe");
}

TEST_F(IrqTest, InterruptStartsAChainOfItsOwn) {
  LockMap &a = lock("a"), &b = lock("b");
  acquire(a);
  use_in_hardirq(b);
  release(a);
  EXPECT_EQ(validator_->dependency_count, 0U);
  irqs_off();
  nest(b, a);  // would be an inversion, had b nested in a
  irqs_on();
  EXPECT_EQ(violation(), Violation::irq_dependency);
}

TEST_F(IrqTest, ChainOfAnInterruptIsTheSameWhateverItInterrupts) {
  LockMap &a = lock("a"), &b = lock("b");
  use_in_hardirq(b);
  acquire(a);
  const std::uint32_t chains = validator_->chain_count;
  use_in_hardirq(b);
  EXPECT_EQ(validator_->chain_count, chains);
  release(a);
}

TEST_F(IrqTest, FlagClearedBehindTheHooks) {
  LockMap& a = lock("a");
  task().interrupts = false;
  acquire(a);
  EXPECT_EQ(report(),
            "irq_state_mismatch: the interrupt flag is not what the hooks said, seen at a");
}

TEST_F(IrqTest, HookWithTheFlagUnchanged) {
  TT_VALIDATOR::hardirqs_off(*validator_, 3);
  EXPECT_EQ(report(), "irq_state_mismatch: the interrupt flag is not what the hooks said");
}

TEST_F(IrqTest, RedundantHooksAreCounted) {
  irqs_off();
  TT_VALIDATOR::hardirqs_off(*validator_, 3);
  irqs_on();
  TT_VALIDATOR::softirqs_on(*validator_, 3);
  EXPECT_EQ(validator_->statistics.redundant_irq, 2U);
  EXPECT_EQ(task().irq_events, 2U);
}

}  // namespace
}  // namespace tracetoll::host::test
