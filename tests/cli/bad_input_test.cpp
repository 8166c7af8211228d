// Bad input gives one clear line and exit code 2, and loses nothing.
#include <gtest/gtest.h>

#include "tool.hpp"

namespace tracetoll::testing {
namespace {

struct BadInput {
  const char* name;
  const char* arguments;
  const char* says;  // part of the line
};

class BadInputTest : public ::testing::TestWithParam<BadInput> {};

TEST_P(BadInputTest, IsOneLineAndExitCode2) {
  Workspace workspace;
  workspace.write_fake_layouts("fake", 2);
  workspace.write("empty", "");
  workspace.write("other.json", "{\"benchmarks\":[]}\n");
  workspace.write("newer.jsonl", "{\"schema\":\"tracetoll.samples/2\",\"context\":{}}\n");
  workspace.write("old.jsonl", "kept");
  workspace.write("empty_folder/readme", "");
  const ToolResult result = workspace.tool(GetParam().arguments);
  EXPECT_EQ(result.exit_code, 2) << result.errors;
  EXPECT_EQ(result.error_lines(), 1) << result.errors;
  EXPECT_NE(result.errors.find(GetParam().says), std::string::npos) << result.errors;
  EXPECT_EQ(result.output, "");
  EXPECT_EQ(workspace.read("old.jsonl"), "kept");
}

#define FAKE "run --layout-folder fake "

INSTANTIATE_TEST_SUITE_P(
    All, BadInputTest,
    ::testing::Values(
        BadInput{"no_command", "", "subcommand"},
        BadInput{"unknown_command", "measure",
                 "unknown command 'measure'; there are run, count, report, compare, inspect, "
                 "doctor, list"},
        BadInput{"unknown_option", "run --fast", "--fast"},
        BadInput{"preset", FAKE "2008", "did you mean 2007?"},
        BadInput{"workload", FAKE "-w select_50", "did you mean select_500"},
        BadInput{"workload_far", FAKE "-w xyz", "there are open_close"},
        BadInput{"axis", FAKE "-w select_500+fd=5", "unknown axis 'fd'"},
        BadInput{"axis_of_another", FAKE "-w open_close+fds=5", "for select alone"},
        BadInput{"variant", FAKE "-v cal", "did you mean call"},
        BadInput{"variant_far", FAKE "-v zzzzzzzzzz", "there are none"},
        BadInput{"sled_zero", FAKE "-v sled_cold:0", "from 1 to 16384"},
        BadInput{"sled_negative", FAKE "-v sled_cold:-5", "from 1 to 16384"},
        BadInput{"sled_huge", FAKE "-v sled_cold:99999999999", "from 1 to 16384"},
        BadInput{"sled_word", FAKE "-v sled_cold:many", "from 1 to 16384"},
        BadInput{"sled_empty", FAKE "-v sled_cold:", "from 1 to 16384"},
        BadInput{"sled_not_built", FAKE "-v sled_cold:300", "is not a build folder"},
        BadInput{"budget_zero", FAKE "--budget 0", "more than 0"},
        BadInput{"budget_negative", FAKE "--budget=-5s", "more than 0"},
        BadInput{"budget_huge", FAKE "--budget 1e300h", "at most 24h"},
        BadInput{"budget_word", FAKE "--budget soon", "as in 20s"},
        BadInput{"budget_nan", FAKE "--budget nan", "as in 20s"},
        BadInput{"budget_inf", FAKE "--budget inf", "as in 20s"},
        BadInput{"layouts_zero", FAKE "--layouts 0", "from 1 to 4096"},
        BadInput{"layouts_negative", FAKE "--layouts=-1", "from 1 to 4096"},
        BadInput{"layouts_huge", FAKE "--layouts 1000000", "from 1 to 4096"},
        BadInput{"layouts_word", FAKE "--layouts some", "from 1 to 4096"},
        BadInput{"layouts_fraction", FAKE "--layouts 1.5", "from 1 to 4096"},
        BadInput{"layouts_more_than_built", FAKE "-v call --layouts 3", "is not a build folder"},
        BadInput{"target_zero", FAKE "--target 0", "from 0.01 to 100"},
        BadInput{"target_word", FAKE "--target some", "from 0.01 to 100"},
        BadInput{"target_and_layouts", FAKE "--target 1% --layouts 2", "leave --layouts out"},
        BadInput{"dose_and_target", FAKE "--dose --target 1%", "leave --target out"},
        BadInput{"dose_and_preset", FAKE "2007 --dose", "leave the preset '2007' out"},
        BadInput{"dose_of_none", FAKE "--dose -v none", "no marker to multiply"},
        BadInput{"dose_not_built", FAKE "--dose -w select_500 -v branch", "is not a build folder"},
        BadInput{"event", FAKE "-w select_500 -v call -e cycels", "did you mean cycles"},
        BadInput{"event_not_here", FAKE "-w select_500 -v call -e cycles",
                 "event 'cycles': no PMU (ENOENT)"},
        BadInput{"event_empty", FAKE "-w select_500 -v call -e ''", "event"},
        BadInput{"event_twice_in_one", FAKE "-w select_500 -v call -e cycles,branches",
                 "'cycles,branches'"},
        BadInput{"patched_form", FAKE "-v call@jmp", "did you mean jump"},
        BadInput{"patched_call", FAKE "-v call@jump", "only sites that are NOPs"},
        BadInput{"state", FAKE "--state enalbed", "did you mean enabled?"},
        BadInput{"state_and_dose", FAKE "--dose --state enabled", "leave --dose out"},
        BadInput{"state_and_target", FAKE "--state enabled --target 1%", "leave --target out"},
        BadInput{"enabled_form", FAKE "-v call@emty", "did you mean empty?"},
        BadInput{"enabled_form_of_another", FAKE "-w select_500 -v call@saved",
                 "call has no such form; there are empty, counter"},
        BadInput{"cannot_be_enabled", FAKE "-w select_500 --state enabled -v sled_cold:750",
                 "'sled_cold:750' cannot be switched on: nothing to switch"},
        BadInput{"seed", FAKE "--seed abc", "--seed"}, BadInput{"fds", FAKE "--fds 0", "--fds"},
        BadInput{"no_layouts", "run --layout-folder empty_folder", "./dev build"},
        BadInput{"no_layout_folder", "run --layout-folder nowhere", "./dev build"},
        BadInput{"output_exists", FAKE "-w select_500 -v call --budget 1s -o old.jsonl", "exists"},
        BadInput{"output_unwritable", FAKE "-w select_500 -v call -o no/such/folder/x.jsonl",
                 "no/such"},
        BadInput{"output_is_folder", FAKE "-w select_500 -v call -o fake", "fake"},
        BadInput{"output_full", FAKE "-w select_500 -v call --budget 1s -o /dev/full", "/dev/full"},
        BadInput{"fds_without_select", FAKE "-w open_close --fds x", "--fds"},
        BadInput{"fds_twice", FAKE "--fds 32 -w select_500+fds=64", "--fds is given too"},
        BadInput{"axis_twice", FAKE "-w select_500+fds=1+fds=2", "twice"},
        BadInput{"empty_layouts", FAKE "--layouts \"\"", "from 1 to 4096"},
        BadInput{"empty_seed", FAKE "--seed \"\"", "--seed"},
        BadInput{"newline_in_a_name", "run \"$(printf '20\\n07')\"", "unknown preset"},
        BadInput{"control_in_a_name", "report \"$(printf 'no\\033[31msuch')\"", "cannot be read"},
        BadInput{"report_no_name", "report \"\"", "empty"},
        BadInput{"standard_output_full", "list --layout-folder fake >/dev/full", "standard output"},
        BadInput{"report_format", "report old.jsonl --format jsn", "did you mean json?"},
        BadInput{"report_no_file", "report", "file"},
        BadInput{"report_missing", "report missing.jsonl", "missing.jsonl"},
        BadInput{"report_folder", "report fake", "fake"},
        BadInput{"report_empty", "report empty", "empty"},
        BadInput{"report_other", "report other.json", "other.json"},
        BadInput{"report_newer", "report newer.jsonl", "tracetoll.samples/2"},
        BadInput{"report_garbage", "report $TOOL", "tracetoll"},
        BadInput{"doctor_format", "doctor --no-aa --format jsn", "did you mean json?"},
        BadInput{"doctor_format_of_report", "doctor --no-aa --format csv", "unknown format 'csv'"},
        BadInput{"doctor_argument", "doctor --no-aa x", "x"},
        BadInput{"compare_no_file", "compare", "old"},
        BadInput{"compare_one_file", "compare old.jsonl", "new"},
        BadInput{"compare_three_files", "compare a b c", "c"},
        BadInput{"compare_no_name", "compare \"\" old.jsonl", "empty"},
        BadInput{"compare_format", "compare old.jsonl old.jsonl --format jsn",
                 "did you mean json?"},
        BadInput{"compare_format_of_report", "compare old.jsonl old.jsonl --format csv",
                 "unknown format 'csv'"},
        BadInput{"compare_on", "compare old.jsonl old.jsonl --on effects", "did you mean effect?"},
        BadInput{"compare_threshold_word", "compare old.jsonl old.jsonl --threshold some",
                 "--threshold 'some': give a percentage from 0 to 1000"},
        BadInput{"compare_threshold_negative", "compare old.jsonl old.jsonl --threshold=-1",
                 "from 0 to 1000"},
        BadInput{"compare_threshold_nan", "compare old.jsonl old.jsonl --threshold nan",
                 "from 0 to 1000"},
        BadInput{"compare_threshold_huge", "compare old.jsonl old.jsonl --threshold 1001%",
                 "from 0 to 1000"},
        BadInput{"compare_missing", "compare missing.jsonl old.jsonl", "missing.jsonl"},
        BadInput{"compare_folder", "compare fake fake", "fake"},
        BadInput{"compare_empty", "compare empty empty", "empty"},
        BadInput{"compare_other", "compare other.json other.json", "other.json"},
        BadInput{"compare_newer", "compare newer.jsonl newer.jsonl", "tracetoll.samples/2"},
        BadInput{"compare_garbage", "compare $TOOL $TOOL", "tracetoll"}),
    [](const ::testing::TestParamInfo<BadInput>& info) { return info.param.name; });

}  // namespace
}  // namespace tracetoll::testing
