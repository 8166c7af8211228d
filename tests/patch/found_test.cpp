// Sites without operands: the arguments are found through this program's debug information.
#include "found.hpp"

#include <gtest/gtest.h>

#include <string>

#include "probes.hpp"

namespace tracetoll::patch_test {
namespace {

TEST(Found, ArgumentsWithoutOperandsArrive) {
  ASSERT_EQ(tt_attach("found_arguments", &counting), 1) << tt_error();
  take_calls();
  pass_found(41);
  const Calls calls = take_calls();
  EXPECT_EQ(calls.right, 1U);
  EXPECT_EQ(calls.last, 41U);
  EXPECT_EQ(tt_detach("found_arguments"), 1) << tt_error();
}

TEST(Found, AnArgumentThatIsGoneIsNamedAndTheSiteStaysDormant) {
  EXPECT_EQ(tt_attach("lost_argument", &counting), -1);
  EXPECT_NE(std::string(tt_error()).find("recent"), std::string::npos) << tt_error();
  take_calls();
  pass_lost(42);
  EXPECT_EQ(take_calls().right, 0U);
}

TEST(Found, AProbeThatTakesNoArgumentsNeedsNone) {
  ASSERT_EQ(tt_attach("lost_argument", &tt_hits), 1) << tt_error();
  EXPECT_EQ(tt_detach("lost_argument"), 1) << tt_error();
}

}  // namespace
}  // namespace tracetoll::patch_test
