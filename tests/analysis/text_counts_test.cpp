#include "text_counts.hpp"

#include <gtest/gtest.h>

#include "counted_run.hpp"

namespace tracetoll {
namespace {

TEST(TextCounts, Golden) {
  EXPECT_EQ("\n" + text_counts(counted_report()), R"(
  select_500.pure: none executes 1000 instructions, 300 loads, 100 stores, 200 conditional branches
    an operation

                      select_500.pure
variant                instr.    loads   stores cond.br.
anchor                  +1.50    +0.20    +0.10       +0
branch                  +4.50    +1.20    +0.10    +1.00
sled_cold:750           +4.50    +1.20    +0.10    +1.00
sled_cold:matched       +4.50    +1.20    +0.10    +1.00
clobber                 +9.50    +4.20    +3.10    +1.00
call                    +9.70    +4.20    +3.10    +1.00
)");
  EXPECT_EQ(text_hits(counted_report()),
            "  site hits: 1 of 2 markers checked by hardware breakpoints, all agree\n");
}

// The same code under two names fills a screen twice.
TEST(TextCounts, SameFiguresShareAColumn) {
  Report report = counted_report();
  report.workloads.push_back(report.workloads[0]);
  report.workloads[1].context.name = "select_500";
  const std::string same = text_counts(report);
  EXPECT_NE(same.find("select_500.pure, select_500\n"), std::string::npos) << same;
  report.workloads[1].variants[1].exact["loads"].per_site = 7;
  EXPECT_NE(text_counts(report).find("select_500.pure                       select_500\n"),
            std::string::npos)
      << text_counts(report);
}

// Without hits a figure of one is another one: the column says which it is.
TEST(TextCounts, AnOperationWhereHitsAreNotKnown) {
  Samples samples = counted_samples();
  samples.context.workloads[0].sites_hit_per_op.clear();
  const std::string text = text_counts(make_report(samples));
  EXPECT_NE(text.find("select_500.pure (an operation)\n"), std::string::npos) << text;
  EXPECT_NE(text.find("call                      +97      +42      +31      +10\n"),
            std::string::npos)
      << text;
}

// Whoever reads a figure a site hit must see that the hits are in doubt.
TEST(TextCounts, DisagreementIsLoud) {
  Samples samples = counted_samples();
  samples.context.workloads[0].breakpoint_hits_per_op["lock_acquire"] = 6;
  const std::string text = report_text(make_report(samples));
  EXPECT_NE(
      text.find("  site hits: 1 of 2 markers checked by hardware breakpoints, 1 DISAGREE (see "
                "below)\n"),
      std::string::npos);
  EXPECT_NE(text.find("  - SITE HITS DISAGREE in select_500.pure: lock_acquire: 5 an operation by "
                      "the probes, 6 by\n    breakpoints; figures a site hit are in doubt\n"),
            std::string::npos)
      << text;
}

// What is missing is named once, with its reason.
TEST(TextCounts, MissingCountsAreNamed) {
  Samples samples = counted_samples();
  samples.context.workloads[0].breakpoint_hits_per_op.clear();
  samples.context.workloads[0].no_breakpoints = "EACCES: kernel.perf_event_paranoid is 3";
  samples.context.exact.counts["select_500.pure"]["call"] = {{}, {}, "Valgrind died"};
  std::string text = report_text(make_report(samples));
  EXPECT_NE(text.find("  site hits: not checked by hardware breakpoints: EACCES"),
            std::string::npos);
  EXPECT_NE(text.find("  - exact counts of call in select_500.pure: Valgrind died\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("  - events lost in 2 of 180 blocks: multiplexed: ran 61 % of the time\n"),
            std::string::npos);
  samples.context.exact = {};
  samples.context.exact.unavailable = "no valgrind in the path";
  text = report_text(make_report(samples));
  EXPECT_NE(text.find("  - exact counts of select_500.pure: no valgrind in the path\n"),
            std::string::npos)
      << text;
}

// Older files have none of it, and nothing is to be said of it.
TEST(TextCounts, NothingOfOlderRuns) {
  Samples samples = counted_samples();
  samples.context.exact = {};
  samples.context.workloads[0].breakpoint_hits_per_op.clear();
  const std::string text = report_text(make_report(samples));
  EXPECT_EQ(text.find("\nCounts"), std::string::npos);
  EXPECT_EQ(text.find("exact counts"), std::string::npos);
  EXPECT_EQ(text.find("site hits:"), std::string::npos);
}

}  // namespace
}  // namespace tracetoll
