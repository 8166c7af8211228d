// What of a sled runs because of it.
#include "site_code.hpp"

#include <gtest/gtest.h>

namespace tracetoll {
namespace {

Instruction at(std::uint64_t address, int size, const char* mnemonic, Flow flow = Flow::next) {
  Instruction result;
  result.address = address;
  result.size = size;
  result.mnemonic = mnemonic;
  result.nop = std::string_view(mnemonic) == "nop";
  result.flow = flow;
  return result;
}

std::size_t count(SiteKind kind, std::uint64_t entry, const std::vector<Instruction>& code) {
  FoundSite site;
  site.kind = kind;
  site.function = entry;
  return dormant_code(site, code).size();
}

TEST(DormantCode, WhatXRayJumpsOverDoesNotRun) {
  EXPECT_EQ(count(SiteKind::xray, 0x1000, {at(0x1000, 2, "jmp", Flow::jump), at(0x1002, 9, "nop")}),
            1U);
}

// The function would return without XRay too.
TEST(DormantCode, AReturnIsTheFunctionsOwn) {
  EXPECT_EQ(count(SiteKind::xray, 0x1000, {at(0x1020, 1, "ret", Flow::ret), at(0x1021, 10, "nop")}),
            0U);
}

// -fpatchable-function-entry=5,2 -fcf-protection=full: two NOPs, endbr64, three NOPs.
TEST(DormantCode, NopsBeforeTheEntryAndItsLandingPadAreNone) {
  const std::vector<Instruction> code = {at(0x0ffe, 1, "nop"),     at(0x0fff, 1, "nop"),
                                         at(0x1000, 4, "endbr64"), at(0x1004, 1, "nop"),
                                         at(0x1005, 1, "nop"),     at(0x1006, 1, "nop")};
  EXPECT_EQ(count(SiteKind::patchable, 0x1000, code), 3U);
  FoundSite site;
  site.kind = SiteKind::patchable;
  site.function = 0x1000;
  EXPECT_EQ(foreign_site(Machine::x86_64, site, code, nullptr, nullptr).patching.why,
            "5 instructions");
}

}  // namespace
}  // namespace tracetoll
