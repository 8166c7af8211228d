#include "event_plan.hpp"

#include <gtest/gtest.h>
#include <linux/perf_event.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "cause_events.hpp"
#include "event_names.hpp"
#include "every_cpu.hpp"

namespace tracetoll {
namespace {

Event raw(const std::string& name, std::uint64_t config) {
  Event event;
  event.name = name;
  event.type = PERF_TYPE_RAW;
  event.config = config;
  return event;
}

Event named(const std::string& name, const CpuModel& cpu) {
  return parse_event(name, cpu).event.value();
}

std::vector<Event> events(const std::vector<std::string>& names, const CpuModel& cpu) {
  std::vector<Event> found;
  for (const std::string& name : names) found.push_back(named(name, cpu));
  return found;
}

std::vector<std::vector<std::string>> names_of(const std::vector<std::vector<Event>>& groups) {
  std::vector<std::vector<std::string>> names;
  for (const auto& group : groups) {
    names.emplace_back();
    for (const Event& event : group) names.back().push_back(event.name);
  }
  return names;
}

// What the hardware demands of a group, reckoned apart from the planner.
void expect_fits(const std::vector<Event>& group, const PmuShape& pmu) {
  std::map<Fixed, int> fixed;
  std::map<SharedRegister, int> shared;
  std::vector<int> general;  // of each event without a fixed counter, how many counters it may use
  for (const Event& event : group) {
    const EventConstraint constraint = constraint_of(event, pmu);
    if (constraint.is_software) continue;
    if (constraint.shared != SharedRegister::kNone) ++shared[constraint.shared];
    if (constraint.fixed != Fixed::kNone && fixed[constraint.fixed]++ == 0) continue;
    EXPECT_FALSE(constraint.fixed_only) << event.name << ": its fixed counter is taken";
    general.push_back(constraint.first_counters == 0 ? pmu.general : constraint.first_counters);
  }
  for (const auto& [kind, used] : shared) EXPECT_LE(used, registers_of(kind));
  std::ranges::sort(general);
  for (std::size_t i = 0; i < general.size(); ++i)  // the i-th strictest needs the i-th counter
    EXPECT_LT(static_cast<int>(i), general[i]);
}

TEST(PmuShape, OfTheCpusTable) {
  EXPECT_EQ(pmu_shape(model_of(Cpu::kSkylake)).general, 4);
  EXPECT_EQ(pmu_shape(model_of(Cpu::kIceLake)).general, 8);
  EXPECT_TRUE(pmu_shape(model_of(Cpu::kIceLake)).fixed_slots);
  EXPECT_EQ(pmu_shape(model_of(Cpu::kZen4)).general, 4);
  CpuModel zen4 = model_of(Cpu::kZen4);
  zen4.has_core_counters = true;
  EXPECT_EQ(pmu_shape(zen4).general, 6);
  EXPECT_EQ(pmu_shape(model_of(Cpu::kNeoverseN1)).general, 6);
  EXPECT_EQ(pmu_shape(model_of(Cpu::kUnknown)).general, 4);
}

// The watchdog's cycles sit on a counter that a plan without it would promise away.
TEST(PmuShape, TheWatchdogHoldsACounter) {
  CpuModel skylake = model_of(Cpu::kSkylake);
  skylake.has_watchdog = true;
  EXPECT_FALSE(pmu_shape(skylake).fixed_cycles);
  EXPECT_EQ(pmu_shape(skylake).general, 4);
  CpuModel zen4 = model_of(Cpu::kZen4);
  zen4.has_watchdog = true;
  EXPECT_EQ(pmu_shape(zen4).general, 3);
}

// Fixed counters cost nothing: with them seven events fit Skylake's four.
TEST(PlanGroups, FixedCountersAreUsedFirst) {
  const CpuModel cpu = model_of(Cpu::kSkylake);
  const auto groups = plan_groups(events({"loads", "cycles", "stores", "instructions", "branches",
                                          "branch-misses", "ref-cycles"},
                                         cpu),
                                  pmu_shape(cpu));
  EXPECT_EQ(groups.size(), 1U);
}

TEST(PlanGroups, TheSecondCyclesTakesAGeneralCounter) {
  const CpuModel cpu = model_of(Cpu::kSkylake);
  const auto four = {"loads", "stores", "branches", "branch-misses"};
  std::vector<std::string> names(four.begin(), four.end());
  names.insert(names.end(), {"cycles", "cycles:k"});
  EXPECT_EQ(plan_groups(events(names, cpu), pmu_shape(cpu)).size(), 2U);
  EXPECT_EQ(plan_groups(events({"ref-cycles", "ref-cycles:k"}, cpu), pmu_shape(cpu)).size(), 2U);
}

// Two in one group: the second one's MSR value replaces the first one's, and both count the same.
TEST(PlanGroups, OneFrontEndRetiredAGroup) {
  const CpuModel cpu = model_of(Cpu::kIceLake);
  const auto groups = plan_groups(
      events({"icache-miss-instructions", "op-cache-miss-instructions"}, cpu), pmu_shape(cpu));
  EXPECT_EQ(names_of(groups), (std::vector<std::vector<std::string>>{
                                  {"icache-miss-instructions"}, {"op-cache-miss-instructions"}}));
}

// AMD's event 0xc6 with unit mask 1 looks the same and shares nothing.
TEST(PlanGroups, TheSharedRegisterIsIntels) {
  const CpuModel cpu = model_of(Cpu::kZen3);
  const auto groups = plan_groups({raw("a", 0x01c6), raw("b", 0x01c6)}, pmu_shape(cpu));
  EXPECT_EQ(groups.size(), 1U);
}

// Ice Lake has eight counters, of which the memory events can use four.
TEST(PlanGroups, SomeEventsHaveTheFirstCountersAlone) {
  const PmuShape pmu = pmu_shape(model_of(Cpu::kIceLake));
  std::vector<Event> five;
  for (int i = 0; i < 5; ++i) five.push_back(raw("m" + std::to_string(i), 0xd0 + 0x100U * i));
  EXPECT_EQ(plan_groups(five, pmu).size(), 2U);
  five.resize(4);
  for (int i = 0; i < 4; ++i) five.push_back(raw("o" + std::to_string(i), 0xc4 + 0x100U * i));
  EXPECT_EQ(plan_groups(five, pmu).size(), 1U);
}

// Behind perf's names for caches are events with the same limits.
TEST(PlanGroups, CacheEventsHaveTheLimitsOfWhatTheyStandFor) {
  const CpuModel cpu = model_of(Cpu::kIceLake);
  const auto caches = {"L1-dcache-loads", "L1-dcache-stores", "dTLB-loads", "dTLB-stores",
                       "iTLB-loads"};
  EXPECT_EQ(plan_groups(events({caches.begin(), caches.end()}, cpu), pmu_shape(cpu)).size(), 2U);
  EXPECT_EQ(
      plan_groups(events({"LLC-loads", "LLC-stores", "node-loads"}, cpu), pmu_shape(cpu)).size(),
      2U);
}

TEST(PlanGroups, SoftwareEventsTakeNoCounter) {
  const CpuModel cpu = model_of(Cpu::kUnknown);
  const auto groups = plan_groups(events({"task-clock", "branches", "page-faults", "branch-misses",
                                          "cache-misses", "cache-references", "context-switches"},
                                         cpu),
                                  pmu_shape(cpu));
  EXPECT_EQ(groups.size(), 1U);
}

// Level 1 of top-down from two groups would compare two stretches of the program.
TEST(PlanGroups, TopDownIsOneGroup) {
  for (const Cpu cpu : kEveryCpu) {
    CpuModel model = model_of(cpu);
    model.has_core_counters = true;
    std::set<std::size_t> holders;
    const auto groups = plan_groups(events(usual_events(model), model), pmu_shape(model));
    for (std::size_t i = 0; i < groups.size(); ++i)
      for (const Event& event : groups[i])
        if (event.together == "top-down") holders.insert(i);
    EXPECT_LE(holders.size(), 1U) << model.name;
  }
}

// Four counters of a guest cannot hold Zen 4's six: two groups, and the rest is not mixed up.
TEST(PlanGroups, ABundleThatIsTooLargeIsSplit) {
  const CpuModel guest = model_of(Cpu::kZen4);
  std::vector<Event> bundle;
  for (const CauseEvent& row : cause_events(guest.cpu))
    if (row.cause == EventCause::kTopDown) bundle.push_back(event_of(row));
  const auto groups = plan_groups(bundle, pmu_shape(guest));
  ASSERT_EQ(groups.size(), 2U);
  for (const auto& group : groups) expect_fits(group, pmu_shape(guest));
}

// An event that no counter can take is refused by the kernel, alone, and takes nobody with it.
TEST(PlanGroups, AnEventThatFitsNowhereIsAlone) {
  PmuShape pmu = pmu_shape(model_of(Cpu::kIceLake));
  pmu.fixed_slots = false;  // a hypervisor that hides it
  const auto groups = plan_groups({raw("slots", 0x0400), raw("other", 0x11c4)}, pmu);
  EXPECT_EQ(names_of(groups), (std::vector<std::vector<std::string>>{{"slots"}, {"other"}}));
}

TEST(PlanGroups, OfNothingAreNone) {
  EXPECT_TRUE(plan_groups({}, PmuShape{}).empty());
}

// Any choice of events: each once, no group over capacity, and without bundles no more groups than
// the scarcest resource asks for.
TEST(PlanGroups, HoldForAnyChoiceOfEvents) {
  std::mt19937 random(20071);
  for (int round = 0; round < 400; ++round) {
    CpuModel model = model_of(kEveryCpu[random() % kEveryCpu.size()]);
    model.has_core_counters = random() % 2 == 0;
    const PmuShape pmu = pmu_shape(model);
    std::vector<Event> chosen;
    const auto rows = cause_events(model.cpu);
    const std::size_t count = random() % 20;
    const bool with_bundles = random() % 2 == 0;
    for (std::size_t i = 0; i < count; ++i) {
      Event event =
          random() % 8 == 0 ? named("page-faults", model) : event_of(rows[random() % rows.size()]);
      if (!with_bundles) event.together.clear();
      event.name += "#" + std::to_string(i);
      chosen.push_back(event);
    }
    const auto groups = plan_groups(chosen, pmu);
    std::multiset<std::string> planned;
    for (const auto& group : groups) {
      expect_fits(group, pmu);
      EXPECT_FALSE(group.empty());
      for (const Event& event : group) planned.insert(event.name);
    }
    std::multiset<std::string> wanted;
    for (const Event& event : chosen) wanted.insert(event.name);
    EXPECT_EQ(planned, wanted);
    EXPECT_EQ(names_of(groups), names_of(plan_groups(chosen, pmu)));
    if (!with_bundles) {
      int general = 0, first_four = 0, first = 0, front_end = 0;
      for (const Event& event : chosen) {
        const EventConstraint constraint = constraint_of(event, pmu);
        if (constraint.is_software || constraint.fixed != Fixed::kNone) continue;
        ++general;
        if (constraint.first_counters == 4) ++first_four;
        if (constraint.first_counters == 1) ++first, ++first_four;
        if (constraint.shared == SharedRegister::kFrontEnd) ++front_end;
      }
      const int most_fixed =
          static_cast<int>(std::ranges::count_if(chosen, [&](const Event& event) {
            return constraint_of(event, pmu).fixed != Fixed::kNone;
          }));
      const auto groups_for = [](int events, int each) { return (events + each - 1) / each; };
      const int bound = std::max({groups_for(general + most_fixed, pmu.general),
                                  groups_for(first_four, 4), first, front_end, 1});
      EXPECT_LE(static_cast<int>(groups.size()), bound) << model.name;
    }
  }
}

}  // namespace
}  // namespace tracetoll
