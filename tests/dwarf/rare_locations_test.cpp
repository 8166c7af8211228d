// Kinds of locations that compilers write rarely, from debug information that was written by hand
// (fixtures/rare.S).
#include <gtest/gtest.h>

#include <algorithm>

#include "dwarf_data.hpp"
#include "elf_file.hpp"
#include "patch/dwarf/dwarf_arguments.hpp"

namespace tracetoll::testing {
namespace {

class RareLocations : public ::testing::Test {
 protected:
  RareLocations() : file_(TT_RARE, ""), data_(file_), finder_(data_.get(), file_.handle(), 0) {
    const auto symbol = std::ranges::find(file_.symbols(), "rare_site", &Symbol::name);
    if (symbol != file_.symbols().end()) site_ = symbol->address;
  }

  dwarf::FoundArgument argument(const std::string& source) {
    const auto found = finder_.find(site_, source);
    return found.size() == 1 ? found[0] : dwarf::FoundArgument{};
  }
  // The place, or the reason why there is none.
  std::string place(const std::string& source) {
    const auto found = argument(source);
    return found.place ? dwarf::place_text(*found.place) : found.missing.reason;
  }
  dwarf::Missing::Why why(const std::string& source) { return argument(source).missing.why; }

  ElfFile file_;
  DwarfData data_;
  dwarf::DwarfArguments finder_;
  std::uint64_t site_ = 0;
};

using Why = dwarf::Missing::Why;

TEST_F(RareLocations, TheFrameIsWhereTheUnwindInformationSays) {
  EXPECT_EQ(place("in_frame"), "4(rsp)");
}

TEST_F(RareLocations, AnEntryValueIsFoundWhereTheCallerWantsItsRegisterBack) {
  EXPECT_EQ(place("saved_register"), "8(rsp)");
  EXPECT_EQ(place("untouched_register"), "r13");
  EXPECT_EQ(place("stack_on_entry"), "&24(rsp)");
}

TEST_F(RareLocations, AnEntryValueOfAParameterIsLostAndNamesItsRegister) {
  EXPECT_EQ(why("parameter"), Why::entry_value);
  EXPECT_EQ(why("old_parameter"), Why::entry_value);
  EXPECT_NE(place("parameter").find("rdi"), std::string::npos) << place("parameter");
}

TEST_F(RareLocations, ConstantsOfEveryForm) {
  EXPECT_EQ(place("known"), "constant 305419896");
  EXPECT_EQ(place("two_hundred"), "constant 200");
  EXPECT_EQ(place("block.first"), "constant 71");
  EXPECT_EQ(place("block.second"), "constant -72");
}

TEST_F(RareLocations, ARegisterAndANumber) {
  EXPECT_EQ(place("sum"), "&5(rax)");
  const auto cut = argument("sum_of_int");
  ASSERT_TRUE(cut.place);
  EXPECT_EQ(cut.place->size, 4);
  EXPECT_TRUE(cut.place->is_signed);
}

TEST_F(RareLocations, ConversionsAreTheSizeOfWhatIsRead) {
  for (const char* name : {"shifted", "converted", "typed"}) {
    const auto found = argument(name);
    ASSERT_TRUE(found.place) << name << ": " << found.missing.reason;
    EXPECT_EQ(dwarf::place_text(*found.place), "rax") << name;
    EXPECT_EQ(found.place->size, 4) << name;
    EXPECT_TRUE(found.place->is_signed) << name;
  }
  const auto masked = argument("masked");
  ASSERT_TRUE(masked.place);
  EXPECT_EQ(masked.place->size, 1);
  EXPECT_FALSE(masked.place->is_signed);
}

TEST_F(RareLocations, WhatNoStubComputes) {
  for (const char* name : {"product", "two_registers", "private", "underflow", "after_end",
                           "per_thread", "wide", "high_vector", "far_behind"}) {
    EXPECT_EQ(why(name), Why::not_supported) << name << ": " << place(name);
    EXPECT_TRUE(place(name).starts_with("'" + std::string(name) + "'")) << place(name);
  }
  EXPECT_NE(place("per_thread").find("thread-local"), std::string::npos);
}

TEST_F(RareLocations, AMemberIsInThePieceThatHoldsIt) {
  EXPECT_EQ(place("split.first"), "rax");
  EXPECT_EQ(place("split.second"), "rdx");
  EXPECT_EQ(place("half_gone.second"), "rdx");
  EXPECT_EQ(why("half_gone.first"), Why::optimised_out);
  EXPECT_EQ(place("half_product.second"), "rdx");
  EXPECT_EQ(why("half_product.first"), Why::not_supported);
  EXPECT_EQ(place("whole_piece"), "rbx");
  EXPECT_NE(place("split_long").find("several pieces"), std::string::npos);
}

TEST_F(RareLocations, TheUpperHalfOfARegisterIsNoPlace) {
  EXPECT_EQ(place("packed.first"), "rax");
  EXPECT_NE(place("packed.second").find("upper part"), std::string::npos) << place("packed.second");
}

TEST_F(RareLocations, BehindAPointerInMemory) {
  EXPECT_EQ(place("behind"), "(8(rdx))");
}

TEST_F(RareLocations, APointerToWhatIsInNoMemoryLeadsToItsValueAlone) {
  EXPECT_EQ(place("*pointer_to_known"), "constant 305419896");
  EXPECT_EQ(why("pointer_to_known"), Why::optimised_out);
}

TEST_F(RareLocations, DoublesMayBeAnywhere) {
  const auto vector = argument("vector");
  ASSERT_TRUE(vector.place);
  EXPECT_EQ(dwarf::place_text(*vector.place), "xmm0");
  EXPECT_TRUE(vector.place->is_float);
  const auto moved = argument("moved_double");
  ASSERT_TRUE(moved.place);
  EXPECT_EQ(dwarf::place_text(*moved.place), "rax");
  EXPECT_TRUE(moved.place->is_float);
  EXPECT_EQ(moved.place->size, 8);
}

// What holds when the site is hit is what holds at its first byte.
TEST_F(RareLocations, ARangeThatEndsAtTheSiteIsOver) {
  EXPECT_EQ(why("until_site"), Why::optimised_out);
  EXPECT_EQ(place("from_site"), "rbx");
}

TEST_F(RareLocations, WhatIsNotThereSaysWhich) {
  EXPECT_EQ(place("optimised"), "'optimised' is optimised out there");
  EXPECT_EQ(place("optimised_pair.first"), "'optimised_pair' is optimised out there");
  EXPECT_EQ(why("unheard_of"), Why::no_such_name);
  EXPECT_EQ(why("split.third"), Why::no_such_name);
  EXPECT_EQ(place("split.bits"), "'bits' is a bit-field");
  EXPECT_EQ(why("split"), Why::not_understood);
  EXPECT_EQ(why("sum * 2"), Why::not_understood);
  EXPECT_EQ(why("call(sum)"), Why::not_understood);
  EXPECT_EQ(why("sum ? 1 : 2"), Why::not_understood);
  EXPECT_EQ(why("-sum"), Why::not_understood);
  EXPECT_EQ(why("&sum"), Why::optimised_out);
}

TEST_F(RareLocations, ATypeThatLeadsInCirclesEnds) {
  EXPECT_FALSE(argument("circular").place);
}

TEST_F(RareLocations, BrokenExpressionsAreNotUnderstood) {
  for (const char* text : {"(", "((sum)", "sum.", "sum->", "sum[", "*", "&", "::", "sum sum", "1 +",
                           "static_cast<", "(int)", "0x", "1.5", "\"text\"", "sum[sum]", ")"}) {
    EXPECT_FALSE(argument(text).place) << text;
  }
  EXPECT_FALSE(argument(std::string(100'000, '(')).place);
  EXPECT_FALSE(argument(std::string(100'000, '*') + "sum").place);
}

TEST_F(RareLocations, AnAddressOfNoFunctionHasNoDebugData) {
  const auto found = finder_.find(0x10, "sum");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].missing.why, Why::no_debug_data);
}

}  // namespace
}  // namespace tracetoll::testing
