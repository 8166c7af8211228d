// tracetoll: what a static marker costs while it is off, and why.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <new>
#include <sstream>

#include "command.hpp"
#include "error.hpp"
#include "layouts.hpp"
#include "names.hpp"
#include "output.hpp"
#include "version.hpp"

namespace tracetoll {
namespace {

void add_layout_folder(CLI::App& command, std::string& folder) {
  command.add_option("--layout-folder", folder, "where the layout executables are")
      ->type_name("DIR");
}

// What is run, or counted, and for how long.
void add_selection(CLI::App& command, RunOptions& options) {
  command
      .add_option("--workload,-w", options.workloads,
                  "a workload instead of the preset's, with its axes: select_500.pure+fds=64")
      ->type_name("W")
      ->allow_extra_args(false);
  command.add_option("--variant,-v", options.variants, "a variant instead of the preset's")
      ->type_name("V")
      ->allow_extra_args(false);
  command.add_option("--budget", options.budget, "time for all of it (default 60s)")
      ->type_name("TIME");
  command.add_option("--fds", options.fds, "descriptors of the select workloads (default 500)")
      ->type_name("N");
  add_layout_folder(command, options.layout_folder);
}

void add_run(CLI::App& app, RunOptions& options) {
  CLI::App* run = app.add_subcommand("run", "measure, and print the report");
  run->add_option("preset", options.preset, "standard (default), 2007 or patched")
      ->type_name("PRESET");
  add_selection(*run, options);
  run->add_option("--event,-e", options.events,
                  "an event to count instead of the usual ones; the run ends with exit code 2 if "
                  "it cannot be counted here")
      ->type_name("NAME")
      ->allow_extra_args(false);
  run->add_option("--layouts", options.layouts, "how many layouts to use (default 16)")
      ->type_name("K");
  run->add_option("--target", options.target,
                  "end as soon as each effect is told from 0 or shown to be smaller than this, as "
                  "in 0.5%; takes as many layouts as it needs")
      ->type_name("P%");
  run->add_option(
         "--state", options.state,
         "dormant (default), or enabled: each variant also with its sites switched on, and "
         "what a hit costs then")
      ->type_name("STATE");
  run->add_flag("--dose", options.dose,
                "put 1, 4, 16, 64 and 256 copies of a marker at one site, and report its "
                "nanoseconds a copy (default nop5 in empty_loop and leaf_loop)");
  run->add_flag("--no-count", options.no_count,
                "leave the exact counts out, which take at most a quarter of the budget");
  run->add_option("--seed", options.seed, "of the schedule; drawn and reported when not given")
      ->type_name("N");
  run->add_option("-o,--output", options.output,
                  "samples file, which must not exist (default tracetoll-<time>.jsonl)")
      ->type_name("FILE");
}

void add_count(CLI::App& app, CountOptions& options) {
  CLI::App* count = app.add_subcommand(
      "count",
      "what an operation of the preset 'standard' executes, counted exactly under Valgrind; needs "
      "no PMU");
  add_selection(*count, options.run);
  count
      ->add_option("--layout", options.layout,
                   "which layout is run (default 1; exact counts are the same in all)")
      ->type_name("N");
  count->add_option("--format,-f", options.format, "text (default) or json")->type_name("FORMAT");
}

void add_report(CLI::App& app, ReportOptions& options) {
  CLI::App* report = app.add_subcommand("report", "the report of a samples file");
  report->add_option("file", options.file, "samples file of a run")->required()->type_name("FILE");
  report
      ->add_option("--format,-f", options.format,
                   "text (default), json, csv, perf-stat, perf-stat-csv or perf-stat-json")
      ->type_name("FORMAT");
}

void add_compare(CLI::App& app, CompareCommand& options) {
  CLI::App* compare = app.add_subcommand(
      "compare", "what changed between two runs; exit code 1 on a resolved regression");
  compare->add_option("old", options.before, "samples file of the older run")
      ->required()
      ->type_name("OLD");
  compare->add_option("new", options.after, "samples file of the newer run")
      ->required()
      ->type_name("NEW");
  compare
      ->add_option("--threshold", options.threshold,
                   "a regression is more than this: points of an effect, percent of a time "
                   "(default 0)")
      ->type_name("PERCENT");
  compare
      ->add_option("--on", options.on,
                   "what is judged: effect (default: against none, which cancels the machine's "
                   "speed), time or both")
      ->type_name("WHAT");
  compare->add_flag("--allow-unlike", options.allow_unlike,
                    "compare runs of unlike machines, compilers or workloads all the same");
  compare->add_option("--format,-f", options.format, "text (default), json or lkp")
      ->type_name("FORMAT");
}

void add_inspect(CLI::App& app, InspectCommand& options) {
  CLI::App* inspect = app.add_subcommand(
      "inspect",
      "the sites of any ELF file, and what they do to their functions; measures nothing");
  inspect->add_option("elf", options.file, "executable, shared object, .o, .ko or vmlinux")
      ->required()
      ->type_name("ELF");
  inspect
      ->add_option("--function", options.function,
                   "only this function, with or without sites: a name, its end after a '::', or "
                   "a pattern with * and ?")
      ->type_name("F");
  inspect
      ->add_option("--against", options.against,
                   "the same function in another build, which is taken for the one before")
      ->type_name("ELF");
  inspect->add_option("--as", options.as, "the function's name in that build, if it has another")
      ->type_name("F");
  inspect->add_flag("--listing", options.listing, "with --against: both side by side");
  inspect->add_flag("--arguments", options.arguments,
                    "where a probe would find the arguments of each site of patch_call and "
                    "patch_dwarf, and which are lost");
  inspect->add_flag("--suggest", options.suggest,
                    "with --arguments: only what to write so that none is lost");
  inspect->add_option("--top", options.top, "how many sites and functions (default 20; 0: all)")
      ->type_name("N");
  inspect->add_option("--format,-f", options.format, "text (default) or json")->type_name("FORMAT");
}

void add_doctor(CLI::App& app, DoctorOptions& options) {
  CLI::App* doctor = app.add_subcommand(
      "doctor", "what this machine can measure, what disturbs it, and what to do; changes nothing");
  doctor->add_flag("--no-aa", options.no_aa, "leave out the 3 s that show the noise");
  doctor->add_option("--format,-f", options.format, "text (default) or json")->type_name("FORMAT");
  add_layout_folder(*doctor, options.layout_folder);
}

// CLI11 would say that a command is missing.
void check_command(int argc, char** argv) {
  const std::vector<std::string> commands = {"run",     "count",  "report", "compare",
                                             "inspect", "doctor", "list"};
  if (argc < 2 || argv[1][0] == '-') return;
  if (std::ranges::find(commands, argv[1]) == commands.end())
    throw InputError(unknown_name("command", argv[1], commands));
}

int run(int argc, char** argv) {
  check_command(argc, argv);
  CLI::App app("What a static marker costs while it is off, and why.", "tracetoll");
  app.set_version_flag("--version", kVersion);
  app.require_subcommand(1);
  RunOptions run_options;
  CountOptions count_options;
  ReportOptions report_options;
  CompareCommand compare_options;
  InspectCommand inspect_options;
  DoctorOptions doctor_options;
  ListOptions list_options;
  run_options.command.assign(argv, argv + argc);
  run_options.layout_folder = count_options.run.layout_folder = list_options.layout_folder =
      doctor_options.layout_folder = default_layout_folder();
  add_run(app, run_options);
  add_count(app, count_options);
  add_report(app, report_options);
  add_compare(app, compare_options);
  add_inspect(app, inspect_options);
  add_doctor(app, doctor_options);
  CLI::App* list = app.add_subcommand("list", "workloads, variants, presets and layouts");
  add_layout_folder(*list, list_options.layout_folder);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& wanted) {
    std::ostringstream help;
    const int code = app.exit(wanted, help, help);
    print_output(help.str());
    return code;
  } catch (const CLI::ParseError& error) {
    throw InputError(fmt::format("{}; see 'tracetoll --help'", error.what()));
  }
  if (app.got_subcommand("run")) return command_run(run_options);
  if (app.got_subcommand("count")) return command_count(count_options);
  if (app.got_subcommand("report")) return command_report(report_options);
  if (app.got_subcommand("compare")) return command_compare(compare_options);
  if (app.got_subcommand("inspect")) return command_inspect(inspect_options);
  if (app.got_subcommand("doctor")) return command_doctor(doctor_options);
  return command_list(list_options);
}

}  // namespace
}  // namespace tracetoll

int main(int argc, char** argv) {
  tracetoll::prepare_standard_streams();
  try {
    return tracetoll::run(argc, argv);
  } catch (const std::bad_alloc&) {
    tracetoll::print_error("tracetoll: out of memory");
  } catch (const std::exception& error) {
    tracetoll::print_error(std::string("tracetoll: ") + error.what());
  }
  return tracetoll::kExitUsage;
}
