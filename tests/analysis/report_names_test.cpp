// Whatever the variants of a samples file are called, in whatever number and with whatever figures:
// every format prints a report.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "report.hpp"
#include "samples_file.hpp"
#include "samples_json.hpp"

namespace tracetoll {
namespace {

const std::vector<std::string> kNames = {
    "none:copy",
    "none:dose",
    "call",
    "nop5",
    "nop5@jump",
    "nop5@long",
    "nop5@",
    "@jump",
    "@",
    "a@b@jump",
    "nop5*0",
    "nop5*00",
    "nop5*1",
    "nop5*4",
    "nop5*16",
    "nop5*01",
    "nop5*",
    "*4",
    "*",
    "nop5*-1",
    "nop5*-0",
    "nop5*2147483647",
    "nop5*99999999999",
    "nop5*4@jump",
    "nop5@jump*4",
    "none@jump",
    "none*0",
    "none*4",
    std::string(190, 'x') + "*7",
    std::string(190, 'y') + "@short",
};

const std::vector<std::string> kEvents = {
    "task-clock", "page-faults", "cycles",      "instructions",     "branches:uk",
    "loads",      "a,b",         "simulated-x", "INST_RETIRED:ANY", std::string(200, 'e')};

// Events of a block: some, none, or lost; small, none at all, or beyond any counter.
void put_events(Block& block, std::mt19937& random, bool wild) {
  const auto one_in = [&](unsigned n) { return random() % n == 0; };
  if (one_in(6)) block.counters_lost = one_in(2) ? "multiplexed" : "read failed";
  if (one_in(3)) return;
  for (const auto& event : kEvents) {
    if (one_in(3)) continue;
    block.counters[event] = one_in(4) ? 0 : wild && one_in(3) ? 1e18 : random() % 100000;
  }
}

// Exact counts of some of the variants, or the reason why there are none.
void put_counts(Context& context, std::mt19937& random, bool wild) {
  const auto one_in = [&](unsigned n) { return random() % n == 0; };
  for (const auto& event : kEvents) {
    if (one_in(2)) context.counters[event] = {one_in(2), one_in(2) ? "" : "no PMU (ENOENT)"};
  }
  for (auto& workload : context.workloads) {
    if (!one_in(3)) workload.sites_hit_per_op = {{"a", wild ? 1e-12 : 3}, {"b", 0}};
    if (one_in(2)) workload.breakpoint_hits_per_op = {{"a", 3}, {std::string(200, 'm'), 1e15}};
    if (one_in(3)) workload.no_breakpoints = "EACCES";
  }
  if (one_in(4)) return;
  CountStudy& study = context.exact;
  study.tool = one_in(5) ? "" : "callgrind";
  if (one_in(5)) study.unavailable = std::string(300, 'u');
  for (const auto& workload : context.workloads) {
    if (one_in(4)) continue;
    for (const auto& variant : context.variants) {
      ExactCounts& counts = study.counts[workload.name][variant];
      if (one_in(8)) counts.unavailable = "Valgrind died";
      for (const char* event : kExactEvents)
        if (!one_in(6)) counts.per_op[event] = wild && one_in(3) ? 1e15 : random() % 10000 / 7.0;
      for (const char* event : kSimulatedEvents)
        if (!one_in(6)) counts.simulated[event] = random() % 3;
    }
  }
}

// A run of some of the names, each with some of its blocks, as the reader of a file lets through.
Samples random_samples(std::mt19937& random) {
  const auto one_in = [&](unsigned n) { return random() % n == 0; };
  nlohmann::ordered_json header = {{"schema", kSamplesSchema}};
  Context context;
  context.variants = {kBaseline};
  for (const auto& name : kNames)
    if (!one_in(3) && name != kBaselineCopy && name != kBaselineDose)
      context.variants.push_back(name);
  context.workloads.resize(1 + random() % 2);
  for (std::size_t i = 0; i < context.workloads.size(); ++i) {
    context.workloads[i].name = "w" + std::to_string(i);
    context.workloads[i].dosed_hits_per_op = one_in(3) ? 0 : 64;
    context.workloads[i].operations_per_block = one_in(2) ? 100 : 0;
  }
  context.target_percent = one_in(3) ? 1 : 0;
  const bool wild = one_in(4);
  put_counts(context, random, wild);
  header["context"] = context_to_json(context);
  std::stringstream file;
  file << header.dump() << "\n";
  const int layouts = static_cast<int>(random() % 14);
  const int rounds = 1 + static_cast<int>(random() % 3);
  auto variants = context.variants;
  variants.insert(variants.end(), {kBaselineCopy, kBaselineDose});
  for (const auto& workload : context.workloads) {
    for (int layout = 0; layout < layouts; ++layout) {
      for (int round = 0; round < rounds; ++round) {
        for (const auto& variant : variants) {
          if (one_in(10)) continue;
          Block block;
          block.replicate = layout;
          block.layout = layout + 1;
          block.round = round;
          block.workload = workload.name;
          block.variant = variant;
          block.operations = 100;
          block.cpu_ns = wild && one_in(3) ? (one_in(2) ? 1 : 1e15) : 1e6 + random() % 100000;
          block.wall_ns = block.cpu_ns;
          if (!one_in(5)) block.loop_ns = 1000 + random() % 100;
          put_events(block, random, wild);
          file << to_json_line(block) << "\n";
        }
      }
    }
  }
  std::vector<std::string> notes;
  return read_samples(file, "run.jsonl", notes);
}

// No line is too long, and none has a figure that is no number.
void expect_lines(const std::string& text, int run, std::size_t columns) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), columns) << run << ": " << line;
    EXPECT_EQ(line.find("nan"), std::string::npos) << run << ": " << line;
    for (const char* infinite : {"inf,", "inf]", "inf ", "-inf", "+inf"})
      EXPECT_EQ(line.find(infinite), std::string::npos) << run << ": " << line;
  }
}

TEST(ReportNames, EveryFormatPrintsAReport) {
  std::mt19937 random(4);
  for (int run = 0; run < 150; ++run) {
    const Report report = make_report(random_samples(random));
    EXPECT_TRUE(nlohmann::json::accept(report_json(report))) << run;
    EXPECT_FALSE(report_csv(report).empty());
    expect_lines(report_text(report), run, 100);
    expect_lines(report_perf_stat(report), run, 100);
    expect_lines(report_csv(report), run, 10000);
    const std::string csv = report_perf_stat_csv(report);
    expect_lines(csv, run, 1000);
    std::istringstream rows(csv);
    for (std::string row; std::getline(rows, row);)
      EXPECT_EQ(std::ranges::count(row, ','), 8) << row;
    std::istringstream objects(report_perf_stat_json(report));
    for (std::string line; std::getline(objects, line);)
      EXPECT_TRUE(nlohmann::json::accept(line)) << run << ": " << line;
  }
}

// "*4" and "nop5*99999999999" are names like any other; "nop5*0" and "nop5*1" are a dose study.
TEST(ReportNames, OnlyNumbersOfCopiesMakeADoseStudy) {
  Samples samples;
  samples.context.workloads.resize(1);
  samples.context.workloads[0].name = "leaf_loop";
  samples.context.variants = {"none", "*4", "nop5*99999999999", "nop5*", "nop5*-1"};
  EXPECT_FALSE(is_dose_study(make_report(samples)));
  samples.context.variants.push_back("nop5*1");
  EXPECT_TRUE(is_dose_study(make_report(samples)));
}

}  // namespace
}  // namespace tracetoll
