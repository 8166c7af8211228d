#include "user_page.hpp"

#include <gtest/gtest.h>

namespace tracetoll {
namespace {

perf_event_mmap_page page_of(std::uint32_t index, std::uint16_t width) {
  perf_event_mmap_page page{};
  page.cap_user_rdpmc = 1;
  page.cap_user_time = 1;
  page.index = index;
  page.pmc_width = width;
  page.time_mult = 1;
  return page;
}

std::optional<UserReading> read(const perf_event_mmap_page& page, std::uint64_t raw,
                                std::uint64_t tsc = 0) {
  return read_user_page(
      page, [raw](std::uint32_t) { return raw; }, [tsc] { return tsc; });
}

TEST(UserPage, AddsTheCounterToTheOffset) {
  auto page = page_of(1, 48);
  page.offset = 1'000;
  EXPECT_EQ(read(page, 23)->value, 1'023U);
}

// rdpmc's operand counts from 0, the page's index from 1; 2^30 selects the fixed counters.
TEST(UserPage, ReadsTheCounterBeforeItsIndex) {
  std::uint32_t asked = 0;
  const auto page = page_of((1U << 30) + 3, 48);
  const auto rdpmc = [&](std::uint32_t counter) {
    asked = counter;
    return std::uint64_t{0};
  };
  ASSERT_TRUE(read_user_page(page, rdpmc, [] { return std::uint64_t{0}; }));
  EXPECT_EQ(asked, (1U << 30) + 2);
}

// The kernel starts a counter at -period: without the sign the first 2^47 events are lost.
TEST(UserPage, ACounterBelowZeroIsSignExtended) {
  auto page = page_of(1, 48);
  page.offset = 0x7fffffffffff;  // what the kernel has added
  const std::uint64_t raw = (std::uint64_t{1} << 48) - 0x7fffffffffff + 42;
  EXPECT_EQ(read(page, raw)->value, 42U);
  EXPECT_EQ(sign_extended(0x8000'0000'0000, 48), -0x8000'0000'0000);
  EXPECT_EQ(sign_extended(0x7fff'ffff'ffff, 48), 0x7fff'ffff'ffff);
}

// A shift by 64 - 64 is nothing, one by 64 - 0 is undefined.
TEST(UserPage, CountersOf64BitsAreTakenAsTheyAre) {
  EXPECT_EQ(sign_extended(0xffff'ffff'ffff'fff0, 64), -16);
  EXPECT_EQ(sign_extended(5, 64), 5);
  EXPECT_EQ(sign_extended(5, 0), 5);
}

// Software events, and events that are off the PMU: rdpmc would read somebody else's counter.
TEST(UserPage, Index0IsForTheKernelToRead) {
  EXPECT_FALSE(read(page_of(0, 48), 7));
}

TEST(UserPage, WithoutPermissionNothingIsExecuted) {
  for (const bool time : {false, true}) {
    auto page = page_of(1, 48);
    page.cap_user_rdpmc = time;
    page.cap_user_time = !time;
    bool executed = false;
    const auto rdpmc = [&](std::uint32_t) {
      executed = true;
      return std::uint64_t{0};
    };
    EXPECT_FALSE(read_user_page(page, rdpmc, [] { return std::uint64_t{0}; }));
    EXPECT_FALSE(executed);
  }
}

// The thread was switched out in the middle: offset and counter of different moments.
TEST(UserPage, APageThatChangesIsReadAgain) {
  auto page = page_of(1, 48);
  page.offset = 100;
  int reads = 0;
  const auto rdpmc = [&](std::uint32_t) -> std::uint64_t {
    if (++reads > 1) return 1;  // of the counter as it was started anew
    ++page.lock;
    page.offset = 150;
    return 50;
  };
  const auto reading = read_user_page(page, rdpmc, [] { return std::uint64_t{0}; });
  EXPECT_EQ(reading->value, 151U);
  EXPECT_EQ(reads, 2);
}

// A page that never rests must not hang the measurement.
TEST(UserPage, APageThatChangesEachTimeIsForTheKernelToRead) {
  auto page = page_of(1, 48);
  const auto rdpmc = [&](std::uint32_t) -> std::uint64_t { return page.lock++; };
  EXPECT_FALSE(read_user_page(page, rdpmc, [] { return std::uint64_t{0}; }));
}

TEST(UserPage, AnEventThatLeavesThePmuDuringTheReadIsForTheKernelToRead) {
  auto page = page_of(1, 48);
  const auto rdpmc = [&](std::uint32_t) -> std::uint64_t {
    ++page.lock;
    page.index = 0;
    return 7;
  };
  EXPECT_FALSE(read_user_page(page, rdpmc, [] { return std::uint64_t{0}; }));
}

// Both times go on by the same, so that their difference says whether the event was ever off.
TEST(UserPage, TimesGoOnFromThePageToNow) {
  auto page = page_of(1, 48);
  page.time_enabled = 5'000;
  page.time_running = 4'000;
  page.time_shift = 10;
  page.time_mult = 512;  // half a nanosecond a cycle
  page.time_offset = 7;
  const auto reading = read(page, 0, 2'049);
  EXPECT_EQ(reading->enabled_ns, 5'000U + 7 + 1'024);
  EXPECT_EQ(reading->running_ns, 4'000U + 7 + 1'024);
}

// 2^63 cycles times mult does not fit: quotient and rest are scaled apart.
TEST(UserPage, GreatCycleCountsDoNotOverflow) {
  auto page = page_of(1, 48);
  page.time_shift = 32;
  page.time_mult = 1U << 31;
  EXPECT_EQ(time_since(page, std::uint64_t{1} << 62), std::uint64_t{1} << 61);
}

TEST(UserPage, AClockOfFewerBitsIsCompleted) {
  auto page = page_of(1, 48);
  page.cap_user_time_short = 1;
  page.time_cycles = 0x1'0000'fff0;
  page.time_mask = 0xffff;
  EXPECT_EQ(time_since(page, 0x0010), 0x1'0001'0010U);
}

}  // namespace
}  // namespace tracetoll
