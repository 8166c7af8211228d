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

// Variants are compared across namespaces: their callees are the same functions.
TEST(FunctionName, TheScopeInWhichTwoDiffer) {
  using Pair = std::pair<std::string, std::string>;
  EXPECT_EQ(differing_scope("host::none::f(int)", "host::call::f(int)"), Pair("none", "call"));
  EXPECT_EQ(differing_scope("none::f", "call::f"), Pair("none", "call"));
  EXPECT_EQ(differing_scope("host::none::f", "host::none::f"), Pair());
  EXPECT_EQ(differing_scope("host::none::f", "host::call::g"), Pair());
  EXPECT_EQ(differing_scope("a::none::f", "b::call::f"), Pair());
  EXPECT_EQ(differing_scope("host::none::f", "none::f"), Pair());
  EXPECT_EQ(differing_scope("f", "g"), Pair());
}

TEST(FunctionName, AScopeIsReplacedWhole) {
  EXPECT_EQ(with_scope("host::none::g(host::none::T&)", "none", "call"),
            "host::call::g(host::call::T&)");
  EXPECT_EQ(with_scope("host::none_b::g", "none", "call"), "host::none_b::g");
  EXPECT_EQ(with_scope("a::none::none::g", "none", "call"), "a::call::call::g");
  EXPECT_EQ(with_scope("malloc", "none", "call"), "malloc");
  EXPECT_EQ(with_scope("host::none::g", "", "call"), "host::none::g");
}

}  // namespace
}  // namespace tracetoll
