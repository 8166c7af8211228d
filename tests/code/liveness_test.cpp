// A register taken for dead while something reads it makes costs up; one taken for live hides them.
#include "liveness.hpp"

#include <gtest/gtest.h>

#include "listing.hpp"

namespace tracetoll {
namespace {

using namespace listing;

bool live_after(const std::vector<Instruction>& code, std::size_t i, int reg) {
  const BasicBlocks blocks = blocks_of(code);
  return (Liveness(Machine::x86_64, code, blocks).after(i) & bit(reg)) != 0;
}

struct LiveCase {
  const char* what;
  std::vector<Instruction> code;
  int reg;
  bool live;  // after the first instruction
};

Instruction partly(int reg) {  // mov $1,%al
  Instruction result = op("mov", 0, bit(reg));
  result.kept = bit(reg);
  return result;
}

Instruction trap() {
  return flow("ud2", Flow::stop);
}

TEST(Liveness, AfterTheFirstInstruction) {
  Instruction unknown = trap();
  unknown.unknown = true;
  const LiveCase kCases[] = {
      {"read later", {op("a"), move(kRcx, kRdx), trap()}, kRcx, true},
      {"never read", {op("a"), move(kRcx, kRdx), trap()}, kRdx, false},
      {"written first", {op("a"), move(kRdx, kRcx), move(kRcx, kRdx), trap()}, kRcx, false},
      {"written in part", {op("a"), partly(kRcx), move(kRcx, kRdx), trap()}, kRcx, true},
      {"read on one way", {op("a"), branch(3), trap(), move(kRcx, kRdx), trap()}, kRcx, true},
      {"read round a loop", {op("a"), move(kRcx, kRdx), branch(0), trap()}, kRcx, true},
      {"an argument at a call", {op("a"), call(), trap()}, kRdi, true},
      {"no argument at a call", {op("a"), call(), trap()}, 10, false},
      {"the count of a variadic call", {op("a"), call(), trap()}, kRax, false},
      {"kept over a call", {op("a"), call(), move(kRbx, kRax), trap()}, kRbx, true},
      {"changed by a call", {op("a"), call(), move(10, kRax), trap()}, 10, false},
      {"a result at a return", {op("a"), ret()}, kRax, true},
      {"the caller's at a return", {op("a"), ret()}, kRbx, true},
      {"no result at a return", {op("a"), ret()}, kRcx, false},
      {"an argument at a tail call", {op("a"), jump(100)}, kRcx, true},
      {"no argument at a tail call", {op("a"), jump(100)}, 11, false},
      {"the count of a variadic tail call", {op("a"), jump(100)}, kRax, false},
      {"the caller's at a tail call", {op("a"), jump(100)}, kRbx, true},
      {"the result at a tail call", {op("a"), jump(100)}, kFirstVector + 9, false},
      {"at a system call", {op("a"), op("syscall"), trap()}, 10, true},
      {"at bytes that are no code", {op("a"), unknown}, 10, true},
      {"at a jump table", {op("a"), indirect(kRax), trap()}, 10, true},
      {"running off the end", {op("a")}, 10, true},
  };
  for (const LiveCase& expected : kCases) {
    EXPECT_EQ(live_after(listed(expected.code), 0, expected.reg), expected.live) << expected.what;
  }
}

// A call may throw: what the landing pad reads must not count as dead before it.
TEST(Liveness, ALandingPadKeepsItsRegistersAliveAtCalls) {
  const auto with = listed({op("a"), call(), trap(), move(kRbx, kRdi), trap()});
  EXPECT_TRUE(live_after(with, 0, kRbx));
  EXPECT_FALSE(live_after(with, 0, kR12));
  EXPECT_FALSE(live_after(listed({op("a"), call(), trap(), trap()}), 0, kRbx));
}

// 100,000 blocks, each of which jumps back to its predecessor: a pass a change over all of them
// would take hours.
TEST(Liveness, WorkIsLinear) {
  std::vector<Instruction> code;
  constexpr std::size_t kBlocks = 100'000;
  for (std::size_t i = 0; i < kBlocks; i++) {
    code.push_back(branch(i == 0 ? 0 : i - 1));
    code.back().read = bit(static_cast<int>(i % 60));
  }
  code.push_back(ret());
  const auto function = listed(std::move(code));
  const BasicBlocks blocks = blocks_of(function);
  const Liveness liveness(Machine::x86_64, function, blocks);
  EXPECT_LT(liveness.visits(), 65 * 2 * kBlocks);
  EXPECT_NE(liveness.after(0) & bit(59), 0U);
}

}  // namespace
}  // namespace tracetoll
