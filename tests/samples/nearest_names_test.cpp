#include "nearest_names.hpp"

#include <gtest/gtest.h>

namespace tracetoll {
namespace {

const std::vector<std::string> kVariants = {"none", "branch", "call", "call_cold", "call_always"};

TEST(Nearest, BestFirst) {
  EXPECT_EQ(nearest("brnch", kVariants), (std::vector<std::string>{"branch"}));
  EXPECT_EQ(nearest("cal", kVariants).front(), "call");
}

TEST(Nearest, NothingForAFarName) {
  EXPECT_TRUE(nearest("zzzzzzzzz", kVariants).empty());
}

TEST(Nearest, AStartIsNear) {
  EXPECT_EQ(nearest("call_", kVariants),
            (std::vector<std::string>{"call_cold", "call_always", "call"}));
}

// A name of a megabyte must not come back as a message of a megabyte.
TEST(UnknownName, CutsALongName) {
  EXPECT_LT(unknown_name("variant", std::string(1'000'000, 'x'), kVariants).size(), 300U);
}

}  // namespace
}  // namespace tracetoll
