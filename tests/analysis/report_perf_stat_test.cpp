#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include "counted_run.hpp"
#include "golden_perf_stat.hpp"
#include "rounded_json.hpp"

namespace tracetoll {
namespace {

using Json = nlohmann::ordered_json;
using Cells = std::vector<std::string>;

// `none` and `call` alone: short enough to be read.
Report short_report() {
  Samples samples = counted_samples();
  samples.context.variants = {"none", "call"};
  return make_report(samples);
}

Cells split(const std::string& text, char separator) {
  Cells cells(1);
  for (const char c : text) {
    if (c == separator) {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  return cells;
}

Cells lines_of(const std::string& text) {
  Cells lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(ReportPerfStat, Golden) {
  EXPECT_EQ("\n" + report_perf_stat(short_report()), kGoldenPerfStat);
}

TEST(ReportPerfStat, GoldenCsv) {
  EXPECT_EQ("\n" + report_perf_stat_csv(short_report()), kGoldenPerfStatCsv);
}

// One line of each kind: measured, missing, exact.
TEST(ReportPerfStat, GoldenJsonLines) {
  const auto lines = lines_of(report_perf_stat_json(short_report()));
  ASSERT_EQ(lines.size(), 22U);
  EXPECT_EQ(rounded(lines[15]), rounded(kGoldenPerfStatJsonMeasured));
  EXPECT_EQ(rounded(lines[14]), rounded(kGoldenPerfStatJsonMissing));
  EXPECT_EQ(rounded(lines[16]), rounded(kGoldenPerfStatJsonSimulated));
}

// What a reader of perf's CSV takes from where, by perf 6.1: `perf stat -x, -r 3 -A`.
TEST(ReportPerfStat, FieldsAreWherePerfHasThem) {
  const auto lines = lines_of(report_perf_stat_csv(short_report()));
  ASSERT_EQ(lines.size(), 10U);
  const auto clock = split(lines[5], ',');
  ASSERT_EQ(clock.size(), 9U);
  EXPECT_EQ(clock[0], "select_500.pure/call");
  EXPECT_NEAR(std::stod(clock[1]), 4.38, 0.01);
  EXPECT_EQ(clock[2], "msec");
  EXPECT_EQ(clock[3], "task-clock");
  EXPECT_EQ(clock[4].back(), '%');                // the variance
  EXPECT_NEAR(std::stod(clock[5]), 4.36e6, 1e4);  // the run time, in ns
  EXPECT_EQ(clock[6], "100.00");
  EXPECT_EQ(clock[8], "CPUs utilized");
  const Cells missing = {
      "select_500.pure/call", "<not supported>", "", "cycles:u", "0.00%", "0", "100.00", "", ""};
  EXPECT_EQ(split(lines[8], ','), missing);
}

// The lines of the perf that is installed have as many fields as ours, in the same order.
TEST(ReportPerfStat, AsManyFieldsAsThePerfThatIsInstalled) {
  const char* kCommand =
      "LC_ALL=C perf stat -x, -r 2 -e task-clock,page-faults true 2>&1 >/dev/null";
  FILE* pipe = ::popen(kCommand, "r");
  ASSERT_NE(pipe, nullptr);
  std::string output;
  std::array<char, 256> buffer{};
  while (std::fgets(buffer.data(), buffer.size(), pipe)) output += buffer.data();
  const int status = ::pclose(pipe);
  Cells clock;
  for (const auto& line : lines_of(output)) {
    if (line.find("task-clock") != std::string::npos) clock = split(line, ',');
  }
  if (status != 0 || clock.empty()) GTEST_SKIP() << "no perf stat here: " << output;
  const auto ours = split(lines_of(report_perf_stat_csv(short_report())).at(0), ',');
  EXPECT_EQ(ours.size(), clock.size() + 1) << output;  // ours has a column of aggregation
  ASSERT_GE(clock.size(), 4U);
  EXPECT_EQ(ours.at(2), clock[1]);
  EXPECT_EQ(ours.at(3), clock[2].substr(0, clock[2].find(':')));
  EXPECT_EQ(clock[3].back(), '%') << output;
}

// perf's readers split at every comma: one in a name would shift all that follows.
TEST(ReportPerfStat, SeparatorsInNamesBreakNoLine) {
  Samples samples = counted_samples();
  const std::string odd = "a,b\"c%d\te";
  samples.context.workloads[0].name = odd;
  samples.context.variants = {"none", "call"};
  samples.context.counters["r1,2"] = {true, ""};
  for (Block& block : samples.blocks) {
    block.workload = odd;
    block.counters["r1,2"] = 5;
  }
  const Report report = make_report(samples);
  for (const auto& line : lines_of(report_perf_stat_csv(report))) {
    const auto cells = split(line, ',');
    ASSERT_EQ(cells.size(), 9U) << line;
    EXPECT_TRUE(cells[0].starts_with("a%2Cb%22c%25d%09e/")) << line;
  }
  EXPECT_NE(report_perf_stat_csv(report).find(",r1%2C2:u,"), std::string::npos);
  const auto first = Json::parse(lines_of(report_perf_stat_json(report)).at(0));
  EXPECT_EQ(first.at("workload"), odd);  // JSON has quotes of its own
}

// The members of perf's first, with perf's types; strict JSON, one object a line.
TEST(ReportPerfStat, JsonLinesHavePerfsMembers) {
  for (const auto& line : lines_of(report_perf_stat_json(short_report()))) {
    const Json json = Json::parse(line);
    std::vector<std::string> keys;
    for (const auto& [key, value] : json.items()) keys.push_back(key);
    keys.resize(8);
    EXPECT_EQ(keys, (Cells{"counter-value", "unit", "event", "variance", "event-runtime",
                           "pcnt-running", "metric-value", "metric-unit"}));
    EXPECT_TRUE(json["counter-value"].is_string());
    EXPECT_TRUE(json["metric-unit"].is_string());
  }
}

// Groups that took turns ran different numbers of operations: totals are no ratio.
TEST(ReportPerfStat, RatiosAreOfOperations) {
  Samples samples = counted_samples();
  samples.context.counters = {{"cycles", {true, ""}}, {"instructions", {true, ""}}};
  for (Block& block : samples.blocks) {
    block.counters = {{"cycles", 500.0 * 100}};
    if (block.round == 0) block.counters = {{"instructions", 1000.0 * 100}};
  }
  const auto lines = lines_of(report_perf_stat_csv(make_report(samples)));
  ASSERT_TRUE(lines.at(1).find("instructions:u") != std::string::npos) << lines[1];
  const auto cells = split(lines[1], ',');
  EXPECT_EQ(cells[7], "2.00");
  EXPECT_EQ(cells[8], "insn per cycle");
  EXPECT_NEAR(std::stod(cells[6]), 50, 0.5);  // of the variant's time, and not scaled up
  EXPECT_EQ(cells[1], "1000000");
}

// An event that the machine has and no block: perf's other word.
TEST(ReportPerfStat, NotCountedIsNotNotSupported) {
  Samples samples = counted_samples();
  samples.context.counters["loads"] = {true, ""};
  const auto csv = report_perf_stat_csv(make_report(samples));
  EXPECT_NE(csv.find("/call,<not counted>,,loads:u,0.00%,0,100.00,,\n"), std::string::npos);
  const auto text = report_perf_stat(make_report(samples));
  EXPECT_NE(text.find("<not counted>      loads:u                          # no block of this "
                      "variant has it"),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace tracetoll
