#include "issue_slots.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report.hpp"

namespace tracetoll {
namespace {

// A Zen 4 whose 1000 cycles have 6000 slots: 3000 retired, 600 thrown away, 1200 and 900 without an
// op from the front end and without room in the back end, 300 of the other thread.
Samples zen4_run() {
  Samples samples;
  samples.context.cpu_model = "Zen 4";
  samples.context.variants = {"none"};
  samples.context.workloads.resize(1);
  samples.context.workloads[0].name = "leaf_loop";
  for (int round = 0; round < 2; ++round) {
    Block block;
    block.layout = 1;
    block.round = round;
    block.workload = "leaf_loop";
    block.variant = "none";
    block.operations = 10;
    block.cpu_ns = block.wall_ns = 1e6;
    if (round == 0)
      block.counters = {{"top-down-cycles", 1000},  {"top-down-retired", 3000},
                        {"top-down-issued", 3600},  {"top-down-front-end", 1200},
                        {"top-down-back-end", 900}, {"top-down-smt", 300}};
    samples.blocks.push_back(block);
  }
  return samples;
}

// Four groups are counted in turn: the slots are those of the blocks that counted them.
TEST(IssueSlots, AreSharesOfTheBlocksThatCountedThem) {
  const Report report = make_report(zen4_run());
  const auto& slots = report.workloads[0].variants[0].slots;
  ASSERT_TRUE(slots && slots->parts) << (slots ? slots->reason : "not asked for");
  EXPECT_DOUBLE_EQ(slots->parts->retiring, 0.5);
  EXPECT_DOUBLE_EQ(slots->parts->bad_speculation, 0.1);
  EXPECT_DOUBLE_EQ(slots->parts->front_end, 0.2);
  EXPECT_DOUBLE_EQ(slots->parts->back_end, 0.15);
  EXPECT_DOUBLE_EQ(slots->parts->other_thread, 0.05);
  EXPECT_NE(report_perf_stat(report).find("retiring 50.0 %, bad speculation 10.0 %, front end "),
            std::string::npos);
  const auto json = nlohmann::json::parse(report_json(report));
  EXPECT_EQ(json["workloads"][0]["variants"][0]["top_down"]["front_end"], 0.2);
}

// A counter that is wrong must not become a share.
TEST(IssueSlots, ThatAreNoSharesOfAWholeHaveTheReason) {
  Samples samples = zen4_run();
  samples.blocks[0].counters["top-down-front-end"] = 5000;
  const Report report = make_report(samples);
  const auto& slots = report.workloads[0].variants[0].slots;
  ASSERT_TRUE(slots);
  EXPECT_FALSE(slots->parts);
  EXPECT_NE(report_perf_stat(report).find("top-down level 1: none: "), std::string::npos);
}

// Shares of different blocks add up to nothing.
TEST(IssueSlots, AreOfEventsThatWereCountedTogether) {
  Samples samples = zen4_run();
  samples.blocks[1].counters["top-down-issued"] = 3600;
  const Report report = make_report(samples);
  EXPECT_EQ(report.workloads[0].variants[0].slots->reason, "its events were not counted together");
}

// Half of the formula is no figure, and another CPU's formula is none either.
TEST(IssueSlots, NeedAllTheirEventsAndTheirCpu) {
  Samples samples = zen4_run();
  samples.blocks[0].counters.erase("top-down-issued");
  EXPECT_FALSE(make_report(samples).workloads[0].variants[0].slots->parts);
  samples = zen4_run();
  samples.context.cpu_model = "Zen 3";
  EXPECT_FALSE(make_report(samples).workloads[0].variants[0].slots->parts);
  samples.context.cpu_model = "a CPU of a later year";
  EXPECT_FALSE(make_report(samples).workloads[0].variants[0].slots->parts);
}

TEST(IssueSlots, AreNotMentionedWhereNobodyAsked) {
  Samples samples = zen4_run();
  samples.blocks[0].counters = {{"task-clock", 1e6}};
  EXPECT_FALSE(make_report(samples).workloads[0].variants[0].slots);
}

}  // namespace
}  // namespace tracetoll
