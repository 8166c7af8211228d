// Names come from the command line and out of files: any text must be told for what it is.
#include "variant_name.hpp"

#include <gtest/gtest.h>

namespace tracetoll {
namespace {

TEST(CopiesName, AVariantAndANumber) {
  for (const int copies : kDoseCopies) {
    const auto name = copies_name("nop5*" + std::to_string(copies));
    ASSERT_TRUE(name) << copies;
    EXPECT_EQ(name->variant, "nop5");
    EXPECT_EQ(name->copies, copies);
  }
  EXPECT_EQ(copies_name("sled_cold:750*16")->variant, "sled_cold:750");
  EXPECT_EQ(copies_name("a*2147483647")->copies, 2147483647);
}

TEST(CopiesName, NothingElse) {
  for (const char* text : {"", "nop5", "*", "nop5*", "*4", "nop5*-1", "nop5*-0", "nop5*+1",
                           "nop5*99999999999", "nop5*2147483648", "nop5*4x", "nop5* 4", "nop5*4 ",
                           "nop5**4", "nop5*4*4", "nop5*0x4", "nop5*4.0", "none:copy", "nop5@jump"})
    EXPECT_FALSE(copies_name(text)) << text;
}

TEST(PatchedName, BuiltAndForm) {
  const auto name = patched_name("sled_executed:750@jump");
  ASSERT_TRUE(name);
  EXPECT_EQ(name->built, "sled_executed:750");
  EXPECT_EQ(name->form, "jump");
}

// Whether there is such a form is asked of is_patch_form; what is split is never lost.
TEST(PatchedName, HostileNames) {
  EXPECT_FALSE(patched_name(""));
  EXPECT_FALSE(patched_name("nop5"));
  EXPECT_EQ(patched_name("a@")->form, "");
  EXPECT_EQ(patched_name("@jump")->built, "");
  EXPECT_EQ(patched_name("@")->built, "");
  EXPECT_EQ(patched_name("a@b@jump")->form, "b@jump");
}

TEST(PatchForms, AreThree) {
  for (const char* form : {"jump", "long", "short"}) EXPECT_TRUE(is_patch_form(form)) << form;
  for (const char* form : {"", "jum", "jump ", "JUMP", "b@jump"})
    EXPECT_FALSE(is_patch_form(form)) << form;
}

TEST(NopSites, AreOfThreeVariants) {
  for (const char* name : {"nop5", "static_key", "sled_executed:750", "sled_executed:matched"})
    EXPECT_TRUE(has_nop_sites(name)) << name;
  for (const char* name : {"", "none", "call", "branch", "sled_cold:750", "sled_executed", "nop5 "})
    EXPECT_FALSE(has_nop_sites(name)) << name;
}

TEST(EnabledName, IsAFormOfTheListAndNothingElse) {
  for (const char* name : {"call@empty", "patch_call@saved", "usdt@uprobe", "a@counter"})
    EXPECT_TRUE(is_enabled_variant(name)) << name;
  for (const char* name : {"call", "nop5@jump", "call@emty", "call@", "@", "a@b@counter", ""})
    EXPECT_FALSE(is_enabled_variant(name)) << name;
  for (const auto form : kEnabledForms) EXPECT_FALSE(is_patch_form(form)) << form;
}

TEST(EnabledName, PartsCallNoProbe) {
  for (const auto form : kEnabledForms)
    EXPECT_EQ(calls_probe(form), form != "taken" && form != "saved") << form;
}

}  // namespace
}  // namespace tracetoll
