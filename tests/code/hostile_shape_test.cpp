// Bytes that no compiler made: no crash, no endless walk, and still every byte counted once.
#include <gtest/gtest.h>

#include <random>

#include "function_shape.hpp"
#include "listing.hpp"
#include "operand_cost.hpp"
#include "register_saves.hpp"

namespace tracetoll {
namespace {

void check(Machine machine, const Function& function, std::span<const Instruction> code) {
  const FunctionShape shape = function_shape(machine, function, code, {}, {});
  EXPECT_EQ(static_cast<std::uint64_t>(shape.total.bytes + shape.total.padding_bytes),
            function.bytes());
  EXPECT_LE(shape.hot.bytes, shape.total.bytes);
  EXPECT_LE(shape.hot.cache_lines, shape.total.cache_lines);
  for (const Loop& loop : shape.loops) {
    EXPECT_LE(loop.instructions, shape.total.instructions);
    EXPECT_GE(loop.unroll, 1);
  }
  const BasicBlocks blocks = basic_blocks(code, function.parts);
  const Liveness liveness(machine, code, blocks);
  const OperandCosts costs(machine, code, blocks, liveness);
  std::vector<Place> places;
  for (int reg = 0; reg < 16; reg++) places.push_back({Place::Kind::in_register, reg, 0, 8});
  for (int slot = 0; slot < 4; slot++) {
    places.push_back({Place::Kind::slot, registers(machine).stack, slot * 8, 8});
  }
  for (std::size_t i = 0; i < code.size(); i += 7) {
    const OperandCost cost = costs.at(code[i].address, places);
    EXPECT_EQ(
        cost.addresses.size(),
        static_cast<std::size_t>(cost.loads + cost.moves + cost.stores + cost.others + cost.calls));
  }
}

TEST(HostileShape, RandomBytes) {
  std::mt19937 random(1);
  for (const Machine machine : {Machine::x86_64, Machine::arm64}) {
    const Disassembler disassembler(machine);
    for (int round = 0; round < 60; round++) {
      std::vector<std::uint8_t> bytes(1 + random() % 3000);
      for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
      // Addresses that wrap around too.
      const std::uint64_t address = round % 3 == 0 ? ~std::uint64_t{0} - bytes.size() : 0x1000;
      const std::uint64_t middle = address + bytes.size() / 2;
      const Function function{"f", {{middle, address + bytes.size()}, {address, middle}}};
      check(machine, function, disassembler.decode(bytes, address));
    }
  }
}

// Jumps of a byte each to anywhere, loads, stores and pushes between them.
std::vector<Instruction> tangle(std::size_t size, std::uint32_t seed) {
  using namespace listing;
  std::mt19937 random(seed);
  std::vector<Instruction> code;
  for (std::size_t i = 0; i < size; i++) {
    const int reg = static_cast<int>(random() % 16);
    switch (random() % 12) {
      case 0:
        code.push_back(jump(random() % size));
        break;
      case 1:
        code.push_back(indirect(reg));
        break;
      case 2:
        code.push_back(load(kRsp, static_cast<std::int64_t>(random() % 64), reg));
        break;
      case 3:
        code.push_back(store(reg, kRsp, static_cast<std::int64_t>(random() % 64)));
        break;
      case 4:
        code.push_back(push(reg));
        break;
      case 5:
        code.push_back(pop(reg));
        break;
      case 6:
        code.push_back(call());
        break;
      case 7:
        code.push_back(nop());
        break;
      default:
        code.push_back(branch(random() % size));
        break;
    }
    code.back().read |= bit(static_cast<int>(random() % 64));
    code.back().written |= bit(static_cast<int>(random() % 64));
  }
  return listed(std::move(code));
}

TEST(HostileShape, Tangles) {
  for (std::uint32_t seed = 0; seed < 200; seed++) {
    const auto code = tangle(1 + seed * 3, seed);
    check(Machine::x86_64, {"f", listing::one_part(code)}, code);
  }
}

// Work, not time: what is looked at may grow by what it grows by, not by its square.
TEST(HostileShape, WorkGrowsWithTheCode) {
  constexpr std::size_t kSize = 100'000;
  const auto code = tangle(kSize, 7);
  const BasicBlocks blocks = listing::blocks_of(code);
  EXPECT_LE(loop_nest(blocks).work, 20 * kSize);
  EXPECT_LE(Liveness(Machine::x86_64, code, blocks).visits(), 64 * kSize);
  EXPECT_EQ(register_saves(Machine::x86_64, code, blocks).saved.size(), kSize);
}

// Capstone and we look for the end of the prefixes: of a megabyte of them, from each on. That took
// 30 s a prefix; the time limit is the judge.
TEST(HostileShape, AMegabyteOfPrefixes) {
  const Disassembler disassembler;
  for (const std::uint8_t prefix : {0x48, 0x66, 0xf0, 0xf2}) {
    const std::vector<std::uint8_t> bytes(1 << 20, prefix);
    std::size_t size = 0;
    disassembler.for_each(bytes, 0,
                          [&](const Instruction& i) { size += static_cast<std::size_t>(i.size); });
    EXPECT_EQ(size, bytes.size());
  }
}

}  // namespace
}  // namespace tracetoll
