#include "counts_evidence.hpp"

#include <gtest/gtest.h>

#include "counted_run.hpp"

namespace tracetoll {
namespace {

constexpr const char* kWorkload = "select_500.pure";

Cause cause_of(const std::string& name, double low, double high,
               const CountStudy& study = counted_study()) {
  Cause cause;
  for (const auto& [other, contrast] : ladder()) {
    if (other == name) cause.contrast = contrast;
  }
  cause.name = name;
  cause.points.interval = Interval{(low + high) / 2, low, high};
  cause.exact = exact_contrasts(study, kWorkload, cause, kCountedHits);
  return cause;
}

TEST(CountsEvidence, ExactAnOperationAndAHit) {
  EXPECT_EQ(evidence_from_exact(cause_of("branch", 1, 2).exact),
            "executed: +10 conditional branches, +10 loads, +30 instructions an operation, +1.00, "
            "+1.00 and +3.00 a site hit (exact, Callgrind)");
  EXPECT_EQ(evidence_from_exact(cause_of("icache", 1, 2).exact),
            "executed: no change in instructions (exact, Callgrind)");
  EXPECT_EQ(evidence_from_exact({}), "");
}

TEST(CountsEvidence, OneOfAKind) {
  EXPECT_EQ(evidence_from_exact(
                {{"conditional-branches", 1, {}}, {"loads", -1, {}}, {"stores", 1.5, {}}}),
            "executed: +1 conditional branch, -1 load, +1.50 stores an operation (exact, "
            "Callgrind)");
}

// Another layout may have them the other way round, so no difference is given.
TEST(CountsEvidence, SimulatedMissesStandSideBySide) {
  const CountStudy study = counted_study();
  const auto evidence = evidence_from_simulation(study, kWorkload, cause_of("icache", 1, 2));
  EXPECT_TRUE(evidence.starts_with("simulated I1 misses an operation in layout ")) << evidence;
  EXPECT_NE(evidence.find("branch "), std::string::npos) << evidence;
  EXPECT_NE(evidence.find("sled_cold:matched "), std::string::npos) << evidence;
  EXPECT_EQ(evidence_from_simulation(study, kWorkload, cause_of("branch", 1, 2)), "");
  EXPECT_EQ(evidence_from_simulation({}, kWorkload, cause_of("icache", 1, 2)), "");
}

// Slower without more of what it is made of: then the time is of something else.
TEST(CountsEvidence, DeniesTimeWithoutSubstance) {
  EXPECT_EQ(counts_deny(cause_of("registers", 1, 2)), "");
  EXPECT_EQ(counts_deny(cause_of("branch", 1, 2)), "");
  EXPECT_EQ(counts_deny(cause_of("arguments", 1, 2)), "");
  CountStudy study = counted_study();
  study.counts[kWorkload]["clobber"] = study.counts[kWorkload]["branch"];
  EXPECT_EQ(counts_deny(cause_of("registers", 1, 2, study)),
            "slower in time, but +0 loads, +0 stores an operation were executed");
  study.counts[kWorkload]["anchor"] = counts_of(-4, 0, 0, 0);
  EXPECT_EQ(counts_deny(cause_of("arguments", 1, 2, study)),
            "slower in time, but -4 instructions an operation were executed");
  EXPECT_EQ(counts_deny(cause_of("arguments", -2, -1, study)), "");
}

TEST(CountsEvidence, DeniesASavingThatDoesMore) {
  EXPECT_EQ(counts_deny(cause_of("registers", -2, -1)),
            "faster in time, but +30 loads, +30 stores an operation were executed");
}

// A guard is one conditional branch. With half of one a hit the contrast holds something else.
TEST(CountsEvidence, AGuardIsOneConditionalBranchAHit) {
  CountStudy study = counted_study();
  const auto denied_with = [&](double branches) {
    study.counts[kWorkload]["branch"] = counts_of(45, 12, 1, branches);
    return counts_deny(cause_of("branch", 1, 2, study)).value();
  };
  EXPECT_EQ(denied_with(10), "");
  EXPECT_EQ(denied_with(11), "");
  EXPECT_EQ(denied_with(5),
            "+0.50 conditional branches a site hit were executed, and the guard is +1.00");
  EXPECT_EQ(denied_with(20),
            "+2.00 conditional branches a site hit were executed, and the guard is +1.00");
  EXPECT_EQ(denied_with(0),
            "slower in time, but +0 conditional branches an operation were executed");
}

// What is not resolved, not counted, simulated, or not the cause's to account for denies nothing.
TEST(CountsEvidence, NeedsBothSides) {
  EXPECT_EQ(counts_deny(cause_of("registers", -1, 2)), std::nullopt);
  EXPECT_EQ(counts_deny(cause_of("icache", 1, 2)), std::nullopt);
  EXPECT_EQ(counts_deny(cause_of("residual", 1, 2)), std::nullopt);
  CountStudy study = counted_study();
  study.counts[kWorkload].erase("clobber");
  EXPECT_EQ(counts_deny(cause_of("registers", 1, 2, study)), std::nullopt);
}

// Two kinds of evidence that differ: the better one decides, and the other is not hidden.
TEST(Objection, ExecutedCountsWinAndTheCodeIsHeard) {
  EXPECT_EQ(objection(std::nullopt, "", true).what, "");
  EXPECT_EQ(objection(std::nullopt, "by code", true).by, "the code");
  EXPECT_EQ(objection("", "", true).what, "");
  const auto only_code = objection("", "by code", true);
  EXPECT_EQ(only_code.what, "");
  EXPECT_EQ(only_code.dissent,
            "the sums over the code would deny it (by code); executed counts, which weigh each "
            "path by how often it runs, agree with the time");
  const auto only_counts = objection("by counts", "", true);
  EXPECT_EQ(only_counts.by, "the counts");
  EXPECT_EQ(only_counts.what, "by counts");
  EXPECT_NE(only_counts.dissent, "");
  EXPECT_EQ(objection("by counts", "", false).dissent, "");
  const auto both = objection("by counts", "by code", true);
  EXPECT_EQ(both.by, "the counts and the code");
  EXPECT_EQ(both.what, "by counts; by code");
}

Estimate events(double low, double high) {
  Estimate estimate;
  estimate.n = 5;
  estimate.interval = Interval{(low + high) / 2, low, high};
  return estimate;
}

// A measured difference has an interval always; what does not belong to the cause is shown when it
// is resolved, and no list grows without end.
TEST(CountsEvidence, MeasuredEventsHaveTheirIntervals) {
  std::vector<MeasuredContrast> contrasts = {{"branches", "perf_event", events(9, 11), {}},
                                             {"branch-misses", "perf_event", events(-1, 1), {}},
                                             {"cycles", "perf_event", events(20, 40), {}},
                                             {"r1c4", "perf_event", events(-3, 5), {}}};
  EXPECT_EQ(evidence_from_events("branch", contrasts).at(0),
            "counted: +10.0 [+9.0, +11.0] branches, branch-misses not resolved [-1.0, +1.0], +30 "
            "[+20, +40] cycles an operation (perf_event)");
  for (int i = 0; i < 9; ++i) contrasts.push_back({"br_more", "perf_event", events(1, 2), {}});
  EXPECT_NE(evidence_from_events("branch", contrasts).at(0).find(", 6 more events an operation"),
            std::string::npos);
  EXPECT_TRUE(evidence_from_events("branch", {}).empty());
}

// A part of a name would put "decoder-uops" under arguments, for its "ops", and
// "icache-miss-instructions" too: events of our table have the cause of their row.
TEST(CountsEvidence, OurEventsBelongToTheirRowsCause) {
  const std::vector<MeasuredContrast> ours = {
      {"decoder-uops", "perf_event", events(-1, 1), {}},
      {"icache-miss-instructions:k", "perf_event", events(-1, 1), {}},
      {"top-down-issued", "perf_event", events(-1, 1), {}}};
  EXPECT_TRUE(evidence_from_events("arguments", ours).empty());
  const auto icache = evidence_from_events("icache", ours);
  ASSERT_EQ(icache.size(), 1U);
  EXPECT_NE(icache[0].find("decoder-uops"), std::string::npos) << icache[0];
  EXPECT_NE(icache[0].find("icache-miss-instructions:k"), std::string::npos) << icache[0];
  EXPECT_EQ(icache[0].find("top-down"), std::string::npos) << icache[0];
}

// Time is not evidence of itself, and switches are the machine's: no cause is made of those.
TEST(CountsEvidence, SoftwareEventsAreNone) {
  const Samples samples = counted_samples();
  const auto events = events_of(samples.blocks, samples.context.counters);
  const auto contrasts = measured_contrasts(events, cause_of("branch", 1, 2), kCountedHits, Rule());
  ASSERT_EQ(contrasts.size(), 1U);
  EXPECT_EQ(contrasts[0].event, "branches");
  EXPECT_NEAR(contrasts[0].per_site->interval->value, 1.003, 1e-9);
}

// The verdict is what is quoted: a contradiction that stands below alone is not read.
TEST(CountsEvidence, ContradictionsReachTheReport) {
  Samples samples = counted_samples();
  auto& counts = samples.context.exact.counts[kWorkload];
  counts["clobber"] = counts["branch"];
  const std::string text = report_text(make_report(samples));
  EXPECT_NE(text.find("CONTRADICTED by the counts: slower in time, but +0 loads, +0 stores"),
            std::string::npos);
  EXPECT_NE(text.find("contradict registers (slower in time, but +0 loads, +0 stores"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("CONTRADICTED by the code"), std::string::npos);
  const std::string agreeing = report_text(counted_report());
  EXPECT_EQ(agreeing.find("CONTRADICTED"), std::string::npos);
}

}  // namespace
}  // namespace tracetoll
