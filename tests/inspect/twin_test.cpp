#include "twin.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "error.hpp"
#include "twin_parts.hpp"

namespace tracetoll {
namespace {

std::int64_t difference(const Twin& twin, const std::string& name) {
  const auto found = std::ranges::find(twin.figures, name, &TwinFigure::name);
  if (found == twin.figures.end()) throw std::runtime_error("no figure " + name);
  return found->difference();
}

// A figure that is read from the wrong field would be believed: each is given another value.
TEST(Twin, EveryFigureIsItsOwn) {
  const auto after = made([](TwinFunction& f) {
    f.shape.hot = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13};
    f.shape.total = {21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33};
    f.shape.entry_saves = 41;
    f.shape.frame_bytes = -42;
    f.shape.loops.resize(43);
  });
  const Twin result = twin("f", side("b", {}), side("a", after));
  const std::vector<std::pair<const char*, int>> kExpected = {
      {"bytes", 1},
      {"cache_lines", 2},
      {"instructions", 3},
      {"saves", 4},
      {"stack_loads", 5},
      {"stack_stores", 6},
      {"calls", 7},
      {"tail_calls", 8},
      {"conditional_branches", 9},
      {"conditional_moves", 10},
      {"vector_instructions", 11},
      {"nop_bytes", 12},
      {"padding_bytes", 13},
  };
  for (const auto& [name, value] : kExpected) {
    EXPECT_EQ(difference(result, std::string("hot_") + name), value);
    EXPECT_EQ(difference(result, std::string("total_") + name), value + 20);
  }
  EXPECT_EQ(difference(result, "entry_saves"), 41);
  EXPECT_EQ(difference(result, "frame_bytes"), -42);
  EXPECT_EQ(difference(result, "loops"), 43);
  EXPECT_EQ(result.figures.size(), 2 * kExpected.size() + 3);
}

TEST(Twin, AFunctionOfOneFileIsNotComparedWithNothing) {
  const TwinSide none{"b", Machine::x86_64, std::nullopt};
  const auto some = made([](TwinFunction& f) { f.shape.hot.bytes = f.shape.total.bytes = 10; });
  for (const bool in_after : {false, true}) {
    const Twin result =
        in_after ? twin("f", none, side("a", some)) : twin("f", side("a", some), none);
    EXPECT_EQ(result.in_after, in_after);
    EXPECT_EQ(result.in_before, !in_after);
    EXPECT_TRUE(result.figures.empty());
    EXPECT_TRUE(result.causes.empty());
  }
}

TEST(Twin, FilesForTwoMachinesAreNoTwins) {
  const TwinSide x86{"b", Machine::x86_64, std::nullopt};
  const TwinSide arm64{"a", Machine::arm64, std::nullopt};
  try {
    twin("f", x86, arm64);
    FAIL() << "taken for twins";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "a: it is for arm64, and b for x86-64: twins are two builds for one machine");
  }
}

// What could not be read must not pass for nothing.
TEST(Twin, SitesThatCouldNotBeReadAreANote) {
  const auto after = made([&](TwinFunction& f) {
    f.sites.sites = 3;
    f.sites.unread = 1;
  });
  const Twin result = twin("f", side("b", {}), side("a", after));
  ASSERT_EQ(result.notes.size(), 1u);
  EXPECT_EQ(result.notes[0],
            "a: the code of 1 site (of 3) could not be read; what it adds counts as the function's "
            "own");
}

}  // namespace
}  // namespace tracetoll
