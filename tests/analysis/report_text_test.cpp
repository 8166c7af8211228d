#include <gtest/gtest.h>

#include <sstream>

#include "golden_run.hpp"
#include "report.hpp"

namespace tracetoll {
namespace {

// Everything a reader sees: a change here is to be looked at by a person, then copied.
TEST(ReportText, Golden) {
  EXPECT_EQ("\n" + report_text(golden_report()), R"(
tracetoll 0.1.0: g++ 12.2.0 -O2 on Simulated CPU
6 layouts, 6 replicates (processes), 72 rounds in 12.5 s

CPU time of one operation, and slow-down against `none` with its 95 % interval across layouts

                      open_close                               select_500
variant                   us     slow-down                         us     slow-down
none                  5.6760                                  11.6383
anchor                5.7844       +1.98 % [+1.30, +2.66]     11.8328       +1.52 % [+0.92, +2.12]
branch                5.8444       +2.92 % [+1.96, +3.88]     11.9635       +2.77 % [+1.99, +3.54]
sled_cold:750         5.8638       +3.39 % [+2.29, +4.49]     11.9977       +3.17 % [+2.23, +4.12]
sled_cold:matched     5.8459       +2.92 % [+2.16, +3.67]     11.9561       +2.77 % [+1.56, +3.99]
clobber               6.1208       +7.85 % [+6.99, +8.70]     12.5627       +7.80 % [+7.41, +8.18]
call                  6.1879       +9.31 % [+8.43, +10.19]    12.6759       +9.06 % [+8.58, +9.54]

                      open_close.pure                          select_500.pure
variant                   ns     slow-down                         us     slow-down
none                  350.11                                   7.9879
anchor                336.71       -3.60 % [-3.84, -3.35]      8.1944       +2.30 % [+1.14, +3.46]
branch                381.69       +9.20 % [+8.34, +10.06]     8.2613       +3.44 % [+2.94, +3.95]
sled_cold:750         381.55       +9.04 % [+7.85, +10.22]     8.2812       +3.68 % [+3.24, +4.11]
sled_cold:matched     382.55       +9.15 % [+8.48, +9.81]      8.2527       +3.11 % [+2.62, +3.61]
clobber               417.69      +19.33 % [+18.26, +20.39]    8.6647       +8.43 % [+7.77, +9.09]
call                  425.26      +21.55 % [+19.99, +23.12]    8.7248       +9.12 % [+7.71, +10.54]

Verdict
  open_close: a dormant call costs +9.31 % [+8.43, +10.19]; registers have the largest estimate,
    +4.92 points [+4.33, +5.52], 53 % [45, 61] of it, not told apart from the residual (not resolved
    [-0.3, +3.0], 15 % [-3, 32] of it); not resolved: icache (at most 0.47 points).
  open_close.pure: a dormant call costs +21.6 % [+20.0, +23.1]; the branch has the largest estimate,
    +12.85 points [+12.62, +13.07], 60 % [56, 63] of it, not told apart from registers (+10.3 points
    [+8.1, +12.6], 48 % [37, 58] of it); arguments are below zero, -3.60 points [-3.84, -3.35]: an
    optimisation lost or gained, or layout luck, not a saving by the marker; not resolved: icache
    (at most 1.7 points) and the residual (at most 4.4 points); the machine code contradicts
    arguments (faster in time, but +8 instructions in the code).
  select_500: a dormant call costs +9.06 % [+8.58, +9.54]; registers have the largest estimate, +5.2
    points [+4.0, +6.4], 57 % [45, 70] of it, not told apart from the branch (+1.4 points
    [+0.4, +2.4], 16 % [4, 28] of it) and the residual (not resolved [-1.2, +3.1], 11 % [-14, 35] of
    it); not resolved: icache (at most 1.6 points).
  select_500.pure: a dormant call costs +9.1 % [+7.7, +10.5]; registers are the largest part, +5.21
    points [+4.25, +6.16], 57 % [48, 66] of it; not resolved: the branch (at most 2.4 points),
    icache (at most 0.73 points) and the residual (at most 1.9 points).

Causes, in percent of `none` (points). Within each layout they add up to the effect of call exactly;
  their trimmed means need not. icache: each site's block is as long as that of call.

open_close                                      points                  share of call
  arguments  ###########                         +1.98 [+1.30, +2.66]     21 % [16, 26]
             +8 instructions, +30 bytes of text in the marked functions
  branch     ######                              +1.12 [+0.58, +1.66]     12 % [5, 19]
             +10 conditional branches, +22 instructions, +80 bytes of text in the marked functions
  icache                                  not resolved [-0.33, +0.47]      1 % [-4, 5]
  registers  ############################        +4.92 [+4.33, +5.52]     53 % [45, 61]
             +14 callee-saved pushes, +31 stack loads, +22 stack stores in the marked functions
  residual                                not resolved [-0.28, +3.03]     15 % [-3, 32]

open_close.pure                                 points                  share of call
  arguments  --------                             -3.6 [-3.8, -3.3]      -17 % [-19, -15]
             CONTRADICTED by the code: faster in time, but +8 instructions in the code
  branch     ############################        +12.8 [+12.6, +13.1]     60 % [56, 63]
  icache                                  not resolved [-1.5, +1.7]        0 % [-7, 8]
  registers  ######################              +10.3 [+8.1, +12.6]      48 % [37, 58]
  residual                                not resolved [-0.7, +4.4]        9 % [-3, 20]

select_500                                      points                  share of call
  arguments  ########                             +1.5 [+0.9, +2.1]       17 % [11, 23]
  branch     ########                             +1.4 [+0.4, +2.4]       16 % [4, 28]
  icache                                  not resolved [-1.6, +1.3]       -2 % [-18, 14]
  registers  ############################         +5.2 [+4.0, +6.4]       57 % [45, 70]
  residual                                not resolved [-1.2, +3.1]       11 % [-14, 35]

select_500.pure                                 points                  share of call
  arguments  ############                         +2.3 [+1.1, +3.5]       25 % [14, 36]
  branch                                  not resolved [-0.4, +2.4]       11 % [-7, 28]
  icache                                  not resolved [-0.7, +0.5]       -1 % [-8, 5]
  registers  ############################         +5.2 [+4.2, +6.2]       57 % [48, 66]
  residual                                not resolved [-0.7, +1.9]        6 % [-8, 21]

The reading of 2007: of the slow-down, what 750 bytes of NOPs keep and what the call adds
                                                 points                  share of call
  open_close                     NOPs keep         +3.4 [+2.3, +4.5]       36 % [26, 47]
                                 call adds         +5.7 [+4.7, +6.8]       61 % [51, 72]
  open_close.pure                NOPs keep         +9.0 [+7.9, +10.2]      42 % [39, 45]
                                 call adds        +12.5 [+11.5, +13.6]     58 % [56, 61]
  select_500                     NOPs keep        +3.17 [+2.23, +4.12]     35 % [23, 47]
                                 call adds        +5.94 [+4.96, +6.92]     66 % [54, 77]
  select_500.pure                NOPs keep        +3.68 [+3.24, +4.11]     40 % [36, 44]
                                 call adds        +5.59 [+4.15, +7.03]     61 % [57, 65]
  In the post itself the NOPs kept 69 % of the slow-down of open/close and 20 % of that of select.

Layouts: SD and range of each effect over them, noise included, in points (what a measurement of one
  link alone may show), and the effect without the gated rounds

                      open_close                               select_500
variant                SD range            without gated        SD range            without gated
anchor              0.433 [+1.29, +2.45]   [+1.30, +2.66]    0.703 [+1.07, +3.01]   [+0.92, +2.12]
branch                0.5 [+2.52, +3.71]   [+1.96, +3.88]    0.539 [+2.22, +3.69]   [+1.99, +3.54]
sled_cold:750       0.741 [+2.6, +4.6]     [+2.3, +4.5]      0.656 [+2.39, +4.19]   [+2.23, +4.12]
sled_cold:matched   0.477 [+2.51, +3.75]   [+2.16, +3.67]    0.893 [+1.3, +3.8]     [+1.6, +4.0]
clobber             0.753 [+7.0, +9.2]     [+6.99, +8.70]      134 [+7, +335]       [+7.41, +8.18]
call                0.628 [+8.24, +9.96]   [+8.43, +10.19]   0.272 [+8.65, +9.36]   [+8.58, +9.54]

                      open_close.pure                          select_500.pure
variant                SD range            without gated        SD range            without gated
anchor              0.535 [-4.76, -3.22]   [-3.84, -3.35]    0.749 [+1.3, +3.3]     [+1.1, +3.5]
branch              0.612 [+8.05, +9.67]   [+8.34, +10.06]   0.548 [+2.36, +3.94]   [+2.94, +3.95]
sled_cold:750       0.889 [+7.4, +9.9]     [+7.9, +10.2]     0.371 [+2.97, +3.99]   [+3.24, +4.11]
sled_cold:matched   0.484 [+8.75, +10.06]  [+8.48, +9.81]    0.508 [+2.70, +4.13]   [+2.62, +3.61]
clobber             0.883 [+18.5, +21.0]   [+18.3, +20.4]    0.744 [+7.6, +9.8]     [+7.77, +9.09]
call                0.825 [+20.53, +22.51] [+20.0, +23.1]    0.783 [+8.1, +10.2]    [+7.7, +10.5]

Checks
  A/A               ok; nearest to failing: select_500.pure: +0.1 % [-2.9, +3.1] (99.75 % interval;
                    true 0: two copies of the same code)
  positive control  ok; nearest to failing: select_500.pure: +6.4 % [+1.4, +11.4] (99.75 % interval;
                    true +6.25 %)
  gates             of 72 rounds 0 had an involuntary switch, 0 a migration, (not read: time
                    reported as stolen), (not read: a CPU whose speed changed by over 10 %): none
                    would go
  autocorrelation   lag 1 of a process's rounds (median of the variants): open_close -0.27,
                    open_close.pure -0.32, select_500 -0.25, select_500.pure -0.29; over 0.2 its
                    rounds hardly count as several, the layouts still do

Not measured, or odd
  - counters cycles: no PMU (ENOENT)
  - replicate 6, layout 3 gave no samples, or not all: select returned 499 of 500
  - 1 process of layout 5: clobber of select_500 against none took 4.04 times what it takes in the
    median process, so one of the two was off (kept: medians and trimming absorb it)

The 48 intervals are of 95 % each, not adjusted for their number: if nothing had any effect, about
2.4 of them would exclude 0.
seed 2007; samples in golden.jsonl
)");
}

TEST(ReportText, GoldenOfAKilledRunOfOneVariant) {
  EXPECT_EQ("\n" + report_text(small_golden_report()), R"(
tracetoll 0.1.0: g++ 12.2.0 -O2 on Simulated CPU
3 layouts, 3 replicates (processes), 3 rounds

CPU time of one operation, and slow-down against `none` with its 95 % interval across layouts

                      select_500
variant                   us     slow-down
none                 11.6171
call                 12.6698       +8.97 % [+8.49, +9.46]

Verdict
  select_500: a dormant call costs +8.97 % [+8.49, +9.46]; its causes were not measured.

Layouts: SD and range of each effect over them, noise included, in points (what a measurement of one
  link alone may show), and the effect without the gated rounds

                      select_500
variant                SD range            without gated
call                0.196 [+8.75, +9.10]   [+8.49, +9.46]

Checks
  A/A               ok; select_500: +0.01 % [-0.19, +0.21] (99 % interval; true 0: two copies of the
                    same code)
  positive control  ok; select_500: +6.3 % [+5.1, +7.5] (99 % interval; true +6.25 %)
  gates             of 3 rounds 0 had an involuntary switch, 0 a migration, (not read: time reported
                    as stolen), (not read: a CPU whose speed changed by over 10 %): none would go

Not measured, or odd
  - the run was killed before its end: this is what it had written
  - line 16 is cut, as a killed run leaves it: dropped (9 bytes)
  - arguments, branch, icache, registers, residual of select_500: anchor, branch, clobber and
    sled_cold:matched were not measured
  - counters cycles: no PMU (ENOENT)

seed 3; samples in small.jsonl
)");
}

void expect_within_columns(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 100u) << line;
    EXPECT_TRUE(line.empty() || line.back() != ' ') << line;
    for (const char c : line) EXPECT_TRUE(c >= 0x20 && c <= 0x7e) << line;
  }
}

