// Every site of what is timed and of the specimen, in every variant that exists on arm64.
#include <gtest/gtest.h>

#include "site_checks.hpp"

namespace tracetoll {
namespace {

const Inspected& arm64() {
  static const Inspected inspected(path_from("TT_ARM64"));
  return inspected;
}

TEST(Arm64, EverySiteAgreesWithItsFacts) {
  ASSERT_EQ(arm64().file.machine(), Machine::arm64);
  expect_agreement(arm64());
  expect_placement(arm64());
}

}  // namespace
}  // namespace tracetoll
