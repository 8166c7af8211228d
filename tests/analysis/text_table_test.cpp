#include "text_table.hpp"

#include <gtest/gtest.h>

#include "simulated_run.hpp"

namespace tracetoll {
namespace {

// The table of the post comes first whatever the order in the file, then the pure forms, then axes;
// odd ones out get a table of their own form, never a place beside another form.
TEST(TextTable, TestsOfOneFormStandSideBySide) {
  SimulatedRun run;
  run.workloads = {{"leaf_loop", 1},       {"select_500.pure", 1}, {"select_500", 1},
                   {"open_close.pure", 1}, {"open_close", 1},      {"select_500+validator=off", 1}};
  const Report report = make_report(simulate(run));
  std::vector<std::vector<std::string>> names;
  for (const auto& table : tables_of(report)) {
    names.emplace_back();
    for (const auto* workload : table) names.back().push_back(workload->context.name);
  }
  const std::vector<std::vector<std::string>> expected = {{"open_close", "select_500"},
                                                          {"leaf_loop"},
                                                          {"open_close.pure", "select_500.pure"},
                                                          {"select_500+validator=off"}};
  EXPECT_EQ(names, expected);
}

// A workload of nanoseconds in microseconds would be "0.0003".
TEST(TextTable, SmallTimesAreNanoseconds) {
  SimulatedRun run;
  run.workloads = {{"leaf_loop", 0.0003}};
  const Report report = make_report(simulate(run));
  const auto text = text_table(tables_of(report).at(0));
  EXPECT_NE(text.find("ns"), std::string::npos);
  EXPECT_NE(text.find("0.30"), std::string::npos);
}

// A variant that gave no blocks is said to be missing: an empty row would look like no effect.
TEST(TextTable, UnmeasuredVariantSaysSo) {
  Samples samples = simulate({});
  std::erase_if(samples.blocks, [](const Block& block) { return block.variant == "clobber"; });
  const Report report = make_report(samples);
  const auto text = text_table(tables_of(report).at(0));
  const auto row = text.substr(text.find("\nclobber") + 1);
  EXPECT_NE(row.substr(0, row.find('\n')).find("not measured"), std::string::npos);
}

}  // namespace
}  // namespace tracetoll
