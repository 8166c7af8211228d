#include "plan.hpp"

#include <gtest/gtest.h>

namespace tracetoll {
namespace {

TEST(Plan, SurvivesTheProcessBoundary) {
  Plan plan;
  plan.replicate = 3;
  plan.layout = 7;
  plan.seed = 0xffffffffffffffffU;
  plan.schedule_seed = 12;
  plan.rounds = 4;
  plan.first_round = 40;
  plan.workloads = {{"select_500.pure+fds=3", 48}};
  plan.variants = {"none", "sled_cold:750"};
  plan.events = {"cycles", "page-faults"};
  plan.event_groups = {{"cycles"}, {"branches", "instructions"}};
  const Plan copy = plan_from_json(to_json(plan));
  EXPECT_EQ(to_json(copy), to_json(plan));
  EXPECT_EQ(copy.seed, plan.seed);
  EXPECT_EQ(copy.workloads.at(0).name, "select_500.pure+fds=3");
  EXPECT_EQ(copy.variants, plan.variants);
  EXPECT_EQ(copy.events, plan.events);
  EXPECT_EQ(copy.event_groups, plan.event_groups);
}

TEST(Inventory, SurvivesTheProcessBoundary) {
  Inventory inventory;
  inventory.entries = {{"select_500", "+validator=off", "call", "one select"}};
  inventory.not_built = {{"xray", "g++ has no -fxray-instrument"}};
  const Inventory copy = inventory_from_json(to_json(inventory));
  EXPECT_EQ(copy.entries.at(0).axis, "+validator=off");
  EXPECT_EQ(copy.not_built, inventory.not_built);
}

TEST(Survey, SurvivesTheProcessBoundary) {
  Survey survey;
  survey.workloads.push_back({"select_500", "one select", 48, {{"lock_acquire", 506.5}}, "note"});
  survey.workloads[0].dosed_hits_per_op = 64;
  survey.counters["cycles"] = {false, "no PMU (ENOENT)"};
  survey.event_groups = {{"branches"}};
  const Survey copy = survey_from_json(to_json(survey));
  EXPECT_EQ(copy.workloads.at(0).sites_hit_per_op.at("lock_acquire"), 506.5);
  EXPECT_EQ(copy.workloads.at(0).dosed_hits_per_op, 64);
  EXPECT_EQ(copy.counters.at("cycles").reason, "no PMU (ENOENT)");
  EXPECT_EQ(copy.event_groups, survey.event_groups);
}

}  // namespace
}  // namespace tracetoll
