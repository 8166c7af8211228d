// The library as it is built where there is no libdw: find_arguments_absent.cpp.
#include <gtest/gtest.h>

#include "patch/dwarf/find_arguments.hpp"

namespace tracetoll::testing {
namespace {

TEST(WithoutLibdw, AttachingSaysWhatToInstallOrWrite) {
  patch::ArgumentFinder finder("/proc/self/exe", 0);
  try {
    finder.find("patch_dwarf:leaf", 0x1000, "a, b", 2, {0, 1});
    FAIL() << "found arguments";
  } catch (const patch::PatchError& error) {
    EXPECT_EQ(error.message,
              "patch_dwarf:leaf: its arguments (a, b) are found through the debug information, and "
              "this library was built without libdw: build it with libdw-dev, or write keep(...) "
              "around each argument");
  }
}

}  // namespace
}  // namespace tracetoll::testing
