#include "pattern.hpp"

#include <gtest/gtest.h>

namespace tracetoll::patch {
namespace {

bool matches(const char* pattern, const char* variant, const char* name) {
  Site site;
  site.variant = variant;
  site.name = name;
  return Pattern(pattern).matches(site);
}

TEST(Pattern, ANameMatchesInEveryVariant) {
  EXPECT_TRUE(matches("lock", "call", "lock"));
  EXPECT_TRUE(matches("lock", "patch_call", "lock"));
  EXPECT_FALSE(matches("lock", "call", "lock_read"));
  EXPECT_FALSE(matches("lock", "call", "unlock"));
}

TEST(Pattern, WildcardsAreThoseOfShells) {
  EXPECT_TRUE(matches("lock_*", "call", "lock_read"));
  EXPECT_TRUE(matches("l?ck", "call", "lock"));
  EXPECT_TRUE(matches("[l-m]ock", "call", "lock"));
  EXPECT_FALSE(matches("[a-c]ock", "call", "lock"));
  EXPECT_TRUE(matches("*", "call", "lock"));
  EXPECT_FALSE(matches("", "call", "lock"));
}

TEST(Pattern, TheVariantComesBeforeTheLastColon) {
  EXPECT_TRUE(matches("call:lock", "call", "lock"));
  EXPECT_FALSE(matches("call:lock", "call_cold", "lock"));
  EXPECT_TRUE(matches("call*:lock", "call_cold", "lock"));
  EXPECT_TRUE(matches("sled_cold:750:lock", "sled_cold:750", "lock"));
  EXPECT_TRUE(matches("sled_*:*", "sled_cold:750", "lock"));
  EXPECT_FALSE(matches(":lock", "call", "lock"));
}

}  // namespace
}  // namespace tracetoll::patch
