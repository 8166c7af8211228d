// The text that patch_dwarf.h leaves in a record, and what is read of it.
#include "patch/dwarf/argument_text.hpp"

#include <gtest/gtest.h>

#include "marker.h"

// After patch_dwarf.h: what its macros make of an argument.
#define TT_TEXT(a) TT_DWARF_TEXT(a)
#define TT_KEEPS(a) TT_STRING(TT_KEPT(a))

namespace tracetoll::dwarf {
namespace {

using Texts = std::vector<std::string>;

TEST(ArgumentText, IsSplitAtCommasOutsideOfBracketsAndStrings) {
  EXPECT_EQ(split_arguments(""), Texts{});
  EXPECT_EQ(split_arguments("  "), Texts{});
  EXPECT_EQ(split_arguments("a"), Texts{"a"});
  EXPECT_EQ(split_arguments(" a , b "), (Texts{"a", "b"}));
  EXPECT_EQ(split_arguments("f(a, b), c[g(1, 2)], {3, 4}"),
            (Texts{"f(a, b)", "c[g(1, 2)]", "{3, 4}"}));
  EXPECT_EQ(split_arguments(R"("a, (b", ',', '\'', "\", ", c)"),
            (Texts{R"("a, (b")", "','", R"('\'')", R"("\", ")", "c"}));
  EXPECT_EQ(split_arguments("1'000, 2"), (Texts{"1'000", "2"}));
  EXPECT_EQ(split_arguments("), a"), (Texts{")", "a"}));
}

Texts words(const char* text) {
  Texts result;
  for (const Token& token : tokens_of(text)) result.push_back(token.text);
  return result;
}

TEST(ArgumentText, TokensOfOddSpacing) {
  EXPECT_EQ(words("( (a)->  b .c)"), (Texts{"(", "(", "a", ")", "->", "b", ".", "c", ")", ""}));
  EXPECT_EQ(words("a::b<<1'000u"), (Texts{"a", "::", "b", "<<", "1'000u", ""}));
  EXPECT_EQ(words("x- >y"), (Texts{"x", "-", ">", "y", ""}));
  EXPECT_EQ(words("\"unfinished"), (Texts{"\"", "unfinished", ""}));
  EXPECT_EQ(tokens_of("").size(), 1U);
}

#define NUMBER 257
#define POINTER ((void*)0)
#define MEMBER(object) ((object)->inner.count)

TEST(ArgumentText, TheMarkerLeavesWhatMacrosBecome) {
  EXPECT_STREQ(TT_TEXT(a), "a");
  EXPECT_STREQ(TT_TEXT(NUMBER), "257");
  EXPECT_STREQ(TT_TEXT(POINTER), "((void*)0)");
  EXPECT_STREQ(TT_TEXT(MEMBER(outer)), "((outer)->inner.count)");
  EXPECT_STREQ(TT_TEXT((unsigned long)x), "(unsigned long)x");
  EXPECT_STREQ(TT_TEXT((a)), "(a)");
  EXPECT_STREQ(TT_TEXT(f(a, b)(c)), "f(a, b)(c)");
  EXPECT_STREQ(TT_TEXT("a, b"), "\"a, b\"");
}

TEST(ArgumentText, OfWhatIsKeptItIsTheArgument) {
  EXPECT_STREQ(TT_TEXT(keep(a)), "a");
  EXPECT_STREQ(TT_TEXT(TT_KEEP(a->b)), "a->b");
  EXPECT_STREQ(TT_TEXT(keep((a))), "(a)");
  EXPECT_STREQ(TT_TEXT(keep((int)a)), "(int)a");
  EXPECT_STREQ(TT_TEXT(keep(f(a, b))), "f(a, b)");
}

TEST(ArgumentText, OnlyKeepIsKept) {
  EXPECT_STREQ(TT_KEEPS(keep(a)), "TT_YES");
  EXPECT_STREQ(TT_KEEPS(keep((int)a)), "TT_YES");
  EXPECT_STREQ(TT_KEEPS(a), "TT_NO");
  EXPECT_STREQ(TT_KEEPS((a)), "TT_NO");
  EXPECT_STREQ(TT_KEEPS((a, b)), "TT_NO");
  EXPECT_STREQ(TT_KEEPS((int)a), "TT_NO");
  EXPECT_STREQ(TT_KEEPS((a) + (b)), "TT_NO");
  EXPECT_STREQ(TT_KEEPS(((a), (b))), "TT_NO");
  EXPECT_STREQ(TT_KEEPS(f(a, b)(c)), "TT_NO");
  EXPECT_STREQ(TT_KEEPS(-1), "TT_NO");
  EXPECT_STREQ(TT_KEEPS("a"), "TT_NO");
}

}  // namespace
}  // namespace tracetoll::dwarf
