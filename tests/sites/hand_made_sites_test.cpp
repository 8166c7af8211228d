// Each fixtures/*.S holds the sites of one kind, written by hand, and says what must be found. The
// danger: a field read at the wrong offset, or as a distance when it is an address. As a program at
// fixed addresses, as one at any, linked by lld (which leaves addresses to the relocations), and as
// an object file all must read the same.
#include <gtest/gtest.h>

#include <algorithm>

#include "find_sites.hpp"
#include "fixture_file.hpp"
#include "labels.hpp"

namespace tracetoll {
namespace {

class HandMadeSites : public testing::TestWithParam<std::tuple<const char*, const char*>> {};

TEST_P(HandMadeSites, AreFoundAsTheyStand) {
  const auto [name, form] = GetParam();
  const std::string path = fixture_path(std::string(name) + "_" + form);
  if (path.empty()) GTEST_SKIP() << "no assembler or linker of that machine for " << name;
  const ElfFile file(path);
  std::vector<std::string> found;
  for (const FoundSite& site : find_sites(file)) found.push_back(as_text(file, site));
  std::ranges::sort(found);
  EXPECT_FALSE(found.empty());
  EXPECT_EQ(found, expected_lines(file));
}

INSTANTIATE_TEST_SUITE_P(Fixtures, HandMadeSites,
                         testing::Combine(testing::Values("ADDRESS_TABLES", "JUMP_TABLE",
                                                          "JUMP_TABLE_OLD", "LTTNG", "LTTNG_OLD",
                                                          "SDT", "SDT_ARM64", "XRAY"),
                                          testing::Values("FIXED", "PIE", "LLD", "OBJECT")),
                         [](const auto& info) {
                           return std::string(std::get<0>(info.param)) + "_" +
                                  std::get<1>(info.param);
                         });

}  // namespace
}  // namespace tracetoll
