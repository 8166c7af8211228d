// A cost that is blamed on a site though the function needs the value anyway is a lie about the
// marker; the reverse hides what the marker costs.
#include "operand_cost.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "listing.hpp"

namespace tracetoll {
namespace {

using namespace listing;

// The site is the NOP.
OperandCost cost(std::vector<Instruction> code, std::vector<Place> operands) {
  const auto function = listed(std::move(code));
  const BasicBlocks blocks = blocks_of(function, {{kStart, kStart + 1000}});
  const Liveness liveness(Machine::x86_64, function, blocks);
  const auto site = std::ranges::find_if(function, &Instruction::nop);
  return OperandCosts(Machine::x86_64, function, blocks, liveness).at(site->address, operands);
}

Place in(int reg) {
  return {Place::Kind::in_register, reg, 0, 8};
}
Place slot(std::int64_t displacement) {
  return {Place::Kind::slot, kRsp, displacement, 8};
}
Instruction end() {
  return flow("ud2", Flow::stop);
}
Instruction lea(int base, std::int64_t displacement, int to) {
  Instruction result = op("lea", bit(base), bit(to));
  result.base = base;
  result.displacement = displacement;
  result.destination = to;
  return result;
}

struct CostCase {
  const char* what;
  std::vector<Instruction> code;
  std::vector<Place> operands;
  OperandCost expected;
};

void expect(const CostCase& expected) {
  OperandCost found = cost(expected.code, expected.operands);
  OperandCost wanted = expected.expected;
  for (auto& address : wanted.addresses) address += kStart;
  EXPECT_EQ(found.loads, wanted.loads) << expected.what;
  EXPECT_EQ(found.moves, wanted.moves) << expected.what;
  EXPECT_EQ(found.stores, wanted.stores) << expected.what;
  EXPECT_EQ(found.others, wanted.others) << expected.what;
  EXPECT_EQ(found.calls, wanted.calls) << expected.what;
  EXPECT_EQ(found.addresses, wanted.addresses) << expected.what;
}

TEST(OperandCost, OfRegisters) {
  Instruction partly = op("mov", 0, bit(11));
  partly.kept = bit(11);
  const CostCase kCases[] = {
      {"a parameter that is there already", {nop(), end()}, {in(kRdi)}, {}},
      {"a load for the site",
       {load(kRdi, 8, kRax), nop(), end()},
       {in(kRax)},
       {1, 0, 0, 0, 0, {0}}},
      {"a load that is needed later", {load(kRdi, 8, kRax), nop(), ret()}, {in(kRax)}, {}},
      {"a load that is needed before",
       {load(kRdi, 8, kRax), op("cmp", bit(kRax)), nop(), end()},
       {in(kRax)},
       {}},
      {"a load for nobody", {load(kRdi, 8, kRax), nop(), end()}, {in(kRcx)}, {}},
      {"a chain of three",
       {load(kRdi, 8, kRax), lea(kRax, 4, kRcx), move(kRcx, kRdx), nop(), end()},
       {in(kRdx)},
       {1, 1, 0, 1, 0, {0, 1, 2}}},
      {"a chain whose start something else reads",
       {load(kRdi, 8, kRax), op("cmp", bit(kRax)), lea(kRax, 4, kRcx), nop(), end()},
       {in(kRcx)},
       {0, 0, 0, 1, 0, {2}}},
      {"one value for two operands",
       {load(kRdi, 8, kRax), move(kRax, kRcx), move(kRax, kRdx), nop(), end()},
       {in(kRcx), in(kRdx)},
       {1, 2, 0, 0, 0, {0, 1, 2}}},
      {"the result of a call", {call(), nop(), end()}, {in(kRax)}, {0, 0, 0, 0, 1, {0}}},
      {"a result that is needed later", {call(), nop(), ret()}, {in(kRax)}, {}},
      {"a copy of the result",
       {call(), move(kRax, kRbx), call(), nop(), end()},
       {in(kRbx)},
       {0, 1, 0, 0, 1, {0, 1}}},
      {"before a call that clobbers it", {load(kRdi, 8, 11), call(), nop(), end()}, {in(11)}, {}},
      {"needed on another way",
       {load(kRdi, 8, 11), branch(4), nop(), end(), move(11, kRax), end()},
       {in(11)},
       {}},
      {"over a branch whose other way does not need it",
       {load(kRdi, 8, 11), branch(4), nop(), end(), end()},
       {in(11)},
       {1, 0, 0, 0, 0, {0}}},
      {"beyond a join", {branch(2), load(kRdi, 8, 11), nop(), end()}, {in(11)}, {}},
      {"flags that a branch needs",
       {op("sub", bit(kRdi), bit(11)), branch(3), nop(), end()},
       {in(11)},
       {}},
      {"flags that nobody needs",
       {op("sub", bit(kRdi), bit(11)), op("cmp", bit(kRdi)), branch(4), nop(), end()},
       {in(11)},
       {0, 0, 0, 1, 0, {0}}},
      {"in two parts",
       {load(kRdi, 8, 11), partly, nop(), end()},
       {in(11)},
       {1, 1, 0, 0, 0, {0, 1}}},
      {"no register", {load(kRdi, 0, 11), nop(), end()}, {in(11), in(99)}, {1, 0, 0, 0, 0, {0}}},
  };
  for (const CostCase& expected : kCases) expect(expected);
}

TEST(OperandCost, OfStackSlots) {
  const CostCase kCases[] = {
      {"a store for the site",
       {drop(24), store(kRdi, kRsp, 8), nop(), end()},
       {slot(8)},
       {0, 0, 1, 0, 0, {1}}},
      {"a store, and what it stores",
       {drop(24), load(kRdi, 4, 11), store(11, kRsp, 8), nop(), end()},
       {slot(8)},
       {1, 0, 1, 0, 0, {1, 2}}},
      {"a slot that is loaded",
       {drop(24), store(kRdi, kRsp, 8), nop(), load(kRsp, 8, kRax), ret()},
       {slot(8)},
       {}},
      {"a slot that is loaded at another depth",
       {drop(24), store(kRdi, kRsp, 8), nop(), push(kRax), load(kRsp, 16, kRax), ret()},
       {slot(8)},
       {}},
      {"another slot that is loaded",
       {drop(24), store(kRdi, kRsp, 8), nop(), load(kRsp, 16, kRax), ret()},
       {slot(8)},
       {0, 0, 1, 0, 0, {1}}},
      {"an object below whose address is taken",
       {drop(24), lea(kRsp, 0, kRdi), store(kRdi, kRsp, 8), call(), nop(), end()},
       {slot(8)},
       {}},
      {"an object above whose address is taken",
       {drop(24), lea(kRsp, 16, kRdi), store(kRsi, kRsp, 8), call(), nop(), end()},
       {slot(8)},
       {0, 0, 1, 0, 0, {2}}},
      {"the stack pointer copied",
       {drop(24), move(kRsp, kRdi), store(kRsi, kRsp, 8), call(), nop(), end()},
       {slot(8)},
       {}},
      {"a frame that varies",
       {op("and", bit(kRsp), bit(kRsp)), store(kRsi, kRsp, 8), nop(), end()},
       {slot(8)},
       {}},
      {"a store beside it", {drop(24), store(kRdi, kRsp, 0), nop(), end()}, {slot(8)}, {}},
  };
  for (const CostCase& expected : kCases) expect(expected);
}

TEST(OperandCost, NoInstructionOfTheFunction) {
  const auto code = listed({load(kRdi, 8, kRax), nop(), end()});
  const BasicBlocks blocks = blocks_of(code);
  const Liveness liveness(Machine::x86_64, code, blocks);
  const OperandCosts costs(Machine::x86_64, code, blocks, liveness);
  const std::vector<Place> operands = {in(kRax)};
  EXPECT_EQ(costs.at(kStart - 1, operands), OperandCost{});
  EXPECT_EQ(costs.at(kStart + 1, operands).loads, 1);
}

}  // namespace
}  // namespace tracetoll
