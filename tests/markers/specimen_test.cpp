// Every site of every variant in the specimen against what its variant declares.
#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "function_shape.hpp"
#include "site_checks.hpp"
#include "specimen_expected.hpp"

namespace tracetoll {
namespace {

using specimen::kExpected;

CodeFigures total_of(const FunctionTable& functions, const Function& function) {
  return function_shape(functions.machine(), function, functions.decode(function), {}, {}).total;
}

std::set<std::string> variants() {
  std::set<std::string> result;
  for (const Facts& facts : inspected_specimen().facts) result.insert(facts.variant);
  return result;
}

TEST(Specimen, EverySiteAgreesWithItsFacts) {
  expect_agreement(inspected_specimen());
  expect_placement(inspected_specimen());
}

// clang deletes a guard whose flag nobody can write, and its site with it.
TEST(Specimen, EveryVariantHasEveryRecord) {
  EXPECT_GE(variants().size(), 15U);
  std::map<std::string, std::map<std::string, int>> found;
  for (const Site& site : inspected_specimen().sites) found[site.variant][site.name]++;
  for (const std::string& variant : variants()) {
    if (!leaves_records(variant)) continue;
    for (const auto& expected : kExpected) {
      EXPECT_EQ(found[variant][expected.name], expected.records) << variant << " " << expected.name;
    }
    EXPECT_EQ(found[variant].size(), std::size(kExpected)) << variant;
  }
}

TEST(Specimen, NoneLeavesNothing) {
  std::vector<CodeRange> markers;
  for (const Site& site : inspected_specimen().sites) {
    EXPECT_NE(site.variant, "none");
    if (site.marker != 0) markers.push_back({site.marker, site.marker + 32});
  }
  const auto functions = inspected_specimen().functions.in_namespace("tracetoll::specimen::none::");
  EXPECT_GE(functions.size(), 15U);
  for (const Function* function : functions) {
    for (const Instruction& instruction : inspected_specimen().functions.decode(*function)) {
      if (!instruction.data_address) continue;
      const bool marker = std::ranges::any_of(markers, [&](const CodeRange& range) {
        return range.contains(*instruction.data_address);
      });
      EXPECT_FALSE(marker) << function->name();
    }
  }
}

// Two objects with the same inline function link silently, and one wins: hence the namespaces. ICF
// would fold variants too.
TEST(Specimen, NoTwoVariantsShareCode) {
  std::map<std::uint64_t, std::string> owner;
  for (const Site& site : inspected_specimen().sites) {
    const Function* function = inspected_specimen().functions.at(site.code);
    ASSERT_NE(function, nullptr);
    const auto [entry, fresh] = owner.emplace(function->parts[0].begin, site.variant);
    EXPECT_EQ(entry->second, site.variant) << site.function;
    EXPECT_NE(site.function.find("::" + namespace_of(site.variant) + "::"), std::string::npos);
  }
}

TEST(Specimen, EmittedBytesAreThese) {
  const std::vector<std::uint8_t> nop5 = {0x0f, 0x1f, 0x44, 0x00, 0x00};
  const std::set<std::string> kNop5 = {"nop5", "static_key", "patch_call", "patch_dwarf"};
  for (const Site& site : inspected_specimen().sites) {
    const auto view = inspected_specimen().file.bytes(site.code, site.code_end - site.code);
    const std::vector<std::uint8_t> bytes(view.begin(), view.end());
    if (kNop5.contains(site.variant)) {
      EXPECT_EQ(bytes, nop5) << site.variant << " " << site.name;
    } else if (site.variant.starts_with("usdt")) {
      EXPECT_EQ(bytes, std::vector<std::uint8_t>{0x90}) << site.variant << " " << site.name;
    } else if (site.variant == "immediate") {
      EXPECT_TRUE(bytes.size() == 2 || bytes.size() == 3) << site.name;
      EXPECT_EQ(bytes.back(), 0) << site.name;
      EXPECT_EQ(bytes[bytes.size() - 2] & 0xf8, 0xb0) << site.name;  // mov $imm8 to a register
    } else if (site.variant.starts_with("sled_")) {
      EXPECT_GT(bytes.size(), 0U);
      EXPECT_EQ(std::ranges::count(bytes, 0x90), static_cast<long>(bytes.size()));
      EXPECT_TRUE(bytes.size() == 750U || !site.variant.ends_with(":750")) << site.name;
    } else {
      EXPECT_EQ(bytes.size(), 0U) << site.variant << " " << site.name;
    }
  }
}

// How patch.h switches a site, and what it needs for that.
TEST(Specimen, RecordsSayHowASiteIsSwitched) {
  const std::map<std::string, SwitchedBy> kOthers = {
      {"static_key", SwitchedBy::jump},      {"patch_call", SwitchedBy::stub},
      {"patch_dwarf", SwitchedBy::stub},     {"immediate", SwitchedBy::immediate},
      {"flag_site", SwitchedBy::flag},       {"flag_shared", SwitchedBy::flag},
      {"flag_category", SwitchedBy::flag},   {"nop5", SwitchedBy::nothing},
      {"anchor", SwitchedBy::nothing},       {"usdt", SwitchedBy::nothing},
      {"usdt_sema", SwitchedBy::nothing},    {"lttng_ust", SwitchedBy::nothing},
      {"sled_executed", SwitchedBy::nothing}};
  std::map<std::string, std::set<std::uint64_t>> flags;
  for (const Site& site : inspected_specimen().sites) {
    const auto other = kOthers.find(header_of(site.variant));
    const SwitchedBy kind = other == kOthers.end() ? SwitchedBy::state : other->second;
    EXPECT_EQ(site.kind, kind) << site.variant << " " << site.name;
    EXPECT_EQ(site.marker != 0, kind != SwitchedBy::nothing) << site.variant << " " << site.name;
    if (kind == SwitchedBy::flag) flags[site.variant].insert(site.target);
  }
  // One marker each: in_inlined has two records, and the two sites named twice a flag each.
  EXPECT_EQ(flags["flag_site"].size(), std::size(kExpected) + 1);
  EXPECT_EQ(flags["flag_shared"].size(), 1U);
  EXPECT_EQ(flags["flag_category"].size(), 1U);
}

// What call_preserving is for: nothing of the function is saved around the call.
TEST(Specimen, APreservingCallCostsNoRegisters) {
  const std::string prefix = "tracetoll::specimen::";
  const auto saves = [&](const std::string& variant) {
    int result = 0;
    for (const Function* function :
         inspected_specimen().functions.in_namespace(prefix + variant + "::")) {
      if (function->symbol.find("8pressure") == std::string::npos) continue;
      result += total_of(inspected_specimen().functions, *function).saves;
    }
    return result;
  };
  EXPECT_LT(saves("call_preserving"), saves("call"));
  // clang's call takes the argument registers, and its function moves out of them.
  if (is_by_gcc(inspected_specimen().file)) {
    EXPECT_LE(saves("call_preserving"), saves("branch"));
  }
}

TEST(Specimen, ClobberCallsNoProbe) {
  if (!variants().contains("clobber")) GTEST_SKIP() << "this build leaves clobber out";
  int bodies = 0;
  for (const Site& site : inspected_specimen().sites) {
    if (site.variant != "clobber") continue;
    ASSERT_TRUE(site.body) << site.name;
    EXPECT_EQ(site.body->calls, site.body->other_calls) << site.name;
    bodies++;
  }
  EXPECT_GT(bodies, 0);
}

// With -fipa-ra and the probe in the same unit, GCC would know that nothing needs saving. (The
// probe is elsewhere, and this is what tells.)
TEST(Specimen, ACallCostsSavedRegisters) {
  if (!variants().contains("clobber")) GTEST_SKIP() << "this build leaves clobber out";
  const auto shape = [](const std::string& variant) {
    for (const Function* function :
         inspected_specimen().functions.in_namespace("tracetoll::specimen::" + variant + "::")) {
      if (function->symbol.find("8pressure") != std::string::npos) {
        return total_of(inspected_specimen().functions, *function);
      }
    }
    return CodeFigures{};
  };
  const CodeFigures call = shape("call"), branch = shape("branch"), clobber = shape("clobber");
  ASSERT_GT(branch.instructions, 0);
  EXPECT_GT(call.stack_loads + call.stack_stores, branch.stack_loads + branch.stack_stores);
  EXPECT_GT(clobber.stack_loads + clobber.stack_stores, branch.stack_loads + branch.stack_stores);
  EXPECT_GT(call.saves, branch.saves);
}

// In a COMDAT function g++ 12 splits nothing off; clang 14 never does.
TEST(Specimen, ColdBodiesLieInTheColdPartUnderGcc) {
  const bool gcc = is_by_gcc(inspected_specimen().file);
  int cold_calls = 0, calls = 0;
  for (const Site& site : inspected_specimen().sites) {
    if (site.variant == "static_key") {
      EXPECT_EQ(site.body_in_cold_part, gcc && site.name != "in_comdat") << site.name;
    }
    if (site.variant == "call_cold") {
      ++calls;
      cold_calls += site.body_in_cold_part ? 1 : 0;
    }
  }
  // Where a site ends an arm in a loop, g++ keeps its block behind the guard.
  EXPECT_GE(cold_calls, gcc ? 3 * calls / 4 : 0);
  EXPECT_LE(cold_calls, gcc ? calls : 0);
}

// The point of a matched sled: its block is as long as the call's, but for the length of a jump.
TEST(Specimen, MatchedBlocksAreAsLongAsTheCallsBlock) {
  if (!variants().contains("sled_cold:matched")) GTEST_SKIP() << "this build leaves the sleds out";
  std::map<std::string, int> of_call, of_sled;
  for (const Site& site : inspected_specimen().sites) {
    if (!site.body) continue;
    if (site.variant == "call") of_call[site.name] = std::max(of_call[site.name], site.body->bytes);
    if (site.variant == "sled_cold:matched")
      of_sled[site.name] = std::max(of_sled[site.name], site.body->bytes);
  }
  ASSERT_GT(of_sled.size(), 10u);
  int near = 0;
  for (const auto& [name, bytes] : of_sled) near += std::abs(bytes - of_call.at(name)) <= 4 ? 1 : 0;
  EXPECT_GE(near, 9 * static_cast<int>(of_sled.size()) / 10);
}

// The head comment of a variant's header shows its hot code: it names the instructions, and each
// site has one of the forms that it shows. "nop x N" stands for any number.
struct HeadComment {
  std::string header;
  std::vector<std::string> words;
  std::vector<std::string> forms;
};

TEST(Specimen, HeadCommentsShowTheCode) {
  const std::vector<std::string> kGuard = {"mov test jne", "cmp jne", "mov test je", "cmp je"};
  const std::vector<std::string> kByteGuard = {"movzx test jne", "cmp jne", "movzx test je",
                                               "cmp je"};
  const HeadComment kComments[] = {
      {"anchor", {"(nothing;"}, {""}},
      {"branch", {"mov", "test", "cmpl", "jne"}, kGuard},
      {"call", {"mov", "test", "cmpl", "jne", "call *probe"}, kGuard},
      {"call_always", {"call tt_probe_always"}, {"call", "jmp"}},
      {"call_cold", {"mov", "test", "jne", "call tt_probe_cold"}, kGuard},
      {"clobber", {"mov", "test", "jne"}, kGuard},
      {"nop5", {"0f 1f 44 00 00", "nopl"}, {"nop"}},
      {"sled_cold", {"mov", "test", "jne", "nop x N"}, kGuard},
      {"sled_executed", {"nop x N"}, {"nop x N"}},
      {"sled_inline", {"mov", "test", "je", "nop x N"}, kGuard},
      {"static_key", {"0f 1f 44 00 00", "nopl", "call tt_probe_cold"}, {"nop"}},
      {"patch_call", {"0f 1f 44 00 00", "nopl", "jmp  stub"}, {"nop"}},
      {"patch_dwarf", {"0f 1f 44 00 00", "nopl", "jmp  stub"}, {"nop"}},
      {"call_preserving", {"mov", "test", "cmpl", "jne", "call tt_probe_preserving"}, kGuard},
      {"immediate", {"mov  $0x0,%al", "test %al,%al", "jne"}, {"mov test jne", "mov test je"}},
      {"flag_site", {"movzbl flag", "test", "cmpb $0x0,flag", "jne"}, kByteGuard},
      {"flag_shared", {"movzbl flag", "test", "cmpb $0x0,flag", "jne"}, kByteGuard},
      {"flag_category",
       {"mov  category", "cmpb $0x0,(%rax)", "movzbl", "jne"},
       {"mov movzx test jne", "mov cmp jne", "mov movzx test je", "mov cmp je"}},
      {"usdt", {"90", "nop", "int3"}, {"nop"}},
      {"usdt_sema", {"movzwl semaphore", "cmpw $0x0,semaphore", "jne", "nop"}, kByteGuard},
      {"lttng_ust", {"mov", "test", "cmpl", "jne", "call *rcu_read_lock"}, kGuard},
  };
  std::set<std::string> checked;
  for (const auto& [header, words, forms] : kComments) {
    std::ifstream file(std::string(TT_MARKERS_DIR) + "/" + header + ".h");
    std::stringstream text;
    text << file.rdbuf();
    const std::string comment = text.str().substr(0, text.str().find("*/"));
    for (const std::string& word : words) {
      EXPECT_NE(comment.find(word), std::string::npos) << header << " " << word;
    }
    for (const Site& site : inspected_specimen().sites) {
      if (site.variant.substr(0, site.variant.find(':')) != header) continue;
      const std::string code = site.hot_code.starts_with("nop x ") ? "nop x N" : site.hot_code;
      EXPECT_NE(std::ranges::find(forms, code), forms.end())
          << site.variant << " " << site.name << ": " << code;
      checked.insert(site.variant);
    }
  }
  for (const std::string& variant : variants())
    EXPECT_TRUE(checked.contains(variant) || !leaves_records(variant)) << variant;
}

}  // namespace
}  // namespace tracetoll
