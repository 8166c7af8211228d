#include "progress.hpp"

#include <gtest/gtest.h>

namespace tracetoll {
namespace {

// `call` takes 10 % longer than `none`, a little more or less by layout.
Samples samples_of(int replicates) {
  Samples samples;
  samples.context.variants = {"none", "call"};
  samples.context.workloads.resize(1);
  samples.context.workloads[0].name = "select_500.pure";
  for (int replicate = 0; replicate < replicates; ++replicate) {
    for (const char* variant : {"none", "call"}) {
      Block block;
      block.replicate = replicate;
      block.layout = replicate + 1;
      block.workload = "select_500.pure";
      block.variant = variant;
      block.operations = 16;
      block.cpu_ns = variant == std::string("call") ? 1.1e6 + 1e3 * replicate : 1e6;
      samples.blocks.push_back(block);
    }
  }
  return samples;
}

TEST(ProgressLine, ShowsTimeReplicatesAndThePresentFigure) {
  EXPECT_EQ(progress_line(12.4, 20, samples_of(4), 100),
            "12 s, 8 s left  4 replicates  select_500.pure call +10.2 % [+9.9, +10.4]");
}

// A figure of two layouts would have no interval.
TEST(ProgressLine, HasNoFigureBeforeThereIsAnInterval) {
  EXPECT_EQ(progress_line(1, 20, samples_of(2), 80), "1 s, 19 s left  2 replicates  ");
}

TEST(ProgressLine, DoesNotCountBelowZeroAndFitsALine) {
  Samples samples = samples_of(4);
  samples.context.workloads[0].name = std::string(200, 'w');
  for (Block& block : samples.blocks) block.workload = std::string(200, 'w');
  const std::string line = progress_line(25, 20, samples, 40);
  EXPECT_EQ(line.substr(0, 16), "25 s, 0 s left  ");
  EXPECT_EQ(line.size(), 39U);
}

}  // namespace
}  // namespace tracetoll
