#include "samples_json.hpp"

#include <gtest/gtest.h>

#include "error.hpp"
#include "samples_file.hpp"

namespace tracetoll {
namespace {

Block full_block() {
  Block block;
  block.replicate = 1;
  block.layout = 2;
  block.round = 3;
  block.position = 4;
  block.workload = "select_500.pure+validator=off";
  block.variant = "sled_cold:750";
  block.operations = 45;
  block.cpu_ns = 530000.1;
  block.wall_ns = 540000;
  block.involuntary_switches = 6;
  block.counters = {{"cycles", 1e6}};
  block.counters_lost = "multiplexed";
  return block;
}

// The measuring process writes what its parent reads: a field lost between them is lost for good.
TEST(SamplesJson, BlockSurvivesTheRoundTrip) {
  const Block block = full_block();
  const Block read = block_from_json_line(to_json_line(block), "child:1");
  EXPECT_EQ(to_json_line(read), to_json_line(block));
  EXPECT_EQ(read.cpu_ns, block.cpu_ns);
  EXPECT_EQ(read.counters, block.counters);
  EXPECT_EQ(read.counters_lost, "multiplexed");
  EXPECT_EQ(read.involuntary_switches, 6);
}

// What tells a disturbed round; there, and not there.
TEST(SamplesJson, ReadingsOfTheMachineSurviveTheRoundTrip) {
  Block block = full_block();
  block.migrations = 1;
  block.loop_ns = 98765.5;
  block.steal_ns = 0;
  Block read = block_from_json_line(to_json_line(block), "child:1");
  EXPECT_EQ(read.migrations, 1);
  EXPECT_EQ(read.loop_ns, 98765.5);
  EXPECT_EQ(read.steal_ns, 0);  // read, and none: not the same as not read
  block.loop_ns.reset();
  block.steal_ns.reset();
  read = block_from_json_line(to_json_line(block), "child:1");
  EXPECT_EQ(read.loop_ns, std::nullopt);
  EXPECT_EQ(read.steal_ns, std::nullopt);
}

// No counters is the usual case: they would double the file.
TEST(SamplesJson, CountersOnlyWhenThereAreAny) {
  Block block = full_block();
  block.counters.clear();
  block.counters_lost.clear();
  EXPECT_EQ(to_json_line(block).find("counters"), std::string::npos);
}

// The report repeats the context of the run: every member of it must come back.
TEST(SamplesJson, ContextSurvivesTheRoundTrip) {
  Context context;
  context.tool = "tracetoll 0.1.0";
  context.command = {"tracetoll", "run", "2007"};
  context.seed = UINT64_MAX;
  context.budget_seconds = 60;
  context.hypervisor = "KVM";
  context.layouts = 24;
  context.workloads = {{"select_500", "one select", 45, {{"lock_acquire", 501.0}}, "note"}};
  context.variants = {"none", "call"};
  context.counters = {{"cycles", {false, "no PMU (ENOENT)"}}, {"instructions", {true, ""}}};
  context.code = {{"call", {10, 1500, 370, 22, 39, 30, 30, 22}}};
  context.target_percent = 0.5;
  context.cpu_model = "Zen 3";
  context.workloads[0].dosed_hits_per_op = 64;
  context.workloads[0].breakpoint_hits_per_op = {{"lock_acquire", 501.0}};
  context.workloads[0].no_breakpoints = "no breakpoint (ENOSPC)";
  context.counters["page-faults"] = {true, "", "getrusage"};
  context.exact = {"callgrind, valgrind-3.19.0", "I1 32 KiB", 1, "cut", {}};
  context.exact.counts["select_500"]["call"] = {
      {{"instructions", 5400}, {"loads", 800}}, {{"I1-misses", 0.5}}, "N and 2N disagree"};
  const auto json = context_to_json(context);
  const Context read = context_from_json(nlohmann::json::parse(json.dump()), "f:1");
  EXPECT_EQ(context_to_json(read), json);
  EXPECT_EQ(read.seed, UINT64_MAX);
  EXPECT_EQ(read.target_percent, 0.5);
  EXPECT_EQ(read.cpu_model, "Zen 3");
  EXPECT_EQ(read.workloads[0].no_breakpoints, "no breakpoint (ENOSPC)");
  EXPECT_EQ(read.counters.at("page-faults").source, "getrusage");
  EXPECT_EQ(read.exact.counts.at("select_500").at("call").per_op.at("loads"), 800);
  EXPECT_EQ(read.exact.counts.at("select_500").at("call").unavailable, "N and 2N disagree");
  EXPECT_EQ(read.workloads[0].dosed_hits_per_op, 64);
}

// A run started under a name that is not UTF-8 must still be able to write its samples.
TEST(SamplesJson, BytesThatAreNotUtf8AreReplaced) {
  Block block = full_block();
  block.workload = "bad\xff";
  EXPECT_NO_THROW(to_json_line(block));
}

}  // namespace
}  // namespace tracetoll
