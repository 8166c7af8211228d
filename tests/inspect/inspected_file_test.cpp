// The functions of inspected.S, as an object file.
#include "inspected_file.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace tracetoll {
namespace {

class Inspected : public testing::Test {
 protected:
  void SetUp() override {
    const char* path = std::getenv("TT_INSPECTED");
    if (path == nullptr) GTEST_SKIP() << "the fixture is x86-64 assembly";
    file_.emplace(path, "");
    inspected_.emplace(*file_);
  }

  InspectedFile::Study study(const std::string& function) {
    const auto found = inspected_->select(function);
    if (found.size() != 1) throw std::runtime_error("no single function " + function);
    return inspected_->study(*found[0]);
  }

 private:
  std::optional<ElfFile> file_;
  std::optional<InspectedFile> inspected_;
};

TEST_F(Inspected, WhatIsThereForOneProbeIsItsCost) {
  const auto single = study("single");
  ASSERT_EQ(single.sites.size(), 1U);
  EXPECT_EQ(single.sites[0].operands->loads, 1);
  EXPECT_EQ(single.sites[0].cost(), 2);
  EXPECT_EQ(single.function.cost, 2);
}

// Taking one of two probes away saves its NOP alone; both together cost the load once.
TEST_F(Inspected, WhatTwoProbesShareIsChargedToTheFunction) {
  const auto shared = study("shared");
  ASSERT_EQ(shared.sites.size(), 2U);
  for (const InspectedSite& site : shared.sites) {
    EXPECT_EQ(site.operands->addresses.size(), 0U) << site.found.name;
    EXPECT_EQ(site.cost(), 1) << site.found.name;
  }
  EXPECT_EQ(shared.function.cost, 3);
}

// The NOP of a guarded probe does not run while it is off: the guard does.
TEST_F(Inspected, TheGuardOnASemaphoreIsWhatRuns) {
  const auto guarded = study("guarded");
  ASSERT_EQ(guarded.sites.size(), 1U);
  const InspectedSite& site = guarded.sites[0];
  EXPECT_EQ(site.code->mnemonics, "cmp jne");
  EXPECT_EQ(site.code->loads, 1);
  EXPECT_EQ(site.code->conditional_branches, 1);
  EXPECT_EQ(site.operands->addresses.size(), 0U) << "its load does not run";
  EXPECT_EQ(site.patching.how, Patchable::one_write);
  EXPECT_EQ(guarded.function.shape.hot.instructions, 4);
  EXPECT_EQ(guarded.function.shape.total.instructions, 8);
  EXPECT_TRUE(site.found.notes.empty());
}

TEST_F(Inspected, AGuardElsewhereIsSaid) {
  const auto outlined = study("outlined");
  ASSERT_EQ(outlined.sites.size(), 1U);
  EXPECT_EQ(outlined.sites[0].code->mnemonics, "nop");
  ASSERT_EQ(outlined.sites[0].found.notes.size(), 1U);
}

TEST_F(Inspected, AKernelsReturnIsNoTailCall) {
  EXPECT_EQ(study("returns").function.shape.total.tail_calls, 0);
  EXPECT_TRUE(study("returns").function.shape.callees.empty());
  EXPECT_EQ(study("jumps").function.shape.total.tail_calls, 1);
}

// A function without figures must not be printed as one of 0 bytes, nor take its sites along.
TEST_F(Inspected, WhatIsTooLongKeepsItsSitesAndHasNoFigures) {
  const auto endless = study("endless");
  EXPECT_FALSE(endless.decoded);
  ASSERT_EQ(endless.sites.size(), 1U);
  EXPECT_EQ(endless.sites[0].code->mnemonics, "nop");
  EXPECT_EQ(endless.sites[0].function, "endless");
  EXPECT_EQ(endless.notes.size(), 1U);
  EXPECT_TRUE(study("single").decoded);
}

}  // namespace
}  // namespace tracetoll
