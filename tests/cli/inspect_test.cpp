// `tracetoll inspect` as a user types it, on layout executables of the build.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <nlohmann/json.hpp>
#include <set>

#include "tool.hpp"

namespace tracetoll::testing {
namespace {

using Json = nlohmann::json;

const char* const kLayout = "inspect $LAYOUTS/layout_01 ";

TEST(Inspect, JsonKeepsItsContract) {
  const Workspace workspace;
  const ToolResult result = workspace.tool(std::string(kLayout) + "--format json");
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  const Json json = Json::parse(result.output);
  EXPECT_EQ(json.at("schema"), "tracetoll.inspect/1");
  EXPECT_TRUE(json.at("file").get<std::string>().ends_with("layout_01"));
  ASSERT_FALSE(json.at("sites").empty());
  std::set<std::string> variants, kinds;
  for (const Json& site : json["sites"]) {
    kinds.insert(site.at("kind"));
    EXPECT_TRUE(site.at("address").get<std::string>().starts_with("0x"));
    if (site.at("kind") != "tracetoll") continue;
    EXPECT_FALSE(site.at("name").get<std::string>().empty());
    EXPECT_TRUE(site.at("function").get<std::string>().starts_with("tracetoll::host::"));
    EXPECT_TRUE(site.at("bytes").is_number_unsigned());
    EXPECT_TRUE(site.at("patch").at("how").is_string());
    variants.insert(site.at("variant"));
  }
  EXPECT_TRUE(kinds.contains("tracetoll"));
  EXPECT_TRUE(variants.contains("call"));
  EXPECT_TRUE(variants.contains("static_key"));
  EXPECT_FALSE(variants.contains("none"));
  for (const Json& function : json.at("functions")) {
    EXPECT_LE(function.at("hot").at("bytes"), function.at("total").at("bytes"));
    EXPECT_GT(function.at("hot").at("instructions"), 0);
  }
}

// A guarded site is a load, a test and a branch; a key is a NOP without any of them.
TEST(Inspect, WhatRunsAtADormantSite) {
  const Workspace workspace;
  const auto sites_of = [&](const std::string& variant) {
    const ToolResult result =
        workspace.tool(kLayout + ("--format json --function '*host::" + variant + "::sys_close*'"));
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    return Json::parse(result.output).at("sites");
  };
  for (const Json& site : sites_of("call")) {
    EXPECT_EQ(site.at("loads"), 1) << site;
    EXPECT_EQ(site.at("conditional_branches"), 1) << site;
    EXPECT_EQ(site.at("patch").at("how"), "flag") << site;
    EXPECT_GT(site.at("body_bytes"), 0) << site;
  }
  ASSERT_FALSE(sites_of("static_key").empty());
  for (const Json& site : sites_of("static_key")) {
    EXPECT_EQ(site.at("bytes"), 5) << site;
    EXPECT_EQ(site.at("instructions"), 1) << site;
    EXPECT_EQ(site.at("loads"), 0) << site;
    EXPECT_NE(site.at("patch").at("how"), "flag") << site;
  }
}

TEST(Inspect, TopAndFunctionLimitTheText) {
  const Workspace workspace;
  const ToolResult one = workspace.tool(std::string(kLayout) + "--top 1");
  EXPECT_EQ(one.exit_code, 0) << one.errors;
  EXPECT_TRUE(contains(one.output, "dormant, operands among it (1 of ")) << one.output;
  const ToolResult named =
      workspace.tool(std::string(kLayout) + "--function tracetoll::host::none::lock_release");
  EXPECT_EQ(named.exit_code, 0) << named.errors;
  EXPECT_TRUE(contains(named.output, "sites: none")) << named.output;
  EXPECT_TRUE(contains(named.output, "conditional branches")) << named.output;
}

// The same file is its own twin; a variant is compared with none across namespaces.
TEST(Inspect, TwinsAreCompared) {
  const Workspace workspace;
  const std::string call = "--function tracetoll::host::call::lock_release ";
  const ToolResult same = workspace.tool(kLayout + call + "--against $LAYOUTS/layout_01 -f json");
  ASSERT_EQ(same.exit_code, 0) << same.errors;
  const Json twin = Json::parse(same.output).at("twins").at(0);
  EXPECT_TRUE(twin.at("causes").empty()) << twin;
  for (const Json& figure : twin.at("figures")) EXPECT_EQ(figure.at("difference"), 0) << twin;
  const ToolResult other = workspace.tool(kLayout + call +
                                          "--against $LAYOUTS/layout_01 --listing "
                                          "--as tracetoll::host::none::lock_release");
  EXPECT_EQ(other.exit_code, 0) << other.errors;
  EXPECT_TRUE(contains(other.output, "guards of 2 sites")) << other.output;
  EXPECT_FALSE(contains(other.output, "no longer called")) << other.output;
  EXPECT_TRUE(contains(other.output, " > only after")) << other.output;
  EXPECT_FALSE(contains(other.output, "\x1b")) << "colours into a pipe";
}

struct BadFile {
  const char* name;
  const char* script;  // makes `file`, then the tool runs
  const char* says;
};

class InspectBadFile : public ::testing::TestWithParam<BadFile> {};

// Within a second and 200 MB: the shell's limits would kill it.
TEST_P(InspectBadFile, IsOneLineAndExitCode2) {
  const Workspace workspace;
#if defined(__SANITIZE_ADDRESS__)
  const std::string limits;  // the sanitizer's shadow is larger
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
  const std::string limits;
#else
  const std::string limits = "ulimit -v 400000; ";
#endif
#else
  const std::string limits = "ulimit -v 400000; ";
#endif
  const ToolResult result =
      workspace.shell(std::string(GetParam().script) + "\n" + limits + "$TOOL inspect file");
  EXPECT_EQ(result.exit_code, 2) << result.errors;
  EXPECT_EQ(result.error_lines(), 1) << result.errors;
  EXPECT_EQ(result.output, "");
  EXPECT_TRUE(contains(result.errors, GetParam().says)) << result.errors;
}

INSTANTIATE_TEST_SUITE_P(
    All, InspectBadFile,
    ::testing::Values(
        BadFile{"missing", "true", "file: No such file"},
        BadFile{"empty", ": > file", "not an ELF"},
        BadFile{"text", "seq 1000 > file", "not an ELF"},
        BadFile{"directory", "mkdir file", "not a regular file"},
        BadFile{"fifo", "mkfifo file", "not a regular file"},
        BadFile{"zero", "ln -s /dev/zero file", "not a regular file"},
        BadFile{"huge", "truncate -s 1T file", "larger than"},
        BadFile{"cut", "head -c 3000 $TOOL > file", "file: "},
        BadFile{"big_endian", "(head -c 5 $TOOL; printf '\\2'; tail -c +7 $TOOL) > file", "endian"},
        BadFile{"class32", "(head -c 4 $TOOL; printf '\\1'; tail -c +6 $TOOL) > file", "32"},
        BadFile{"machine", "(head -c 18 $TOOL; printf '\\10'; tail -c +20 $TOOL) > file", "MIPS"}),
    [](const auto& info) { return info.param.name; });

TEST(Inspect, NoPermission) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const Workspace workspace;
  const ToolResult result = workspace.shell("cp $TOOL file; chmod 0 file; $TOOL inspect file");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(contains(result.errors, "Permission denied")) << result.errors;
}

struct BadOption {
  const char* name;
  const char* arguments;
  const char* says;
};

class InspectBadOption : public ::testing::TestWithParam<BadOption> {};

TEST_P(InspectBadOption, IsOneLineAndExitCode2) {
  const Workspace workspace;
  const ToolResult result = workspace.tool(std::string(kLayout) + GetParam().arguments);
  EXPECT_EQ(result.exit_code, 2) << result.errors;
  EXPECT_EQ(result.error_lines(), 1) << result.errors;
  EXPECT_EQ(result.output, "");
  EXPECT_TRUE(contains(result.errors, GetParam().says)) << result.errors;
}

INSTANTIATE_TEST_SUITE_P(
    All, InspectBadOption,
    ::testing::Values(BadOption{"format", "--format xml", "there are text, json"},
                      BadOption{"top", "--top=-1", "--top"},
                      BadOption{"function", "--function no_such_function",
                                "has no function no_such_function"},
                      BadOption{"listing", "--listing", "--against"},
                      BadOption{"as", "--as f", "--against"},
                      BadOption{"against", "--against missing", "missing: No such file"},
                      BadOption{"as_many", "--against $LAYOUTS/layout_01 --function '*' --as '*'",
                                "each name one function"}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace tracetoll::testing
