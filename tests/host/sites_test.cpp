// Which sites one operation passes, once the chains and classes are known.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>

#include "host/counting.hpp"
#include "host/host.hpp"
#include "host/registry.hpp"

namespace tracetoll::host::test {
namespace {

using Table = std::map<std::string, std::pair<int, int>>;  // arguments, hits

Table sites_of_one_operation(std::string_view workload) {
  Host* host = make_host(3);
  const WorkloadEntry& entry = find_workload(workload, "counting");
  EXPECT_EQ(entry.prepare(*host, {}), "");
  EXPECT_TRUE(entry.run(*host));
  site_hits().clear();
  EXPECT_TRUE(entry.run(*host));
  destroy_host(host);
  Table table;
  for (const auto& [name, site] : site_hits()) table[name] = {site.arguments, site.hits};
  return table;
}

TEST(Sites, OpenAndClose) {
  const Table expected{
      {"chain_lookup", {4, 11}}, {"class_lookup", {3, 18}}, {"hardirqs_off", {2, 5}},
      {"hardirqs_on", {2, 5}},   {"held_pop", {4, 18}},     {"held_push", {5, 18}},
      {"lock_acquire", {7, 18}}, {"lock_acquired", {2, 7}}, {"lock_release", {2, 18}},
      {"softirqs_off", {2, 1}},  {"softirqs_on", {2, 1}},   {"syscall_entry", {2, 2}},
      {"syscall_exit", {2, 2}},  {"usage_mark", {4, 18}},
  };
  EXPECT_EQ(sites_of_one_operation("open_close.pure"), expected);
}

// The real form differs in the system call alone, and that has no sites of ours.
TEST(Sites, RealFormPassesTheSameSites) {
  EXPECT_EQ(sites_of_one_operation("open_close"), sites_of_one_operation("open_close.pure"));
  EXPECT_EQ(sites_of_one_operation("select_500"), sites_of_one_operation("select_500.pure"));
}

// 500 descriptors: 506 pairs, of which 502 are rcu's and take no part in chains.
TEST(Sites, Select) {
  const Table expected{
      {"chain_lookup", {4, 4}},  {"class_lookup", {3, 506}}, {"held_pop", {4, 506}},
      {"held_push", {5, 506}},   {"lock_acquire", {7, 506}}, {"lock_release", {2, 506}},
      {"syscall_entry", {6, 1}}, {"syscall_exit", {2, 1}},   {"usage_mark", {4, 506}},
  };
  EXPECT_EQ(sites_of_one_operation("select_500.pure"), expected);
}

}  // namespace
}  // namespace tracetoll::host::test
