// Every site of what is timed and of the specimen, in every variant that exists on arm64.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "site_checks.hpp"
#include "specimen_expected.hpp"

namespace tracetoll {
namespace {

const Inspected& arm64() {
  static const Inspected inspected(path_from("TT_ARM64"));
  return inspected;
}

std::string text_of(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(Arm64, EverySiteAgreesWithItsFacts) {
  ASSERT_EQ(arm64().file.machine(), Machine::arm64);
  expect_agreement(arm64());
  expect_placement(arm64());
}

// A variant that is left out by mistake would be checked by nobody: all headers that define a site,
// but for those that refuse arm64, those that need a header of the system, and the flags, whose
// guards analysis cannot follow there as yet.
TEST(Arm64, EveryVariantThatExistsThereIsHere) {
  std::set<std::string> expected, found;
  for (const auto& entry : std::filesystem::directory_iterator(TT_MARKERS_DIR)) {
    const std::string text = text_of(entry.path());
    if (text.find("#define TT_SITE(") == std::string::npos) continue;
    const bool elsewhere = text.find("#include <") != std::string::npos;
    const bool unread = text.find("#include \"flag.h\"") != std::string::npos;
    if (!elsewhere && !unread && text.find("#error") == std::string::npos)
      expected.insert(entry.path().stem());
  }
  for (const Facts& facts : arm64().facts) found.insert(header_of(facts.variant));
  EXPECT_EQ(found, expected);
  EXPECT_GE(found.size(), 11U);
}

TEST(Arm64, EveryVariantHasEverySiteOfTheSource) {
  SiteCounts specimen;
  for (const auto& expected : specimen::kExpected)
    specimen[expected.name] = std::string_view(expected.name) == "twice" ? 2 : 1;
  for (const Facts& facts : arm64().facts) {
    if (!leaves_records(facts.variant)) continue;
    EXPECT_EQ(missing_sites(arm64(), facts.variant, host_namespace(facts.variant), host_sites()),
              std::vector<std::string>{});
    EXPECT_EQ(missing_sites(arm64(), facts.variant,
                            "tracetoll::specimen::" + namespace_of(facts.variant) + "::", specimen),
              std::vector<std::string>{});
  }
}

// .pushsection leaves a mapping symbol ($x) behind each asm, in the middle of the function. A tool
// that ends a function at the next symbol loses what follows the first site.
TEST(Arm64, FunctionsDoNotEndAtMappingSymbols) {
  int functions = 0, mapped = 0;
  std::set<std::uint64_t> mapping;
  for (const Symbol& symbol : arm64().file.symbols())
    if (symbol.name.starts_with("$x")) mapping.insert(symbol.address);
  for (const Symbol& symbol : arm64().file.symbols()) {
    if (!symbol.function || symbol.size == 0) continue;
    const Function* function = arm64().functions.starting_at(symbol.address);
    ASSERT_NE(function, nullptr) << symbol.name;
    EXPECT_EQ(function->parts[0].end - function->parts[0].begin, symbol.size) << symbol.name;
    std::uint64_t decoded = 0;
    for (const Instruction& instruction : arm64().functions.decode(*function)) {
      decoded += static_cast<std::uint64_t>(instruction.size);
      EXPECT_FALSE(instruction.unknown) << symbol.name;
    }
    EXPECT_EQ(decoded, function->bytes()) << symbol.name;
    const auto inside = mapping.upper_bound(symbol.address);
    mapped += inside != mapping.end() && *inside < symbol.address + symbol.size ? 1 : 0;
    functions++;
  }
  EXPECT_GT(functions, 300);
  EXPECT_GT(mapped, 100);
}

// What machine.h and the variants' headers show of arm64.
TEST(Arm64, HeadCommentsShowTheCode) {
  const std::string machine = text_of(std::filesystem::path(TT_MARKERS_DIR) / "machine.h");
  EXPECT_NE(machine.find("adrp x0,state; ldr w0,[x0,:lo12:state]; cbnz w0,body"),
            std::string::npos);
  const std::set<std::string> guards = {"adrp ldr cbnz", "ldr cbnz",   "adrp add ldr cbnz",
                                        "adrp ldr cbz",  "ldr cbz",    "adrp add ldr cbz",
                                        "add ldr cbnz",  "add ldr cbz"};
  std::map<std::string, int> of_guard;
  for (const Site& site : arm64().sites) {
    const std::string header = header_of(site.variant);
    const std::string code = site.hot_code.substr(0, site.hot_code.find(" x "));
    std::set<std::string> forms = guards;
    if (header == "anchor") forms = {""};
    if (header == "sled_executed" || header == "static_key") forms = {"nop"};
    if (header == "call_always") forms = {"bl", "b"};
    EXPECT_TRUE(forms.contains(code)) << site.variant << " " << site.name << ": " << code;
    if (forms == guards) of_guard[code]++;
  }
  EXPECT_GT(of_guard["adrp ldr cbnz"], 0);
  EXPECT_GT(of_guard["ldr cbnz"], 0);
  for (const auto& [code, count] : of_guard) RecordProperty(code, count);
}

}  // namespace
}  // namespace tracetoll
