// A depth that is wrong makes a frame up, and takes one stack slot for another.
#include "stack_depth.hpp"

#include <gtest/gtest.h>

#include "listing.hpp"

namespace tracetoll {
namespace {

using namespace listing;

StackDepth depth_of(const std::vector<Instruction>& code) {
  return stack_depth(Machine::x86_64, code, blocks_of(code));
}

// call abort; nop; then a block that others reach with another depth: no frame varies there.
TEST(StackDepth, ACallThatMayNotReturnProvesNothing) {
  Instruction abort = call();
  abort.size = 5;
  const StackDepth found = depth_of(listed({branch(8), drop(24), abort, nop(), ret()}));
  EXPECT_FALSE(found.variable);
  EXPECT_EQ(found.deepest, 24);
  EXPECT_EQ(found.before[4], 0);
}

TEST(StackDepth, ALoopOfDropsVaries) {
  EXPECT_TRUE(depth_of(listed({drop(4096), branch(0), ret()})).variable);
  EXPECT_FALSE(depth_of(listed({push(kRax), pop(kRax), branch(0), ret()})).variable);
}

TEST(StackDepth, ALandingPadIsAsDeepAsTheCalls) {
  const auto code = listed({drop(24), call(), drop(-24), ret(), op("pad"), ret()});
  EXPECT_EQ(depth_of(code).before[4], 24);
}

}  // namespace
}  // namespace tracetoll
