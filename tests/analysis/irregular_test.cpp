#include "irregular.hpp"

#include <gtest/gtest.h>

#include "golden_run.hpp"
#include "simulated_run.hpp"

namespace tracetoll {
namespace {

using Sentences = std::vector<std::string>;

// 2 replicates of 3 rounds of none, none:copy, none:dose and call.
Samples regular() {
  SimulatedRun run;
  run.workloads = {{"select_500", 11.6}};
  run.effects = {{"call", 9}};
  run.layouts = 2;
  return simulate(run);
}

Sentences of(const Samples& samples) {
  return irregularities(samples.context.workloads[0], samples.context.variants, samples.blocks);
}

void drop(Samples& samples, int replicate, int round, const std::string& variant = "") {
  std::erase_if(samples.blocks, [&](const Block& block) {
    return block.replicate == replicate && block.round == round &&
           (variant.empty() || block.variant == variant);
  });
}

TEST(Irregular, ARegularRunHasNone) {
  EXPECT_EQ(of(regular()), Sentences{});
  for (const auto& workload : golden_report().workloads)
    EXPECT_EQ(workload.irregular, Sentences{}) << workload.context.name;
}

TEST(Irregular, NothingAtAllIsNotIrregular) {
  EXPECT_EQ(irregularities({}, {"none", "call"}, {}), Sentences{});
}

TEST(Irregular, ARoundWithoutTheBaseline) {
  Samples samples = regular();
  drop(samples, 1, 0, kBaseline);
  drop(samples, 1, 2, kBaseline);
  EXPECT_EQ(of(samples), Sentences{"select_500: 2 of 6 rounds have no block of none, and are left "
                                   "out (first: replicate 1, round 0)"});
}

TEST(Irregular, ARoundWithoutAVariant) {
  Samples samples = regular();
  drop(samples, 0, 2, "call");
  EXPECT_EQ(of(samples), Sentences{"select_500: call is missing from 1 of 6 rounds, and rests on "
                                   "the others (first: replicate 0, round 2)"});
}

// What was never measured is said elsewhere, once.
TEST(Irregular, AVariantThatIsNowhereIsNotMissingFromRounds) {
  Samples samples = regular();
  samples.context.variants.push_back("branch");
  EXPECT_EQ(of(samples), Sentences{});
}

TEST(Irregular, RoundsMissingInTheMiddle) {
  Samples samples = regular();
  drop(samples, 0, 1);
  EXPECT_EQ(of(samples), Sentences{"select_500: rounds are missing in the middle of 1 replicate "
                                   "(first: replicate 0, round 1)"});
}

// Replicates are counted, not gaps.
TEST(Irregular, SeveralGapsAreOfOneReplicate) {
  Samples samples = regular();
  for (Block& block : samples.blocks) block.round = 2 * block.round + 1;
  EXPECT_EQ(of(samples), Sentences{"select_500: rounds are missing in the middle of 2 replicates "
                                   "(first: replicate 0, round 0)"});
}

// A replicate that was interrupted has fewer rounds, and all of them.
TEST(Irregular, AShortReplicateIsRegular) {
  Samples samples = regular();
  drop(samples, 1, 2);
  EXPECT_EQ(of(samples), Sentences{});
}

TEST(Irregular, BlocksOfAnotherSize) {
  Samples samples = regular();
  samples.blocks[3].operations = 99;
  samples.blocks[4].operations = 101;
  EXPECT_EQ(of(samples), Sentences{"select_500: 2 of 24 blocks do not have the 100 operations of "
                                   "the others (kept: times are by operation)"});
  samples.context.workloads[0].operations_per_block = 0;  // the header does not say
  EXPECT_EQ(of(samples), Sentences{});
}

// Each is said, and the report prints them.
TEST(Irregular, TheReportSaysAll) {
  Samples samples = regular();
  drop(samples, 0, 0, kBaseline);
  drop(samples, 0, 2, "call");
  drop(samples, 1, 1);
  samples.blocks[0].operations = 99;
  const Report report = make_report(samples);
  EXPECT_EQ(report.workloads[0].irregular.size(), 4U);
  const std::string text = report_text(report);
  for (const char* part : {"have no block of none", "call is missing from", "in the middle of 1",
                           "do not have the 100 operations"})
    EXPECT_NE(text.find(part), std::string::npos) << part;
  EXPECT_NE(report_json(report).find("\"irregular\": [\n"), std::string::npos);
}

}  // namespace
}  // namespace tracetoll
