#include "function_name.hpp"

#include <gtest/gtest.h>

namespace tracetoll {
namespace {

TEST(FunctionName, ParametersGo) {
  EXPECT_EQ(without_parameters("f"), "f");
  EXPECT_EQ(without_parameters("ns::f(int, char const*)"), "ns::f");
  EXPECT_EQ(without_parameters("f<int (*)(long)>(int)"), "f<int (*)(long)>");
  EXPECT_EQ(without_parameters("(anonymous namespace)::f(int)"), "(anonymous namespace)::f");
  EXPECT_EQ(without_parameters("A::operator()(int) const"), "A::operator()");
  EXPECT_EQ(without_parameters("(odd"), "(odd");
  EXPECT_EQ(without_parameters(""), "");
}

// "release" must not find "lock_release": another function's figures would be shown.
TEST(FunctionName, AnEndIsAWholeName) {
  EXPECT_TRUE(is_named("host::call::lock_release(int)", "lock_release"));
  EXPECT_TRUE(is_named("host::call::lock_release(int)", "call::lock_release"));
  EXPECT_TRUE(is_named("host::call::lock_release(int)", "host::call::lock_release(int)"));
  EXPECT_FALSE(is_named("host::call::lock_release(int)", "release"));
  EXPECT_FALSE(is_named("lock_release", "release"));
  EXPECT_TRUE(is_named("malloc", "malloc"));
  EXPECT_FALSE(is_named("malloc", ""));
}

TEST(FunctionName, Patterns) {
  EXPECT_TRUE(is_named("host::call::lock_release(int)", "*release"));
  EXPECT_TRUE(is_named("host::call::lock_release(int)", "*lock_*(int)"));
  EXPECT_FALSE(is_named("host::call::lock_release(int)", "lock_*"));
}

}  // namespace
}  // namespace tracetoll
