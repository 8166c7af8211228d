// Patches the test's own code, runs it, and puts it back.
#define TT_MARKER_HEADER "none.h"
#include "site_patch.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "marked.hpp"
#include "site_records.hpp"
#include "stage.hpp"
#include "variant_name.hpp"

namespace tracetoll {
namespace {

using testing::through_branch;
using testing::through_jump;
using testing::through_nop5;
using testing::through_sled;

// What lies at the sites of a variant now, in order of the records.
std::vector<Bytes> sites_now(std::string_view variant) {
  std::vector<Bytes> result;
  for (const tt_site& site : site_records()) {
    if (variant == target_of<const char>(site.variant))
      result.emplace_back(target_of<const std::uint8_t>(site.code),
                          target_of<const std::uint8_t>(site.code_end));
  }
  return result;
}

std::string refusal(const char* variant) {
  try {
    SitePatch patch(variant);
  } catch (const StageError& error) {
    return error.what();
  }
  return "";
}

class SitePatchTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string error = refusal("test_nop5");
    if (error.find("/proc/self/mem") != std::string::npos) GTEST_SKIP() << error;
  }
};

struct Patchable {
  const char* variant;
  std::function<int(int)> run;
  std::size_t length;
};

std::vector<Patchable> patchables() {
  return {{"test_nop5", through_nop5, 5}, {"test_sled", through_sled, 300}};
}

TEST_F(SitePatchTest, EveryFormIsWrittenRunsAndIsTakenBack) {
  for (const auto& [variant, run, length] : patchables()) {
    const auto compiled = sites_now(variant);
    ASSERT_FALSE(compiled.empty()) << variant;
    const int result = run(7);
    SitePatch patch(variant);
    EXPECT_EQ(sites_now(variant), compiled) << variant << " before any form";
    for (const auto form : kPatchForms) {
      patch.write(form);
      for (const Bytes& site : sites_now(variant)) {
        EXPECT_EQ(site.size(), length);
        EXPECT_EQ(site, bytes_of_form(form, length)) << variant << " " << form;
      }
      EXPECT_EQ(run(7), result) << variant << " " << form;
      patch.write("");
      EXPECT_EQ(sites_now(variant), compiled) << variant << " after " << form;
      EXPECT_EQ(run(7), result) << variant << " after " << form;
    }
  }
}

// A form over another, as when two patched variants take turns.
TEST_F(SitePatchTest, FormsFollowOneAnother) {
  SitePatch patch("test_sled");
  const auto compiled = sites_now("test_sled");
  for (const char* form : {"jump", "long", "jump", "jump", "short", "long"}) {
    patch.write(form);
    EXPECT_EQ(sites_now("test_sled")[0], bytes_of_form(form, 300)) << form;
    EXPECT_EQ(through_sled(7), 33) << form;
  }
  patch.write("");
  EXPECT_EQ(sites_now("test_sled"), compiled);
}

TEST_F(SitePatchTest, OtherVariantsStayAsTheyAre) {
  const auto sled = sites_now("test_sled");
  const auto jump = sites_now("test_jump");
  SitePatch patch("test_nop5");
  patch.write("jump");
  EXPECT_EQ(sites_now("test_sled"), sled);
  EXPECT_EQ(sites_now("test_jump"), jump);
  patch.write("");
}

TEST_F(SitePatchTest, SitesThatAreNotNopsAreRefused) {
  EXPECT_EQ(refusal("test_branch"),
            "test_branch: a site of first is not NOPs alone, and is not patched");
  const auto compiled = sites_now("test_jump");
  EXPECT_EQ(refusal("test_jump"),
            "test_jump: a site of second is not NOPs alone, and is not patched");
  EXPECT_EQ(sites_now("test_jump"), compiled);
  EXPECT_EQ(through_branch(7), 8);
  EXPECT_EQ(through_jump(7), 9);
}

TEST_F(SitePatchTest, AVariantWithoutSitesIsRefused) {
  EXPECT_EQ(refusal("none"), "none: no sites to patch");
  EXPECT_EQ(refusal("test_nop"), "test_nop: no sites to patch");
  EXPECT_EQ(refusal(""), ": no sites to patch");
}

}  // namespace
}  // namespace tracetoll
