#include "workload_name.hpp"

#include <gtest/gtest.h>

#include "error.hpp"

namespace tracetoll {
namespace {

TEST(WorkloadName, CanonicalFormHasAFixedOrderAndNoDefaults) {
  EXPECT_EQ(parse_workload_name("select_500+mode=lmbench+fds=64+validator=off").canonical(),
            "select_500+validator=off+fds=64+mode=lmbench");
  EXPECT_EQ(parse_workload_name("select_500.pure+fds=500+mode=exact+validator=on").canonical(),
            "select_500.pure");
}

TEST(WorkloadName, AxesBecomeFields) {
  const WorkloadName name = parse_workload_name("select_500.pure+syscall_sites=off+fds=7");
  EXPECT_EQ(name.base, "select_500.pure");
  EXPECT_EQ(name.build, "+syscall_sites=off");
  EXPECT_EQ(name.descriptors, 7);
  EXPECT_FALSE(name.lmbench_mode);
}

TEST(WorkloadName, RefusesWhatItCannotMean) {
  for (const char* text :
       {"select_500+", "select_500+fds", "select_500+fds=", "select_500+fds=0", "select_500+fds=-1",
        "select_500+fds=1e3", "select_500+fds=99999999999999999999", "select_500+fds=1000001",
        "select_500+mode=both", "select_500+validator=maybe", "select_500+colour=red",
        "open_close+fds=5", "select_500+fds=1+fds=2", "open_close+mode=lmbench",
        "select_500+validator=off+syscall_sites=off"})
    EXPECT_THROW(parse_workload_name(text), InputError) << text;
}

}  // namespace
}  // namespace tracetoll
