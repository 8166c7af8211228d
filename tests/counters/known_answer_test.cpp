// Each test is a PMU that goes wrong in one way, as some have.
#include "known_answer.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <map>

namespace tracetoll {
namespace {

constexpr std::uint64_t kN = kKnownSteps;

// A group whose events count what the loops execute, as `reads` says of the true value.
class FakeSource : public CounterSource {
 public:
  std::function<std::uint64_t(std::uint64_t)> reads = [](std::uint64_t value) { return value; };
  std::uint64_t running_of_1000 = 1000;
  int error = 0;

  explicit FakeSource(std::vector<Known> kinds) : values_(kinds.size()) {
    for (const Known known : kinds) {
      Event event;
      event.name = known == Known::kBranches ? "branches" : "event";
      event.known = known;
      events_.push_back(event);
    }
  }
  Event& event(std::size_t i) { return events_[i]; }
  const std::vector<Event>& events() const override { return events_; }
  std::string enable() override { return {}; }
  std::string disable() override { return {}; }
  CounterReading read() override {
    CounterReading reading;
    time_ += 1000;
    reading.enabled_ns = time_;
    reading.running_ns = time_ / 1000 * running_of_1000;
    reading.error = error;
    for (std::size_t i = 0; i < events_.size(); ++i) reading.values[i] = reads(values_[i]);
    return reading;
  }

  void ran(const KnownLoop& loop, std::uint64_t steps) {
    for (std::size_t i = 0; i < events_.size(); ++i)
      values_[i] += steps * (events_[i].known == Known::kCycles ? 1 : answer(loop, counts(i)));
  }
  // An event that counts another's occurrences.
  std::map<std::size_t, Known> really;

 private:
  Known counts(std::size_t i) const { return really.contains(i) ? really.at(i) : events_[i].known; }

