#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "golden_run.hpp"
#include "report.hpp"

namespace tracetoll {
namespace {

std::string without_carriage_returns(std::string text) {
  std::erase(text, '\r');
  return text;
}

TEST(ReportCsv, Golden) {
  EXPECT_EQ("\n" + without_carriage_returns(report_csv(small_golden_report())), R"(
workload,kind,name,ns_per_op,percent,low,high,resolved,layouts,rounds,layout_sd_percent,layout_low_percent,layout_high_percent,sites_hit_per_op,passed_percent,passed_low,passed_high,event,source,events_per_op,difference_per_op,difference_low,difference_high,difference_per_hit,unavailable
select_500,variant,none,11617.07233,0,0,0,false,3,3,0,0,0,,0,0,0,,,,,,,,
select_500,variant,call,12669.82282,8.972893435,8.485506946,9.460279924,true,3,3,0.1961994646,8.747227693,9.103060082,501,8.972893435,8.485506946,9.460279924,,,,,,,,
select_500,cause,arguments,,,,,,0,,,,,,,,,,,,,,,,
select_500,cause,branch,,,,,,0,,,,,,,,,,,,,,,,
select_500,cause,icache,,,,,,0,,,,,,,,,,,,,,,,
select_500,cause,registers,,,,,,0,,,,,,,,,,,,,,,,
select_500,cause,residual,,,,,,0,,,,,,,,,,,,,,,,
select_500,reading,kept_by_nops,,,,,,0,,,,,,,,,,,,,,,,
select_500,reading,only_the_call,,,,,,0,,,,,,,,,,,,,,,,
select_500,check,aa,,0.01088291981,-0.191772427,0.2135382667,false,3,,0.03536674082,-0.01089336691,0.05169014335,,,,,,,,,,,,
select_500,check,positive_control,,6.295356882,5.140622821,7.450090944,true,3,,0.201520369,6.128198582,6.519128886,,,,,,,,,,,,
select_500,counter,none,,,,,,,,,,,,,,,cycles,perf_event,,,,,,no PMU (ENOENT)
select_500,counter,call,,,,,,,,,,,,,,,cycles,perf_event,,,,,,no PMU (ENOENT)
)");
}

// A row with a cell too many shifts every column of a spreadsheet.
TEST(ReportCsv, EveryRowHasTwentyFiveCellsAndCrLf) {
  std::istringstream lines(report_csv(golden_report()));
  int rows = 0;
  for (std::string line; std::getline(lines, line); ++rows) {
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), 24) << line;
    EXPECT_EQ(line.back(), '\r');
  }
  EXPECT_EQ(rows, 1 + 4 * (7 + 5 + 2 + 2 + 7));
}

// RFC 4180: a name with a comma or a quote is one cell still.
TEST(ReportCsv, NamesAreQuoted) {
  SimulatedRun run;
  run.workloads = {{"a,\"b\"", 1}};
  const std::string csv = report_csv(make_report(simulate(run)));
  EXPECT_NE(csv.find("\r\n\"a,\"\"b\"\"\",variant,none,"), std::string::npos);
}

// A reason comes out of a file, and a cell is shown on terminals.
TEST(ReportCsv, ControlCharactersStayOut) {
  Samples samples = simulate(SimulatedRun{});
  samples.context.counters["cycles"] = {false, "a\x1b[31m\nb\x7f c\xc2\x9b\xc3\xa9"};
  const std::string csv = report_csv(make_report(samples));
  EXPECT_NE(csv.find(",a?[31m?b? c?"
                     "?\xc3\xa9\r\n"),
            std::string::npos)
      << csv;
}

// A missing figure is an empty cell: 0 would be averaged by whoever reads it.
TEST(ReportCsv, MissingIsEmpty) {
  SimulatedRun run;
  run.layouts = 1;
  const std::string csv = report_csv(make_report(simulate(run)));
  EXPECT_NE(csv.find("open_close,variant,call,6182.153,,,,,1,3,,,,,,,,,,,,,,,\r\n"),
            std::string::npos)
      << csv;
}

}  // namespace
}  // namespace tracetoll
