// The arithmetic between dumps and counts: a wrong figure here is wrong everywhere.
#include "exact_counts.hpp"

#include <gtest/gtest.h>

namespace tracetoll {
namespace {

CallgrindPart part(const std::string& name, std::uint64_t ir, std::uint64_t dr, std::uint64_t bc) {
  return {name,
          {{"Ir", ir}, {"Dr", dr}, {"Dw", 0}, {"Bc", bc}, {"I1mr", 6}, {"Bcm", 2}, {"Bim", 1}}};
}

// Around the loop 26 instructions; in it 10 a pass, with one load and one branch; the function that
// does nothing adds 2 and a load.
std::vector<CallgrindPart> loop_parts() {
  return {part("0 0", 26, 1, 1), part("0 4", 26 + 4 * 12, 1 + 4 * 2, 1 + 4),
          part("0 8", 26 + 8 * 12, 1 + 8 * 2, 1 + 8)};
}

const Counted kLoop{"", "", 0, 4, ""};
const Counted kCall{"select", "call", 1, 4, ""};

ExactCounts counts_of(std::vector<CallgrindPart> parts) {
  const auto loop = loop_parts();
  parts.insert(parts.end(), loop.begin(), loop.end());
  return exact_counts(parts, kCall, loop_counts(parts, kLoop));
}

std::vector<CallgrindPart> call_parts() {
  return {part("1 0", 26, 1, 1), part("1 4", 26 + 4 * 110, 1 + 4 * 31, 1 + 4 * 21),
          part("1 8", 26 + 8 * 110, 1 + 8 * 31, 1 + 8 * 21)};
}

TEST(ExactCounts, AreThoseOfTheOperationWithoutItsLoop) {
  const ExactCounts counts = counts_of(call_parts());
  EXPECT_EQ(counts.unavailable, "");
  EXPECT_EQ(counts.per_op.at("instructions"), 100);
  EXPECT_EQ(counts.per_op.at("loads"), 31 - (2 - kNothingLoads));
  EXPECT_EQ(counts.per_op.at("stores"), 0);
  EXPECT_EQ(counts.per_op.at("conditional-branches"), 20);
  EXPECT_EQ(counts.simulated.at("I1-misses"), 6.0 / 8);
  EXPECT_EQ(counts.simulated.at("mispredictions"), 3.0 / 8);
}

// One instruction too many in the second half: the state was not steady, the mean of both is no
// count.
TEST(ExactCounts, AreNoneWhereNAnd2NDisagree) {
  auto parts = call_parts();
  parts[2].events["Ir"] += 1;
  const ExactCounts counts = counts_of(parts);
  EXPECT_TRUE(counts.per_op.empty());
  EXPECT_EQ(counts.unavailable, "4 operations took 440 instructions, the next 4 took 441");
}

TEST(ExactCounts, AreNoneWithoutADump) {
  auto parts = call_parts();
  parts.pop_back();
  EXPECT_EQ(counts_of(parts).unavailable, "callgrind wrote no counts of it");
}

TEST(ExactCounts, AreNoneWithoutAnEvent) {
  auto parts = call_parts();
  parts[1].events.erase("Bc");
  EXPECT_EQ(counts_of(parts).unavailable, "callgrind did not count Bc");
}

// A difference of such sums would overflow.
TEST(ExactCounts, AreNoneOfAnAbsurdSum) {
  auto parts = call_parts();
  for (auto& one : parts) one.events["Dr"] = ~std::uint64_t{0};
  EXPECT_EQ(counts_of(parts).unavailable, "callgrind did not count Dr");
}

TEST(ExactCounts, AreNoneWhereTheLoopHasMore) {
  const ExactCounts counts =
      counts_of({part("1 0", 26, 1, 1), part("1 4", 30, 1, 1), part("1 8", 34, 1, 1)});
  EXPECT_EQ(counts.unavailable.substr(0, 6), "fewer ");
  EXPECT_TRUE(counts.per_op.empty());
}

TEST(ExactCounts, SayWhatTheExecutableSaid) {
  Counted failed = kCall;
  failed.failure = "no file to open";
  const auto parts = loop_parts();
  EXPECT_EQ(exact_counts(parts, failed, loop_counts(parts, kLoop)).unavailable, "no file to open");
}

}  // namespace
}  // namespace tracetoll
