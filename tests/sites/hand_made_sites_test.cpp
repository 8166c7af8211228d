// Each fixtures/*.S holds the sites of one kind, written by hand, and says what must be found. The
// danger: a field read at the wrong offset, or as a distance when it is an address. As a program at
// fixed addresses, as one at any, linked by lld (which leaves addresses to the relocations), and as
// an object file all must read the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "find_sites.hpp"
#include "fixture_file.hpp"
#include "labels.hpp"

namespace tracetoll {
namespace {

std::vector<std::string> expected_lines(const ElfFile& file) {
  const Section* section = file.section("tt_expected");
  std::vector<std::string> result;
  if (section == nullptr) return result;
  std::istringstream in(std::string(section->bytes.begin(), section->bytes.end()));
  for (std::string line; std::getline(in, line);) result.push_back(line);
  std::ranges::sort(result);
  return result;
}

class HandMadeSites
    : public testing::TestWithParam<std::tuple<const char*, const char*>> {};

TEST_P(HandMadeSites, AreFoundAsTheyStand) {
  const auto [name, form] = GetParam();
  const std::string path = fixture(std::string(name) + form);
  if (path.empty()) GTEST_SKIP() << name << form << " was not built: " << why_missing(form);
  const ElfFile file(path);
  std::vector<std::string> found;
  for (const FoundSite& site : find_sites(file)) found.push_back(as_text(file, site));
  std::ranges::sort(found);
  EXPECT_FALSE(found.empty());
  EXPECT_EQ(found, expected_lines(file));
}

INSTANTIATE_TEST_SUITE_P(
    Fixtures, HandMadeSites,
    testing::Combine(testing::Values("address_tables", "jump_table", "jump_table_old", "lttng",
                                     "lttng_old", "sdt", "sdt_arm64", "xray"),
                     testing::Values(".fixed", ".pie", ".lld", ".object")),
    [](const auto& info) {
      std::string name = std::string(std::get<0>(info.param)) + std::get<1>(info.param);
      std::ranges::replace(name, '.', '_');
      return name;
    });

}  // namespace
}  // namespace tracetoll
