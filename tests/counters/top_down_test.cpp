#include "top_down.hpp"

#include <gtest/gtest.h>

namespace tracetoll {
namespace {

using Counts = std::map<std::string, double>;

// With all six counters, as on the hardware itself.
CpuModel whole(Cpu cpu) {
  CpuModel model = model_of(cpu);
  model.has_core_counters = true;
  return model;
}

// 1000 cycles, 4000 slots: 1000 not delivered, 2000 retired, 2100 issued and 25 cycles of recovery.
const Counts kSkylakeCounts = {{"top-down-cycles", 1000},
                               {"top-down-front-end", 1000},
                               {"top-down-issued", 2100},
                               {"top-down-retired", 2000},
                               {"top-down-recovery-cycles", 25}};

TEST(TopDown, OfSkylake) {
  const TopDownResult result = top_down(model_of(Cpu::kSkylake), kSkylakeCounts);
  ASSERT_TRUE(result.parts) << result.reason;
  EXPECT_DOUBLE_EQ(result.parts->front_end, 0.25);
  EXPECT_DOUBLE_EQ(result.parts->retiring, 0.5);
  EXPECT_DOUBLE_EQ(result.parts->bad_speculation, 0.05);  // (100 + 4 * 25) / 4000
  EXPECT_DOUBLE_EQ(result.parts->back_end, 0.2);
}

// Half of a core's slots are the other hyper-thread's: the formula would call them stalls.
TEST(TopDown, OfSkylakeWithSmtIsRefused) {
  CpuModel cpu = model_of(Cpu::kSkylakeServer);
  cpu.smt_active = true;
  const TopDownResult result = top_down(cpu, kSkylakeCounts);
  EXPECT_FALSE(result.parts);
  EXPECT_NE(result.reason.find("smt/control"), std::string::npos) << result.reason;
}

// 5000 slots: 1100 undelivered less 100 dropped; 900 and 20 clears of 5; 2500 retired; 500 are
// left.
TEST(TopDown, OfIceLake) {
  const TopDownResult result = top_down(model_of(Cpu::kIceLake), {{"top-down-slots", 5000},
                                                                  {"top-down-front-end", 1100},
                                                                  {"top-down-dropped", 100},
                                                                  {"top-down-back-end", 900},
                                                                  {"top-down-clears", 20},
                                                                  {"top-down-retired", 2500}});
  ASSERT_TRUE(result.parts) << result.reason;
  EXPECT_DOUBLE_EQ(result.parts->front_end, 0.2);
  EXPECT_DOUBLE_EQ(result.parts->back_end, 0.2);
  EXPECT_DOUBLE_EQ(result.parts->retiring, 0.5);
  EXPECT_NEAR(result.parts->bad_speculation, 0.1, 1e-12);
}

Counts sapphire_rapids() {
  return {{"top-down-slots", 6000},          {"top-down-front-end", 1300},
          {"top-down-dropped", 100},         {"top-down-back-end", 1200},
          {"top-down-bad-speculation", 500}, {"top-down-retired", 3000}};
}

TEST(TopDown, OfSapphireRapids) {
  const TopDownResult result = top_down(model_of(Cpu::kSapphireRapids), sapphire_rapids());
  ASSERT_TRUE(result.parts) << result.reason;
  EXPECT_DOUBLE_EQ(result.parts->front_end, 0.2);
  EXPECT_DOUBLE_EQ(result.parts->bad_speculation, 0.1);
  EXPECT_DOUBLE_EQ(result.parts->back_end, 0.2);
  EXPECT_DOUBLE_EQ(result.parts->retiring, 0.5);
}

Counts zen() {
  return {{"top-down-cycles", 1000}, {"top-down-front-end", 1200}, {"top-down-back-end", 1200},
          {"top-down-smt", 600},     {"top-down-issued", 3000},    {"top-down-retired", 2700}};
}

TEST(TopDown, OfZen4) {
  const TopDownResult result = top_down(whole(Cpu::kZen4), zen());
  ASSERT_TRUE(result.parts) << result.reason;
  EXPECT_DOUBLE_EQ(result.parts->front_end, 0.2);
  EXPECT_DOUBLE_EQ(result.parts->back_end, 0.2);
  EXPECT_DOUBLE_EQ(result.parts->other_thread, 0.1);
  EXPECT_DOUBLE_EQ(result.parts->retiring, 0.45);
  EXPECT_DOUBLE_EQ(result.parts->bad_speculation, 0.05);
}

// Zen 5 is 8 wide: the same counts leave a quarter of its slots unaccounted for.
TEST(TopDown, TheWidthIsTheCpus) {
  const TopDownResult result = top_down(whole(Cpu::kZen5), zen());
  EXPECT_FALSE(result.parts);
  EXPECT_NE(result.reason.find("add up to 0.750"), std::string::npos) << result.reason;
  Counts wider = zen();
  for (auto& [name, count] : wider)
    if (name != "top-down-cycles") count *= 8. / 6;
  EXPECT_TRUE(top_down(whole(Cpu::kZen5), wider).parts);
}

// 8000 slots, 4000 stalled (2400 front end, 1600 back end), 90 % of the ops kept, 50 mispredictions
// of 4 cycles: 0.2 of the slots move from the front end to the predictions.
Counts neoverse() {
  return {{"top-down-cycles", 1000},    {"top-down-front-end", 2400}, {"top-down-back-end", 1600},
          {"top-down-stalled", 4000},   {"top-down-issued", 4000},    {"top-down-retired", 3600},
          {"top-down-mispredicted", 50}};
}

TEST(TopDown, OfNeoverseV1) {
  const TopDownResult result = top_down(model_of(Cpu::kNeoverseV1), neoverse());
  ASSERT_TRUE(result.parts) << result.reason;
  EXPECT_NEAR(result.parts->front_end, 0.1, 1e-12);
  EXPECT_NEAR(result.parts->back_end, 0.2, 1e-12);
  EXPECT_NEAR(result.parts->retiring, 0.45, 1e-12);
  EXPECT_NEAR(result.parts->bad_speculation, 0.25, 1e-12);
}

TEST(TopDown, OfNeoverseV2WithoutMispredictions) {
  Counts counts = neoverse();
  counts.erase("top-down-mispredicted");
  const TopDownResult result = top_down(model_of(Cpu::kNeoverseV2), counts);
  ASSERT_TRUE(result.parts) << result.reason;
  EXPECT_NEAR(result.parts->front_end, 0.3, 1e-12);
  EXPECT_NEAR(result.parts->bad_speculation, 0.05, 1e-12);
  EXPECT_FALSE(top_down(model_of(Cpu::kNeoverseV1), counts).parts);
}

// Events that the PMU cannot hold at once would be of different stretches of the program.
TEST(TopDown, APmuThatIsTooSmallIsRefused) {
  EXPECT_NE(top_down(model_of(Cpu::kZen4), zen()).reason.find("6 events at once"),
            std::string::npos);
  CpuModel zen4 = whole(Cpu::kZen4);
  EXPECT_EQ(no_top_down(zen4), "");
  zen4.has_watchdog = true;
  EXPECT_NE(no_top_down(zen4), "");
}

// A counter that froze, doubled or was multiplexed breaks the sum; the tolerance is for skid.
TEST(TopDown, TheSumIsAGate) {
  const auto with_back_end = [](double count) {
    Counts counts = sapphire_rapids();
    counts["top-down-back-end"] = count;
    return top_down(model_of(Cpu::kSapphireRapids), counts);
  };
  EXPECT_TRUE(with_back_end(1200 + 6000 * 0.04).parts);
  EXPECT_FALSE(with_back_end(1200 + 6000 * 0.06).parts);
  EXPECT_FALSE(with_back_end(0).parts);
  EXPECT_FALSE(with_back_end(2400).parts);
}

// Where a part is the remainder the sum is 1 by construction, so the remainder is what tells.
TEST(TopDown, ARemainderThatIsNoShareIsRefused) {
  Counts counts = kSkylakeCounts;
  counts["top-down-front-end"] = 3000;
  const TopDownResult result = top_down(model_of(Cpu::kSkylake), counts);
  EXPECT_FALSE(result.parts);
  EXPECT_EQ(result.reason, "top-down: back end comes to -0.300 of the slots");
}

TEST(TopDown, ZeroCyclesAreRefused) {
  Counts counts = kSkylakeCounts;
  for (auto& [name, count] : counts) count = 0;
  EXPECT_FALSE(top_down(model_of(Cpu::kSkylake), counts).parts);
  EXPECT_FALSE(top_down(model_of(Cpu::kNeoverseV1), {{"top-down-cycles", 0}}).parts);
}

TEST(TopDown, AMissingCountIsNamed) {
  Counts counts = zen();
  counts.erase("top-down-smt");
  EXPECT_EQ(top_down(whole(Cpu::kZen4), counts).reason, "top-down-smt was not counted");
}

TEST(TopDown, CpusWithoutSlotsSaySo) {
  for (const Cpu cpu : {Cpu::kZen2, Cpu::kZen3, Cpu::kNeoverseN1, Cpu::kUnknown})
    EXPECT_FALSE(top_down(model_of(cpu), {}).reason.empty());
}

}  // namespace
}  // namespace tracetoll
