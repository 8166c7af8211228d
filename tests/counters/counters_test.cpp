#include "counters.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace tracetoll {
namespace {

constexpr std::uint64_t kLoop = 200'000;  // of the known-answer test

// A counter of branches whose every reading is `next`'s.
class FakeSource : public CounterSource {
 public:
  explicit FakeSource(std::function<std::optional<CounterReading>(int)> next)
      : next_(std::move(next)) {}
  std::vector<std::string> names() const override { return {"branches"}; }
  std::optional<CounterReading> read() override { return next_(reads_++); }

 private:
  std::function<std::optional<CounterReading>(int)> next_;
  int reads_ = 0;
};

CounterReading reading(std::uint64_t value, std::uint64_t enabled, std::uint64_t running) {
  return {{value}, enabled, running};
}

// The true readings before and after each of the three loops.
std::uint64_t truth(int read) {
  const std::uint64_t after[] = {0, kLoop, kLoop, 2 * kLoop, 2 * kLoop, 4 * kLoop};
  return after[read];
}

TEST(CountBetween, SubtractsReadings) {
  const auto counted = count_between({"branches"}, reading(100, 10, 10), reading(175, 30, 30));
  EXPECT_EQ(counted.at("branches"), 75);
}

// google/benchmark#1813: multiplexed counters were printed 2 to 3 times too low.
TEST(CountBetween, RefusesAMultiplexedGroup) {
  EXPECT_TRUE(count_between({"branches"}, reading(0, 0, 0), reading(100, 300, 100)).empty());
}

// A reset changes the value but not the times, so only differences of the times mean anything.
TEST(CountBetween, JudgesTheTimesOfTheBlockAlone) {
  EXPECT_FALSE(count_between({"branches"}, reading(0, 300, 100), reading(9, 310, 110)).empty());
}

TEST(CountBetween, RefusesACounterThatWentBack) {
  EXPECT_TRUE(count_between({"branches"}, reading(100, 1, 1), reading(99, 2, 2)).empty());
}

TEST(CountBetween, RefusesAMissingReading) {
  EXPECT_TRUE(count_between({"branches"}, std::nullopt, reading(1, 1, 1)).empty());
  EXPECT_TRUE(count_between({"branches"}, reading(1, 1, 1), std::nullopt).empty());
  EXPECT_TRUE(count_between({"branches", "cycles"}, reading(1, 1, 1), reading(2, 2, 2)).empty());
}

TEST(KnownAnswer, AcceptsATrueCounter) {
  FakeSource source([](int read) { return reading(truth(read), 5, 5); });
  EXPECT_EQ(known_answer_failure(source), "");
}

// rr-debugger/rr#2327: a VM's PMU opens and counts 0.
TEST(KnownAnswer, RefusesACounterThatStaysAtZero) {
  FakeSource source([](int) { return reading(0, 5, 5); });
  EXPECT_EQ(known_answer_failure(source), "known-answer test: counted 0 of 200000 branches");
}

// The third loop is twice as long, so a counter that adds a constant is found.
TEST(KnownAnswer, RefusesACounterThatDoesNotFollowTheLoop) {
  FakeSource source(
      [](int read) { return reading(static_cast<std::uint64_t>((read + 1) / 2) * kLoop, 5, 5); });
  EXPECT_NE(known_answer_failure(source), "");
}

TEST(KnownAnswer, RefusesACounterThatJumps) {
  FakeSource source([](int read) {
    return reading(truth(read) + (read >= 3 ? (std::uint64_t{1} << 31) : 0), 5, 5);
  });
  EXPECT_NE(known_answer_failure(source), "");
}

TEST(KnownAnswer, RefusesASourceThatCannotBeRead) {
  FakeSource source([](int) { return std::nullopt; });
  EXPECT_NE(known_answer_failure(source), "");
}

// Real hardware where there is some; the reasons where there is none.
TEST(HardwareCounters, AreThereOrSayWhyNot) {
  std::map<std::string, Availability> why;
  const auto source = open_hardware_counters(why);
  ASSERT_EQ(why.size(), 4U);
  for (const auto& [name, availability] : why) {
    if (availability.available)
      EXPECT_TRUE(source != nullptr) << name;
    else
      EXPECT_FALSE(availability.reason.empty()) << name;
  }
  if (source) {
    EXPECT_EQ(known_answer_failure(*source), "");
  }
}

}  // namespace
}  // namespace tracetoll
