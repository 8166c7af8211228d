// The printers of exact counts: a figure in the wrong column, or a reason that reads as a figure.
#include "count_report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "text_format.hpp"

namespace tracetoll {
namespace {

ExactCounts counts(double instructions, double loads, double stores, double branches) {
  return {{{"instructions", instructions},
           {"loads", loads},
           {"stores", stores},
           {"conditional-branches", branches}},
          {{"I1-misses", 0}, {"mispredictions", 26.09375}},
          ""};
}

Context golden_counts() {
  Context context;
  context.tool = "tracetoll 0.1.0";
  context.compiler = "g++ 12.2.0";
  context.cpu = "a CPU";
  context.variants = {"none", "anchor", "sled_cold:matched", "nop5@jump"};
  WorkloadContext workload;
  workload.name = "leaf_loop";
  workload.operation = "1024 steps";
  workload.sites_hit_per_op = {{"leaf", 1000}, {"root", 24}};
  context.workloads = {workload};
  context.exact.tool = "callgrind, valgrind-3.19.0";
  context.exact.caches = "I1 32 KiB 8-way";
  context.exact.layout = 1;
  context.exact.counts["leaf_loop"] = {{"none", counts(24602, 12, 2, 1025)},
                                       {"anchor", counts(24602, 12.5, 1, 1025)},
                                       {"sled_cold:matched", counts(12345678, 1037, 3, 2049)},
                                       {"nop5@jump", {{}, {}, "is patched while it runs"}}};
  return context;
}

TEST(CountText, IsTwoTablesAWorkload) {
  EXPECT_EQ(count_text(golden_counts()),
            R"(tracetoll 0.1.0: g++ 12.2.0 on a CPU
Counted by callgrind, valgrind-3.19.0 in layout 1. Exact: what one operation executes in user space,
  its return included, the same in every run and layout; there is no interval to give. An
  instruction that reads and writes the same place is a store; branches are the conditional ones,
  and each pass of a rep. What it calls counts, the kernel does not.
Simulated: I1 32 KiB 8-way; of this layout alone, never of this CPU, never time.

leaf_loop: 1024 steps, 1024 site hits
                     exact, an operation                       simulated, an operation
variant           instructions    loads   stores  branches    I1 misses  mispredictions
none                     24602       12        2      1025            0          26.094
anchor                   24602   12.500        1      1025            0          26.094
sled_cold:matched      1.2e+07     1037        3      2049            0          26.094
nop5@jump          is patched while it runs

                     exact, against none, an operation           exact, against none, a site hit
variant           instructions    loads   stores  branches  instructions    loads   stores  branches
anchor                      +0   +0.500       -1        +0            +0   +0.000   -0.001        +0
sled_cold:matched     +1.2e+07    +1025       +1     +1024      +12032.3   +1.001   +0.001        +1
)");
}

// A terminal would break the lines.
TEST(CountText, FitsItsColumns) {
  Context context = golden_counts();
  context.workloads[0].operation = std::string(300, 'x');
  context.exact.counts["leaf_loop"]["anchor"].unavailable = std::string(300, 'y');
  std::istringstream lines(count_text(context));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), kColumns) << line;
}

// Without `none` there is nothing to compare with, and no table that is empty.
TEST(CountText, HasNoDifferencesWithoutNone) {
  Context context = golden_counts();
  context.exact.counts["leaf_loop"]["none"] = {{}, {}, "not counted within 1 s"};
  const std::string text = count_text(context);
  EXPECT_EQ(text.find("against none"), std::string::npos) << text;
  EXPECT_NE(text.find("not counted within 1 s"), std::string::npos) << text;
}

TEST(CountJson, HasTheFiguresOfTheText) {
  const auto json = nlohmann::json::parse(count_json(golden_counts()));
  EXPECT_EQ(json["schema"], "tracetoll.count/1");
  EXPECT_EQ(json["source"], "callgrind, valgrind-3.19.0");
  const auto& workload = json["workloads"][0];
  EXPECT_EQ(workload["sites_hit_per_op"], 1024);
  const auto& sled = workload["variants"][2];
  EXPECT_EQ(sled["name"], "sled_cold:matched");
  EXPECT_EQ(sled["per_op"]["instructions"], 12345678);
  EXPECT_EQ(sled["against_none_per_op"]["loads"], 1025);
  EXPECT_EQ(sled["against_none_per_site_hit"]["conditional-branches"], 1);
  EXPECT_EQ(sled["simulated_per_op"]["mispredictions"], 26.09375);
  EXPECT_FALSE(workload["variants"][0].contains("against_none_per_op"));
  EXPECT_EQ(workload["variants"][3]["unavailable"], "is patched while it runs");
  EXPECT_FALSE(workload["variants"][3].contains("per_op"));
}

}  // namespace
}  // namespace tracetoll
