// What a linker keeps of the sites: tests/markers/linked.
#include <algorithm>
#include <map>

#include "site_checks.hpp"

namespace tracetoll {
namespace {

std::string linked_namespace(const std::string& variant) {
  return "tracetoll::linked::" + namespace_of(variant) + "::";
}

class Linked : public testing::TestWithParam<const char*> {
 protected:
  Inspected inspected{path_from(GetParam())};
};

// --gc-sections drops dead code with its records and leaves no live code without; of an inline
// function that two units have, one copy and one record. But for USDT under bfd: to it the probes'
// notes, which name the code, are roots, and with them dead functions stay.
TEST_P(Linked, HasTheRecordsOfLiveSitesAlone) {
  EXPECT_GE(inspected.facts.size(), 12U);
  expect_agreement(inspected);
  const bool by_bfd = std::string_view(GetParam()) == "TT_LINKED_BFD";
  std::map<std::string, SiteCounts> found;
  for (const Site& site : inspected.sites) found[site.variant][site.name]++;
  for (const Facts& facts : inspected.facts) {
    SiteCounts expected;
    if (leaves_records(facts.variant))
      expected = {{"first", 1}, {"second", 1}, {"shared", 1}, {"argument", 1}};
    if (by_bfd && facts.variant.starts_with("usdt"))
      for (const char* dead : {"dead", "dead_shared", "dead_too"}) expected[dead] = 1;
    EXPECT_EQ(found[facts.variant], expected) << facts.variant;
  }
}

// bitcoin#26593: a dormant probe that cost 250 instructions, since its arguments were computed. A
// guarded variant computes them in its body; one without a guard on the hot path, where the
// function's shape has the call; nop5 not at all.
TEST_P(Linked, ShowsTheCallThatComputesAnArgument) {
  const std::map<std::string, int> kHotCalls = {
      {"anchor", 1}, {"sled_executed:750", 1}, {"call_always", 2}, {"nop5", 0},
      {"none", 0},   {"patch_call", 1},        {"patch_dwarf", 0}, {"usdt", 1}};
  int hot_checked = 0;
  for (const Facts& facts : inspected.facts) {
    int hot_calls = 0;
    for (const Function* function :
         inspected.functions.in_namespace(linked_namespace(facts.variant))) {
      if (function->name().find("::argument(") == std::string::npos) continue;
      std::vector<Instruction> code = inspected.functions.decode(*function);
      for (const Site& site : inspected.sites) {
        if (!function->contains(site.code)) continue;
        if (site.body) {
          EXPECT_EQ(site.body->other_calls, 1) << facts.variant;
        }
        std::erase_if(code, [&](const Instruction& instruction) {
          return std::ranges::binary_search(site.body_instructions, instruction.address);
        });
      }
      hot_calls += static_cast<int>(std::ranges::count(code, Flow::call, &Instruction::flow));
    }
    const auto expected = kHotCalls.find(facts.variant);
    hot_checked += expected != kHotCalls.end() ? 1 : 0;
    EXPECT_EQ(hot_calls, expected == kHotCalls.end() ? 0 : expected->second) << facts.variant;
  }
  EXPECT_GE(hot_checked, 4);  // a build may leave some out
}

INSTANTIATE_TEST_SUITE_P(Linkers, Linked, testing::Values("TT_LINKED_BFD", "TT_LINKED_LLD"),
                         [](const auto& info) { return std::string(info.param + 10); });

}  // namespace
}  // namespace tracetoll