// A terminal of 100 columns, whatever people call their workloads and variants, and whatever bytes
// a machine's name holds.
TEST(ReportText, AtMost100ColumnsOfAscii) {
  SimulatedRun run;
  const std::string long_name(150, 'w');
  run.workloads = {{long_name + "1", 1e9}, {long_name + "2", 1e-4}, {long_name + ".pure", 5}};
  run.effects[std::string(150, 'v')] = 1e12;
  run.effects["call"] = 123456;
  run.layout_sd = 2;
  Samples samples = simulate(run);
  samples.context.cpu = "CPU\x1b[31m \xc3\xa9" + std::string(300, 'c');
  samples.context.counters = {{std::string(150, 'n'), {false, std::string(500, 'r')}}};
  for (int i = 0; i < 30; ++i) samples.failures.push_back({i, i, std::string(200, 'f') + "\n"});
  Report report = make_report(samples);
  report.file = std::string(400, '/');
  report.notes = {std::string(300, 'x')};
  expect_within_columns(report_text(report));
  expect_within_columns(report_text(golden_report()));
  expect_within_columns(report_text(make_report({})));
}

// What makes a run unreliable is read before any figure, or not at all.
TEST(ReportText, UnreliableComesFirst) {
  Samples samples = simulate({});
  for (Block& block : samples.blocks) {
    if (block.variant == kBaselineCopy) block.cpu_ns *= 1.02;
  }
  const std::string text = report_text(make_report(samples));
  EXPECT_EQ(text.rfind("UNRELIABLE: ", 0), 0u);
  EXPECT_NE(text.find("A/A of open_close"), std::string::npos);
  EXPECT_NE(text.find("Verdict (UNRELIABLE"), std::string::npos);
}

// Thirty failed replicates must not push the answer off the screen.
TEST(ReportText, LongListsAreCounted) {
  Samples samples = simulate({});
  for (int i = 0; i < 30; ++i) samples.failures.push_back({i, 1, "killed"});
  EXPECT_NE(report_text(make_report(samples)).find("and 20 more"), std::string::npos);
}

}  // namespace
}  // namespace tracetoll
