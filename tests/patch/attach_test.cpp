// Attaching and detaching, for every variant of the program.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "marked.hpp"
#include "probes.hpp"

namespace tracetoll::patch_test {
namespace {

std::string in(const Marked& each, const std::string& name) {
  return std::string(each.variant) + ":" + name;
}

class Attach : public ::testing::Test {
 protected:
  void SetUp() override { take_calls(); }
  void TearDown() override {
    EXPECT_GE(tt_detach("*"), 0) << tt_error();
    EXPECT_EQ(take_calls().wrong, 0U);
  }
};

TEST_F(Attach, EachPassOfAnEnabledSiteIsOneCall) {
  for (const Marked& each : switchable_marked()) {
    SCOPED_TRACE(each.variant);
    each.pass(1);
    EXPECT_EQ(take_calls().right, 0U);
    ASSERT_EQ(tt_attach(in(each, "passed").c_str(), &counting), 1) << tt_error();
    each.pass(2);
    each.pass(3);
    each.pass_elsewhere(4);
    const Calls calls = take_calls();
    EXPECT_EQ(calls.right, 2U);
    EXPECT_EQ(calls.last, 3U);
    ASSERT_EQ(tt_detach(in(each, "passed").c_str()), 1) << tt_error();
    each.pass(5);
    EXPECT_EQ(take_calls().right, 0U);
  }
  EXPECT_GE(switchable_marked().size(), 6U);
}

TEST_F(Attach, ASiteCanBeSwitchedManyTimes) {
  for (const Marked& each : switchable_marked()) {
    SCOPED_TRACE(each.variant);
    for (unsigned long i = 0; i < 50; i++) {
      ASSERT_EQ(tt_attach(in(each, "passed").c_str(), &counting), 1) << tt_error();
      each.pass(i);
      ASSERT_EQ(tt_detach(in(each, "passed").c_str()), 1) << tt_error();
      each.pass(i);
      EXPECT_EQ(take_calls().right, 1U);
    }
  }
}

TEST_F(Attach, PatternsOfNamesMatchAsInAShell) {
  for (const Marked& each : switchable_marked()) {
    SCOPED_TRACE(each.variant);
    EXPECT_EQ(tt_attach(in(each, "passed_[a-f]*").c_str(), &counting), 3) << tt_error();
    each.pass(1);
    EXPECT_EQ(take_calls().right, 0U);
    each.pass_elsewhere(2);
    each.pass_copy(3, false);
    EXPECT_EQ(take_calls().right, 2U);
    EXPECT_EQ(tt_detach(in(each, "pass?d*").c_str()), 3) << tt_error();
  }
}

TEST_F(Attach, PatternsOfVariantsComeBeforeAColon) {
  ASSERT_EQ(tt_attach("call_[a-c]*:passed", &counting), 2) << tt_error();
  for (const char* variant : {"call_cold", "call_always"}) marked(variant).pass(1);
  marked("call").pass(1);
  EXPECT_EQ(take_calls().right, 2U);
}

TEST_F(Attach, AllSitesOfTheProgramTogether) {
  const int sites = static_cast<int>(switchable_marked().size()) * 4;
  ASSERT_EQ(tt_attach("*", &counting), sites) << tt_error();
  for (const Marked& each : switchable_marked()) {
    each.pass(1);
    each.pass_elsewhere(2);
    each.pass_copy(3, false);
    each.pass_copy(4, true);
    EXPECT_EQ(take_calls().right, 4U) << each.variant;
  }
  EXPECT_EQ(tt_detach("*"), sites) << tt_error();
  EXPECT_EQ(tt_detach("*"), 0);
}

TEST_F(Attach, CopiesOfAnInlinedSiteAreSwitchedTogether) {
  for (const Marked& each : switchable_marked()) {
    SCOPED_TRACE(each.variant);
    ASSERT_EQ(tt_attach(in(each, "passed_copy").c_str(), &counting), 2) << tt_error();
    each.pass_copy(1, false);
    each.pass_copy(2, true);
    EXPECT_EQ(take_calls().right, 2U);
    ASSERT_EQ(tt_detach(in(each, "passed_copy").c_str()), 2) << tt_error();
    each.pass_copy(3, false);
    each.pass_copy(4, true);
    EXPECT_EQ(take_calls().right, 0U);
  }
}

TEST_F(Attach, ANameThatMatchesNothingIsAnError) {
  EXPECT_EQ(tt_attach("pased", &counting), -1);
  EXPECT_EQ(std::string(tt_error()).rfind("no site matches \"pased\", of ", 0), 0U) << tt_error();
  EXPECT_EQ(tt_detach("pased"), -1);
  EXPECT_EQ(tt_attach("static_kez:passed", &counting), -1);
  EXPECT_EQ(tt_attach("", &counting), -1);
}

TEST_F(Attach, ASecondProbeIsRefusedAndTheFirstOneStays) {
  for (const Marked& each : switchable_marked()) {
    SCOPED_TRACE(each.variant);
    ASSERT_EQ(tt_attach(in(each, "passed").c_str(), &counting), 1) << tt_error();
    EXPECT_EQ(tt_attach(in(each, "passed").c_str(), &tt_nothing), -1);
    EXPECT_NE(std::string(tt_error()).find(in(each, "passed") + " at 0x"), std::string::npos);
    EXPECT_NE(std::string(tt_error()).find("has a probe already"), std::string::npos);
    each.pass(1);
    EXPECT_EQ(take_calls().right, 1U);
    ASSERT_EQ(tt_detach(in(each, "passed").c_str()), 1);
  }
}

TEST_F(Attach, WhereOneSiteIsRefusedNoneIsChanged) {
  for (const Marked& each : switchable_marked()) {
    SCOPED_TRACE(each.variant);
    ASSERT_EQ(tt_attach(in(each, "passed_elsewhere").c_str(), &counting), 1) << tt_error();
    EXPECT_EQ(tt_attach(in(each, "*").c_str(), &counting), -1);
    each.pass(1);
    each.pass_copy(2, false);
    EXPECT_EQ(take_calls().right, 0U);
    each.pass_elsewhere(3);
    EXPECT_EQ(take_calls().right, 1U);
    ASSERT_EQ(tt_detach(in(each, "*").c_str()), 1) << tt_error();
  }
}

TEST_F(Attach, VariantsWithoutASwitchAreNoSitesToAttachTo) {
  EXPECT_EQ(tt_attach("anchor:*", &counting), -1);
  EXPECT_NE(std::string(tt_error()).find("can be switched on: anchor:pass"), std::string::npos)
      << tt_error();
}

TEST_F(Attach, AProbeMustSayWhatItNeeds) {
  struct tt_probe probe = counting;
  probe.saves = 0;
  EXPECT_EQ(tt_attach("passed", &probe), -1);
  EXPECT_NE(std::string(tt_error()).find("TT_SAVES_INTEGERS"), std::string::npos) << tt_error();
  probe = counting;
  probe.call = nullptr;
  EXPECT_EQ(tt_attach("passed", &probe), -1);
  probe = counting;
  probe.flags = 64;
  EXPECT_EQ(tt_attach("passed", &probe), -1);
  EXPECT_EQ(tt_attach("passed", nullptr), -1);
  EXPECT_EQ(tt_attach(nullptr, &counting), -1);
}

using States = std::map<std::string, std::vector<tt_site_state>>;

States states_of(const char* pattern) {
  States states;
  const auto add = [](const tt_site_state* state, void* data) {
    (*static_cast<States*>(data))[std::string(state->variant) + ":" + state->name].push_back(
        *state);
  };
  EXPECT_GE(tt_for_each_site(pattern, add, &states), 0) << tt_error();
  return states;
}

TEST_F(Attach, TheListSaysWhatIsEnabled) {
  ASSERT_EQ(tt_attach("static_key:passed_copy", &counting), 2) << tt_error();
  const States states = states_of("pass*");
  EXPECT_EQ(states.size(), all_marked().size() * 3);
  for (const auto& [name, copies] : states) {
    EXPECT_EQ(copies.size(), name.ends_with("_copy") ? 2U : 1U) << name;
    for (const tt_site_state& state : copies) {
      EXPECT_EQ(state.enabled, name == "static_key:passed_copy" ? 1 : 0) << name;
      EXPECT_NE(std::string(state.module).find("test_patch"), std::string::npos);
      EXPECT_EQ(state.marker == nullptr, state.kind == TT_NEVER) << name;
    }
  }
  EXPECT_EQ(std::string(states.at("call:passed")[0].arguments), "number, complement");
}

}  // namespace
}  // namespace tracetoll::patch_test
