// What is written for whom: a site of the source with several copies, of which one loses something.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "arguments_text.hpp"
#include "site_arguments.hpp"

namespace tracetoll {
namespace {

SiteArgument found(const std::string& source, SiteArgument::By by = SiteArgument::By::debug_data) {
  SiteArgument result;
  result.source = source;
  result.by = by;
  result.place = "rbx";
  result.kind = "register";
  result.bytes = 4;
  result.is_signed = true;
  return result;
}

SiteArgument lost(const std::string& source, const std::string& why) {
  SiteArgument result;
  result.source = source;
  result.why = why;
  result.reason = "'" + source + "' is gone";
  return result;
}

ArgumentSite site(int line, std::vector<SiteArgument> arguments,
                  const std::string& variant = "patch_dwarf") {
  ArgumentSite result;
  result.variant = variant;
  result.name = "leaf";
  result.address = 0x1000;
  result.function = "work(int)";
  result.file = "work.c";
  result.line = line;
  result.arguments = std::move(arguments);
  return result;
}

TEST(KeepSuggestions, AnArgumentIsKeptIfAnyCopyLosesIt) {
  const auto suggestions = keep_suggestions(
      {site(7, {found("a"), found("b"), found("c", SiteArgument::By::operand)}),
       site(7, {found("a"), lost("b", "optimised out"), found("c", SiteArgument::By::operand)}),
       site(9, {found("a")})});
  ASSERT_EQ(suggestions.size(), 1U);
  EXPECT_EQ(suggestions[0].where, "work.c:7");
  EXPECT_EQ(suggestions[0].text, "MARK(leaf, a, keep(b), keep(c))");
  EXPECT_EQ(suggestions[0].copies, 2);
  EXPECT_EQ(suggestions[0].losing, 1);
  EXPECT_EQ(suggestions[0].lost, std::vector<std::string>{"b: optimised out in 1 of 2"});
}

TEST(KeepSuggestions, SitesOfOneLineAndNameWithOtherArgumentsAreTwo) {
  const auto suggestions = keep_suggestions(
      {site(7, {lost("a", "entry value")}), site(7, {found("a"), lost("b", "entry value")})});
  ASSERT_EQ(suggestions.size(), 2U);
  EXPECT_EQ(suggestions[0].text, "MARK(leaf, keep(a))");
  EXPECT_EQ(suggestions[1].text, "MARK(leaf, a, keep(b))");
}

TEST(KeepSuggestions, CoverageIsCountedByVariantAndInAll) {
  const auto coverage =
      coverage_of({site(7, {found("a"), lost("b", "optimised out")}), site(8, {}),
                   site(7, {found("a", SiteArgument::By::operand)}, "patch_call")});
  ASSERT_EQ(coverage.size(), 3U);
  EXPECT_EQ(coverage[0].variant, "patch_dwarf");
  EXPECT_EQ(coverage[0].sites, 2);
  EXPECT_EQ(coverage[0].complete, 1);
  EXPECT_EQ(coverage[0].arguments, 2);
  EXPECT_EQ(coverage[0].found, 1);
  EXPECT_EQ(coverage[1].operands, 1);
  EXPECT_EQ(coverage[2].variant, "");
  EXPECT_EQ(coverage[2].arguments, 3);
  EXPECT_EQ(coverage[2].found, 2);
}

SiteArguments report() {
  SiteArguments result;
  result.file = "a.out";
  result.sites = {site(7, {found("a"), lost("b", "optimised out")})};
  result.coverage = coverage_of(result.sites);
  result.suggestions = keep_suggestions(result.sites);
  return result;
}

TEST(KeepSuggestions, AsText) {
  EXPECT_EQ(arguments_text(report(), 0),
            "a.out\n"
            "arguments that are found:\n"
            "  patch_dwarf         1 of 2       50.0 %   0 of 1 sites lose none\n"
            "lost: 1 optimised out; --suggest says what to write\n"
            "\n"
            "  patch_dwarf:leaf  0x1000 work, work.c:7\n"
            "    a                          rbx                  signed, 4 bytes\n"
            "    b                          -- 'b' is gone\n");
  EXPECT_EQ(suggestions_text(report()),
            "work.c:7  MARK(leaf, a, keep(b))\n"
            "    b: optimised out in 1 of 1\n");
}

TEST(KeepSuggestions, WhereNothingIsLostItSaysSo) {
  SiteArguments nothing = report();
  nothing.sites = {site(7, {found("a")})};
  nothing.suggestions = keep_suggestions(nothing.sites);
  EXPECT_EQ(suggestions_text(nothing), "every argument is found: nothing to keep\n");
  nothing.sites.clear();
  EXPECT_EQ(suggestions_text(nothing), "no site here is patched to a stub\n");
}

TEST(KeepSuggestions, AsJson) {
  const auto json = nlohmann::json::parse(arguments_json(report()));
  EXPECT_EQ(json.at("schema"), "tracetoll.arguments/1");
  EXPECT_EQ(json.at("all").at("found"), 1);
  EXPECT_EQ(json.at("variants")[0].at("variant"), "patch_dwarf");
  const auto& arguments = json.at("sites")[0].at("arguments");
  EXPECT_EQ(arguments[0].at("place"), "register");
  EXPECT_EQ(arguments[1].at("why"), "optimised out");
  EXPECT_EQ(json.at("suggestions")[0].at("text"), "MARK(leaf, a, keep(b))");
}

}  // namespace
}  // namespace tracetoll
