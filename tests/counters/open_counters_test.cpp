#include "open_counters.hpp"

#include <algorithm>
#include <cerrno>

#include "error.hpp"
#include "fake_kernel.hpp"

namespace tracetoll {
namespace {

using testing::FakeKernel;
using testing::is_hardware;

using Names = std::vector<std::string>;

const Names kFour = {"cycles", "instructions", "branches", "branch-misses"};

OpenCounters open(FakeKernel& kernel, const Names& names) {
  return open_counters(kernel, names, kernel.runner());
}

std::string reason(const OpenCounters& counters, const std::string& name) {
  return counters.availability.at(name).reason;
}

// Where each name has landed, all groups together; sorted.
Names counted(const OpenCounters& counters) {
  Names all;
  for (const Names& names : counters.names()) all.insert(all.end(), names.begin(), names.end());
  std::ranges::sort(all);
  return all;
}

TEST(OpenCounters, OpensWhatCanBeBelieved) {
  FakeKernel kernel;
  const OpenCounters counters = open(kernel, kFour);
  EXPECT_EQ(counted(counters), (Names{"branch-misses", "branches", "cycles", "instructions"}));
  for (const auto& [name, availability] : counters.availability) {
    EXPECT_TRUE(availability.available) << name << ": " << availability.reason;
    EXPECT_EQ(availability.source, "perf_event");
  }
  EXPECT_EQ(kernel.enables, kernel.disables) << "a group that was left enabled";
}

// A VM without a PMU must not be asked twenty times.
TEST(OpenCounters, WithoutAPmuOneOpenTellsAll) {
  FakeKernel kernel;
  kernel.refuse = [](const auto&, std::size_t) { return ENOENT; };
  const OpenCounters counters = open(kernel, kFour);
  EXPECT_TRUE(counters.groups.empty());
  EXPECT_EQ(kernel.opens, 1);
  ASSERT_EQ(counters.availability.size(), 4U);
  for (const std::string& name : kFour) EXPECT_EQ(reason(counters, name), "no PMU (ENOENT)");
}

TEST(OpenCounters, WhatIsForbiddenIsNotTriedAgain) {
  for (const auto& [error, level, says] :
       {std::tuple{EACCES, 3, "perf_event_paranoid is 3"},
        std::tuple{EACCES, 4, "perf_event_paranoid is 4"}, std::tuple{EPERM, 2, "EPERM"},
        std::tuple{ENOSYS, 2, "ENOSYS"}}) {
    FakeKernel kernel;
    kernel.level = level;
    kernel.refuse = [error = error](const auto&, std::size_t) { return error; };
    const OpenCounters counters = open(kernel, kFour);
    EXPECT_EQ(kernel.opens, 1);
    for (const std::string& name : kFour)
      EXPECT_NE(reason(counters, name).find(says), std::string::npos) << reason(counters, name);
  }
}

TEST(OpenCounters, AnEventThatThePmuLacksGoesAlone) {
  FakeKernel kernel;
  kernel.refuse = [](const perf_event_attr& attributes, std::size_t) {
    return is_hardware(attributes, PERF_COUNT_HW_BRANCH_MISSES) ? ENOENT : 0;
  };
  const OpenCounters counters = open(kernel, kFour);
  EXPECT_EQ(counted(counters), (Names{"branches", "cycles", "instructions"}));
  EXPECT_EQ(reason(counters, "branch-misses"), "no such event on this PMU (ENOENT)");
}

// The plan believes what it is told of the PMU; an NMI watchdog or a hypervisor leaves less of it.
TEST(OpenCounters, AGroupThatThePmuCannotHoldIsSplit) {
  for (const int error : {EINVAL, ENOSPC}) {
    FakeKernel kernel;
    kernel.refuse = [error](const auto&, std::size_t place) { return place > 2 ? error : 0; };
    const OpenCounters counters = open(kernel, kFour);
    EXPECT_EQ(counted(counters), (Names{"branch-misses", "branches", "cycles", "instructions"}));
    EXPECT_GE(counters.groups.size(), 2U);
    for (const Names& names : counters.names()) EXPECT_LE(names.size(), 2U);
  }
}

// A pinned group that validates and still finds no counters free shows it at its first reading.
TEST(OpenCounters, AGroupThatLosesItsPlaceIsSplit) {
  FakeKernel kernel;
  kernel.read_result = [](int read) -> std::ptrdiff_t { return read == 1 ? 0 : 1; };
  const OpenCounters counters = open(kernel, kFour);
  EXPECT_EQ(counted(counters), (Names{"branch-misses", "branches", "cycles", "instructions"}));
  EXPECT_GE(counters.groups.size(), 2U);
}

TEST(OpenCounters, AFalseEventIsRefusedByNameAndTheOthersStay) {
  FakeKernel kernel;
  kernel.distort = [](const perf_event_attr& attributes, std::uint64_t value) {
    return is_hardware(attributes, PERF_COUNT_HW_BRANCH_INSTRUCTIONS) ? 0 : value;
  };
  const OpenCounters counters = open(kernel, kFour);
  EXPECT_EQ(reason(counters, "branches"), "known-answer test: branches reads zero");
  EXPECT_EQ(counted(counters), (Names{"branch-misses", "cycles", "instructions"}));
}

// Misses have no right answer: a PMU of which nothing known can be counted is not believed in them.
TEST(OpenCounters, WhatCannotBeTestedNeedsAWitness) {
  FakeKernel kernel;
  const OpenCounters believed = open(kernel, {"branch-misses"});
  ASSERT_EQ(believed.groups.size(), 1U);
  EXPECT_EQ(believed.names(), (std::vector<Names>{{"branch-misses"}}));
  EXPECT_EQ(believed.groups[0].group->events().size(), 2U) << "without its witness";
  EXPECT_FALSE(believed.availability.contains("instructions"));

  kernel.distort = [](const perf_event_attr&, std::uint64_t value) { return 2 * value; };
  const OpenCounters refused = open(kernel, {"cycles", "branch-misses"});
  EXPECT_TRUE(refused.groups.empty());
  EXPECT_EQ(reason(refused, "branch-misses"),
            "cannot be believed without instructions beside it: known-answer test: instructions "
            "counts twice");
}

TEST(OpenCounters, APmuOfOneCounterHasNoRoomForAWitness) {
  FakeKernel kernel;
  kernel.refuse = [](const auto&, std::size_t place) { return place > 1 ? EINVAL : 0; };
  const OpenCounters counters = open(kernel, kFour);
  EXPECT_EQ(counted(counters), (Names{"branches", "instructions"}));
  EXPECT_NE(reason(counters, "cycles"), "");
}

TEST(OpenCounters, AGroupThatCannotBeEnabledSaysSo) {
  FakeKernel kernel;
  kernel.enable_result = [](int) { return -ENODEV; };
  const OpenCounters counters = open(kernel, kFour);
  EXPECT_TRUE(counters.groups.empty());
  EXPECT_EQ(reason(counters, "cycles"), "the group cannot be enabled (No such device)");
}

TEST(OpenCounters, AnUnknownNameIsBadInput) {
  FakeKernel kernel;
  EXPECT_THROW(open(kernel, {"cycels"}), InputError);
}

// Real hardware where there is some; the reasons where there is none.
TEST(OpenCounters, ThisMachineCountsOrSaysWhyNot) {
  const OpenCounters counters = open_counters(perf_kernel(), kFour);
  ASSERT_EQ(counters.availability.size(), 4U);
  for (const auto& [name, availability] : counters.availability)
    EXPECT_EQ(availability.available, availability.reason.empty()) << name;
}

}  // namespace
}  // namespace tracetoll
