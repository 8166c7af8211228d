#include <gtest/gtest.h>

#include <array>

#include "text_memory.hpp"

namespace tracetoll::patch {
namespace {

const std::array<std::uint8_t, 8> kBytes = {};

TextBytes at(std::uintptr_t address, std::size_t size = 5) {
  return {address, std::span(kBytes).first(size)};
}

std::vector<std::pair<std::size_t, std::size_t>> runs(const std::vector<TextBytes>& list) {
  std::vector<std::pair<std::size_t, std::size_t>> result;
  for (const Run run : neighbours(list)) result.emplace_back(run.first, run.last);
  return result;
}

using Runs = std::vector<std::pair<std::size_t, std::size_t>>;

TEST(Neighbours, NothingIsNoWrite) {
  EXPECT_EQ(runs({}), Runs{});
}

TEST(Neighbours, SitesCloseToEachOtherAreOneWrite) {
  EXPECT_EQ(runs({at(0x1000), at(0x1005), at(0x1100)}), (Runs{{0, 3}}));
}

TEST(Neighbours, AWideGapIsNotRewritten) {
  EXPECT_EQ(runs({at(0x1000), at(0x1005 + 256), at(0x120a + 257)}), (Runs{{0, 2}, {2, 3}}));
}

TEST(Neighbours, NoWriteIsLongerThanAPage) {
  std::vector<TextBytes> list;
  for (std::uintptr_t i = 0; i < 100; i++) list.push_back(at(0x1000 + i * 100));
  std::size_t next = 0;
  for (const auto& run : neighbours(list)) {
    EXPECT_EQ(run.first, next);
    EXPECT_LE(list[run.last - 1].address + 5 - list[run.first].address, 4096U);
    next = run.last;
  }
  EXPECT_EQ(next, list.size());
  EXPECT_LE(neighbours(list).size(), 3U);
}

}  // namespace
}  // namespace tracetoll::patch
