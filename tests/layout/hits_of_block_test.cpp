#include "hits_of_block.hpp"

#include <gtest/gtest.h>

#include "site_switch.hpp"

namespace tracetoll {
namespace {

// Counts what it is told to have counted.
class FakeSwitch : public SiteSwitch {
 public:
  void on() override {}
  void off() override {}
  std::optional<std::uint64_t> hits() override { return counts; }
  void forget_hits() override { counts = counts ? std::optional(std::uint64_t{0}) : counts; }
  std::uint64_t most_hits() const override { return most; }

  std::optional<std::uint64_t> counts = 0;
  std::uint64_t most = 0;
};

struct HitsOfBlockTest : ::testing::Test {
  HitsOfBlockTest() {
    timed.entry = &entry;
    timed.on = &site_switch;
    planned.hits_per_op_by_variant = {{"call", 12}};
  }

  WorkloadEntry entry{"w", "call", "", "", nullptr, nullptr, 0};
  FakeSwitch site_switch;
  Timed timed;
  PlannedWorkload planned{"w", 100};
};

TEST_F(HitsOfBlockTest, TheProbesCountIsHitsTimesOperations) {
  HitsOfBlock hits(timed, planned);
  site_switch.counts = 1200;
  hits.check_after(100);
  EXPECT_EQ(hits.failure(), "");
}

TEST_F(HitsOfBlockTest, AnyOtherCountLosesTheBlock) {
  for (const std::uint64_t counted : {0, 1199, 1201, 2400}) {
    HitsOfBlock hits(timed, planned);
    site_switch.counts = counted;
    hits.check_after(100);
    EXPECT_NE(hits.failure().find("expected were 1200"), std::string::npos) << counted;
  }
}

// A later part that is right does not make up for it.
TEST_F(HitsOfBlockTest, OnePartThatIsWrongLosesTheBlock) {
  HitsOfBlock hits(timed, planned);
  site_switch.counts = 11;
  hits.check_after(1);
  site_switch.counts = 12;
  hits.check_after(1);
  EXPECT_NE(hits.failure().find("counted 11 hits in 1 operations"), std::string::npos);
}

TEST_F(HitsOfBlockTest, HitsThatWereNotCountedBeforehandLoseIt) {
  planned.hits_per_op_by_variant.clear();
  HitsOfBlock hits(timed, planned);
  hits.check_after(1);
  EXPECT_FALSE(hits.failure().empty());
}

TEST_F(HitsOfBlockTest, AProbeWithoutACountAndDormantSitesAreNotChecked) {
  site_switch.counts.reset();
  HitsOfBlock empty(timed, planned);
  empty.check_after(100);
  EXPECT_EQ(empty.failure(), "");
  timed.on = nullptr;
  HitsOfBlock dormant(timed, planned);
  dormant.check_after(100);
  EXPECT_EQ(dormant.failure(), "");
}

TEST_F(HitsOfBlockTest, ARingBufferIsReadBeforeItIsFull) {
  site_switch.most = 4096;
  EXPECT_EQ(HitsOfBlock(timed, planned).most_operations(), 341);
  EXPECT_EQ(operations_within(4096, 3042), 1);
  EXPECT_EQ(operations_within(4096, 5000), 1);  // then drops are a lost block
}

}  // namespace
}  // namespace tracetoll
