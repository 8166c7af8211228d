#include "unlike.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace tracetoll {
namespace {

Context context() {
  Context result;
  result.compiler = "g++ 12.2.0";
  result.flags = "-O2";
  result.cpu = "CPU A";
  result.cpus = 2;
  result.kernel = "Linux 6.1";
  result.hypervisor = "KVM";
  result.workloads = {{"select_500", "one select", 100, {{"lock_acquire", 501}}, ""},
                      {"open_close", "one pair", 100, {}, ""}};
  result.variants = {"none", "call"};
  return result;
}

struct Difference {
  const char* name;
  std::function<void(Context&)> change;  // of NEW
  const char* says;                      // the only way in which the two differ
};

class UnlikeTest : public ::testing::TestWithParam<Difference> {};

TEST_P(UnlikeTest, IsNamed) {
  Context after = context();
  GetParam().change(after);
  EXPECT_EQ(ways_unlike(context(), after), (std::vector<std::string>{GetParam().says}));
}

INSTANTIATE_TEST_SUITE_P(
    All, UnlikeTest,
    ::testing::Values(
        Difference{"cpu", [](Context& c) { c.cpu = "CPU B"; },
                   "CPU: 'CPU A' in OLD, 'CPU B' in NEW"},
        Difference{"cpus", [](Context& c) { c.cpus = 4; }, "CPUs: 2 in OLD, 4 in NEW"},
        Difference{"hypervisor", [](Context& c) { c.hypervisor = ""; },
                   "hypervisor: 'KVM' in OLD, none in NEW"},
        Difference{"kernel", [](Context& c) { c.kernel = "Linux 6.2"; },
                   "kernel: 'Linux 6.1' in OLD, 'Linux 6.2' in NEW"},
        Difference{"compiler", [](Context& c) { c.compiler = "clang 14"; },
                   "compiler: 'g++ 12.2.0' in OLD, 'clang 14' in NEW"},
        Difference{"flags", [](Context& c) { c.flags = "-O3"; },
                   "compiler flags: '-O2' in OLD, '-O3' in NEW"},
        Difference{"fewer_workloads", [](Context& c) { c.workloads.pop_back(); },
                   "workload open_close is in OLD alone"},
        Difference{"more_workloads",
                   [](Context& c) {
                     c.workloads.push_back({"lock1", "", 1, {}, ""});
                   },
                   "workload lock1 is in NEW alone"},
        Difference{"operation", [](Context& c) { c.workloads[0].operation = "two selects"; },
                   "operation of select_500: 'one select' in OLD, 'two selects' in NEW"},
        Difference{"hits",
                   [](Context& c) { c.workloads[0].sites_hit_per_op["lock_acquire"] = 502; },
                   "select_500 hits lock_acquire 501 times an operation in OLD, 502 in NEW"},
        Difference{"another_site", [](Context& c) { c.workloads[0].sites_hit_per_op["more"] = 1; },
                   "select_500 hits more 0 times an operation in OLD, 1 in NEW"}),
    [](const ::testing::TestParamInfo<Difference>& info) { return info.param.name; });

// What a run of the same thing may differ in.
TEST(Unlike, IsNotTheSeedNorTheVariantsNorHitsThatOneDidNotCount) {
  Context after = context();
  after.seed = 5;
  after.started = "later";
  after.variants = {"none", "anchor"};
  after.layouts = 3;
  after.workloads[0].operations_per_block = 77;
  after.workloads[0].sites_hit_per_op.clear();
  after.workloads[1].sites_hit_per_op = {{"lock_acquire", 3}};
  std::swap(after.workloads[0], after.workloads[1]);
  EXPECT_TRUE(ways_unlike(context(), after).empty());
}

TEST(Unlike, NamesEveryDifference) {
  Context after = context();
  after.cpu = "B";
  after.kernel = "Linux 7";
  after.flags = "-O0";
  EXPECT_EQ(ways_unlike(context(), after).size(), 3U);
}

}  // namespace
}  // namespace tracetoll