  std::vector<Event> events_;
  std::vector<std::uint64_t> values_;
  std::uint64_t time_ = 0;
};

KnownAnswers test(FakeSource& source) {
  return known_answers(
      source, [&](const KnownLoop& loop, std::uint64_t steps) { source.ran(loop, steps); });
}

std::string branches_with(std::function<std::uint64_t(std::uint64_t)> reads) {
  FakeSource source({Known::kBranches});
  source.reads = std::move(reads);
  return test(source).events.at(0);
}

TEST(KnownAnswer, BelievesATrueGroup) {
  FakeSource source({Known::kCycles, Known::kInstructions, Known::kBranches, Known::kLoads,
                     Known::kStores, Known::kNops, Known::kNothing});
  const KnownAnswers answers = test(source);
  EXPECT_EQ(answers.group, "");
  EXPECT_EQ(answers.events, std::vector<std::string>(7));
}

// The reading itself and an interrupt's return add a few.
TEST(KnownAnswer, BelievesAFewMore) {
  std::uint64_t extra = 0;
  EXPECT_EQ(branches_with([&](std::uint64_t value) { return value + 60 * extra++; }), "");
}

// rr-debugger/rr#2327: a VM's PMU opens and counts 0.
TEST(KnownAnswer, RefusesACounterThatReadsZero) {
  EXPECT_EQ(branches_with([](std::uint64_t) { return 0; }),
            "known-answer test: branches reads zero");
}

TEST(KnownAnswer, RefusesAFrozenCounter) {
  EXPECT_EQ(branches_with([](std::uint64_t) { return 812; }),
            "known-answer test: branches is frozen at 812");
}

// A counter that adds N each time is right twice; the loop of 2N finds it.
TEST(KnownAnswer, RefusesACounterThatDoesNotFollowTheLoop) {
  std::uint64_t read = 0;
  EXPECT_EQ(branches_with([&](std::uint64_t) { return (read++ + 1) / 2 * kN; }),
            "known-answer test: branches counted 200000 of 400000");
}

TEST(KnownAnswer, RefusesADoubledCounter) {
  EXPECT_EQ(branches_with([](std::uint64_t value) { return 2 * value; }),
            "known-answer test: branches counts twice");
}

TEST(KnownAnswer, RefusesACounterThatJumps) {
  const auto jumping = [](std::uint64_t from, std::uint64_t by) {
    return branches_with([=](std::uint64_t value) { return value + (value > from ? by : 0); });
  };
  constexpr std::uint64_t kJump = std::uint64_t{1} << 31;
  EXPECT_EQ(jumping(kN, kJump), "known-answer test: branches jumps by 2^31");
  EXPECT_EQ(jumping(kN, 2 * kJump), "known-answer test: branches jumps by 2^32");
  EXPECT_EQ(jumping(kN, 3 * kJump), "known-answer test: branches jumps by 3 times 2^31");
  EXPECT_EQ(jumping(kN, std::uint64_t{0} - kJump), "known-answer test: branches jumps by 2^31");
}

// A constant offset is in both readings, and hurts nobody.
TEST(KnownAnswer, BelievesACounterThatBeganElsewhere) {
  EXPECT_EQ(branches_with([](std::uint64_t value) { return value + (std::uint64_t{1} << 31); }),
            "");
}

TEST(KnownAnswer, RefusesACounterThatCountsTooManyOrTooFew) {
  EXPECT_EQ(branches_with([](std::uint64_t value) { return value + value * 15 / 100; }),
            "known-answer test: branches counted 230000 of 200000");
  EXPECT_EQ(branches_with([](std::uint64_t value) { return value / 2; }),
            "known-answer test: branches counted 100000 of 200000");
  EXPECT_NE(branches_with([](std::uint64_t value) { return value - value / 100'000; }), "");
}

// In no loop do all kinds occur equally often: a wrong event code cannot pass by luck.
TEST(KnownAnswer, RefusesAnEventThatCountsAnother) {
  const std::vector<Known> kinds = {Known::kInstructions, Known::kBranches, Known::kLoads,
                                    Known::kStores, Known::kNops};
  for (const Known named : kinds) {
    for (const Known counted : kinds) {
      FakeSource source({named});
      source.really[0] = counted;
      EXPECT_EQ(test(source).events.at(0).empty(), named == counted)
          << static_cast<int>(named) << " " << static_cast<int>(counted);
    }
  }
}

TEST(KnownAnswer, RefusesLoadsThatCountStoresToo) {
  FakeSource source({Known::kLoads});
  std::uint64_t extra = 0;
  const KnownAnswers answers = known_answers(source, [&](const KnownLoop& loop, std::uint64_t n) {
    source.ran(loop, n);
    extra += loop.stores * n;
    source.reads = [&](std::uint64_t value) { return value + extra; };
  });
  EXPECT_EQ(answers.events.at(0),
            "known-answer test: event counted 400000 in the loop of stores, which has none");
}

// google/benchmark#1813: enabled for three times as long as it ran.
TEST(KnownAnswer, RefusesAMultiplexedGroup) {
  FakeSource source({Known::kCycles, Known::kInstructions, Known::kBranches});
  source.running_of_1000 = 333;
  EXPECT_EQ(test(source).group,
            "known-answer test: multiplexed: 3 events were on the PMU 33.3 % of the time");
}

TEST(KnownAnswer, RefusesAGroupThatCannotBeRead) {
  FakeSource source({Known::kBranches});
  source.error = EIO;
  EXPECT_NE(test(source).group, "");
}

TEST(KnownAnswer, CyclesMustAdvanceAndMoreForMore) {
  FakeSource source({Known::kCycles});
  source.event(0).name = "cycles";
  std::uint64_t read = 0;
  source.reads = [&](std::uint64_t) { return (read++ + 1) / 2 * 7000; };
  EXPECT_EQ(test(source).events.at(0),
            "known-answer test: cycles counted 7000 for a loop, and 7000 for one of twice the "
            "length");
  source.reads = [](std::uint64_t) { return 0; };
  EXPECT_EQ(test(source).events.at(0), "known-answer test: cycles reads zero");
  source.reads = [](std::uint64_t value) { return value + (value << 20); };
  EXPECT_NE(test(source).events.at(0), "");
}

// One wrong event says nothing of the others, which are told by name.
TEST(KnownAnswer, JudgesEachEventByItself) {
  FakeSource source({Known::kInstructions, Known::kBranches});
  source.really[1] = Known::kLoads;
  const KnownAnswers answers = test(source);
  EXPECT_EQ(answers.events.at(0), "");
  EXPECT_EQ(answers.events.at(1), "known-answer test: branches counted 0 of 200000");
}

// LS_DISPATCH counts loads that a mispredicted end of the loop dispatched.
TEST(KnownAnswer, WhatIsDispatchedMayExceedWhatRetires) {
  for (const bool speculative : {false, true}) {
    FakeSource source({Known::kLoads});
    source.event(0).speculative = speculative;
    std::uint64_t extra = 0;
    source.reads = [&](std::uint64_t value) { return value + 1'000 * extra++; };
    EXPECT_EQ(test(source).events.at(0).empty(), speculative);
  }
}

// A counter of both modes sees its own system call and the timer's interrupt.
TEST(KnownAnswer, WithTheKernelTheBoundsAreWider) {
  for (const bool kernel : {false, true}) {
    FakeSource source({Known::kInstructions});
    source.event(0).kernel = kernel;
    std::uint64_t extra = 0;
    source.reads = [&](std::uint64_t value) { return value + 10'000 * extra++; };
    EXPECT_EQ(test(source).events.at(0).empty(), kernel);
    source.reads = [](std::uint64_t value) { return 2 * value; };
    EXPECT_EQ(test(source).events.at(0), "known-answer test: event counts twice");
  }
}

}  // namespace
}  // namespace tracetoll
