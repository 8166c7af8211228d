// A site whose function has a value in every register, and probes that change all they may.
#include "stub_registers.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "stub_site.hpp"

namespace tracetoll::patch {
namespace {

MachineState random_state(unsigned seed) {
  std::mt19937_64 random(seed);
  MachineState state{};
  for (std::uint64_t& word : state.general) word = random();
  for (std::uint64_t& word : state.red_zone) word = random();
  const double pi = 3.141592653589793;
  std::memcpy(&state.x87, &pi, sizeof(pi));
  for (std::uint64_t& mask : state.masks) mask = random() & 0xffff;
  for (auto& vector : state.vectors)
    for (std::uint8_t& byte : vector) byte = static_cast<std::uint8_t>(random());
  return state;
}

VectorLevel level_here() {
  if (__builtin_cpu_supports("avx512f")) return kAvx512;
  return __builtin_cpu_supports("avx") ? kAvx : kSse;
}

tt_function evil(VectorLevel level) {
  if (level == kAvx512) return tt_test_evil_avx512;
  return level == kAvx ? tt_test_evil_avx : tt_test_evil_sse;
}

void expect_same(const MachineState& in, const MachineState& out, VectorLevel level) {
  for (int i = 0; i < 16; ++i) {
    if (i != 4) {
      EXPECT_EQ(in.general[i], out.general[i]) << "general register " << i;
    }
    EXPECT_EQ(in.red_zone[i], out.red_zone[i]) << "red zone " << i;
  }
  EXPECT_EQ(in.x87, out.x87);
  const std::size_t bytes = level == kAvx512 ? 64 : level == kAvx ? 32 : 16;
  for (int i = 0; i < (level == kAvx512 ? 32 : 16); ++i)
    EXPECT_EQ(std::memcmp(in.vectors[i], out.vectors[i], bytes), 0) << "vector register " << i;
  for (int i = 0; i < 8 && level == kAvx512; ++i)
    EXPECT_EQ(in.masks[i], out.masks[i]) << "mask register " << i;
}

// At both alignments that a stack can have.
void expect_all_survive(const struct tt_probe& probe, VectorLevel level) {
  const SwitchedSite site(tt_test_registers_site, probe, nullptr, {});
  for (const long shift : {0, 8}) {
    SCOPED_TRACE("stack at 16n + " + std::to_string(shift));
    const MachineState in = random_state(static_cast<unsigned>(level * 10 + shift));
    MachineState out{};
    tt_test_registers(&in, &out, level, shift);
    expect_same(in, out, level);
  }
}

TEST(StubRegisters, GeneralOnesSurviveAProbeThatChangesThemAll) {
  expect_all_survive({tt_test_evil_integers, TT_SAVES_INTEGERS, 0}, level_here());
}

TEST(StubRegisters, AllSurviveAProbeThatChangesThemAll) {
  for (int level = kSse; level <= level_here(); ++level)
    expect_all_survive({evil(level_here()), TT_SAVES_VECTORS, 0}, static_cast<VectorLevel>(level));
}

TEST(StubRegisters, OfVectorsAreLostWithAProbeThatSaysItChangesNone) {
  const SwitchedSite site(tt_test_registers_site, {tt_test_evil_sse, TT_SAVES_INTEGERS, 0}, nullptr,
                          {});
  const MachineState in = random_state(1);
  MachineState out{};
  tt_test_registers(&in, &out, kSse, 0);
  EXPECT_NE(std::memcmp(in.vectors[0], out.vectors[0], 16), 0);
}

TEST(StubRegisters, SurviveTheMeasuredParts) {
  for (const int flag : {TT_STOP_AT_JUMP, TT_STOP_AT_SAVES})
    for (const int saves : {TT_SAVES_INTEGERS, TT_SAVES_VECTORS})
      expect_all_survive({nullptr, saves, flag}, level_here());
}

bool stack_is_aligned = false;
void note_alignment(tt_marker*, const char*) {
  stack_is_aligned = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) % 16 == 0;
}

TEST(StubRegisters, TheStackOfAProbeIsAligned) {
  for (const int saves : {TT_SAVES_INTEGERS, TT_SAVES_VECTORS}) {
    const SwitchedSite site(tt_test_registers_site, probe_of(note_alignment, saves), nullptr, {});
    for (const long shift : {0, 8}) {
      const MachineState in = random_state(2);
      MachineState out{};
      stack_is_aligned = false;
      tt_test_registers(&in, &out, kSse, shift);
      EXPECT_TRUE(stack_is_aligned);
    }
  }
}

// Every place that an argument can be found in.
std::uint64_t found = 0;
void note_found(tt_marker*, const char*, std::uint64_t value) {
  found = value;
}

std::uint64_t argument_at_site(const Argument& argument, const MachineState& in) {
  const SwitchedSite site(tt_test_registers_site, probe_of(note_found, TT_SAVES_VECTORS), nullptr,
                          {argument});
  MachineState out{};
  found = 0;
  tt_test_registers(&in, &out, kSse, 0);
  expect_same(in, out, kSse);
  return found;
}

// By DWARF's numbers.
constexpr int kMachineNumber[16] = {0, 2, 1, 3, 6, 7, 5, 4, 8, 9, 10, 11, 12, 13, 14, 15};

TEST(StubRegisters, EachCanHaveAnArgument) {
  const MachineState in = random_state(3);
  for (int i = 0; i < 16; ++i) {
    if (i == 7) continue;
    SCOPED_TRACE("DWARF register " + std::to_string(i));
    const std::uint64_t value = in.general[kMachineNumber[i]];
    EXPECT_EQ(argument_at_site({.in = Argument::In::general_register, .number = i}, in), value);
    EXPECT_EQ(argument_at_site(
                  {.in = Argument::In::general_register, .number = i, .size = 1, .offset = 1}, in),
              (value >> 8) & 0xff);
    EXPECT_EQ(
        argument_at_site(
            {.in = Argument::In::general_register, .number = i, .size = 2, .is_signed = true}, in),
        static_cast<std::uint64_t>(static_cast<std::int16_t>(value)));
    EXPECT_EQ(argument_at_site({.in = Argument::In::address, .number = i, .offset = -77}, in),
              value - 77);
  }
}

TEST(StubRegisters, EachCanBeTheBaseOfMemoryOfAnArgument) {
  struct Target {
    std::uint32_t before = 1;
    std::int32_t value = -123456;
    const Target* self = this;
  } target;
  const auto address = reinterpret_cast<std::uintptr_t>(&target);
  for (int i = 0; i < 16; ++i) {
    if (i == 7) continue;
    SCOPED_TRACE("DWARF register " + std::to_string(i));
    MachineState in = random_state(4);
    const auto expected = static_cast<std::uint64_t>(std::int64_t{-123456});
    const std::int64_t far = 0x123456789ab;  // more than an instruction's displacement
    for (const std::int64_t offset : {std::int64_t{4}, far}) {
      in.general[kMachineNumber[i]] = address + 4 - static_cast<std::uint64_t>(offset);
      EXPECT_EQ(argument_at_site({.in = Argument::In::memory,
                                  .number = i,
                                  .size = 4,
                                  .is_signed = true,
                                  .offset = offset},
                                 in),
                expected);
    }
    in.general[kMachineNumber[i]] = address;
    EXPECT_EQ(argument_at_site({.in = Argument::In::dereferenced,
                                .number = i,
                                .size = 4,
                                .is_signed = true,
                                .offset = 8,
                                .second_offset = 4},
                               in),
              expected);
  }
  EXPECT_EQ(argument_at_site({.in = Argument::In::absolute_memory,
                              .size = 4,
                              .offset = static_cast<std::int64_t>(address)},
                             random_state(5)),
            1u);
}

TEST(StubRegisters, TheStackPointerOfTheSiteIsFound) {
  const MachineState in = random_state(6);
  const std::uint64_t stack =
      argument_at_site({.in = Argument::In::general_register, .number = 7}, in);
  EXPECT_EQ(stack % 16, 0u);
  for (int i = 0; i < 16; ++i)
    EXPECT_EQ(
        argument_at_site({.in = Argument::In::memory, .number = 7, .offset = 8 * i - 128}, in),
        in.red_zone[i]);
}

TEST(StubRegisters, OfVectorsCanHaveIntegers) {
  const MachineState in = random_state(7);
  for (int i = 0; i < 16; ++i) {
    std::uint64_t low = 0;
    std::memcpy(&low, in.vectors[i], sizeof(low));
    EXPECT_EQ(argument_at_site({.in = Argument::In::vector_register, .number = i}, in), low);
    EXPECT_EQ(argument_at_site({.in = Argument::In::vector_register, .number = i, .size = 4}, in),
              low & 0xffffffff);
  }
}

}  // namespace
}  // namespace tracetoll::patch
