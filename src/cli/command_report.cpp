#include "command.hpp"
#include "error.hpp"
#include "names.hpp"
#include "output.hpp"
#include "report.hpp"
#include "samples_file.hpp"

namespace tracetoll {
namespace {

using Printer = std::string (*)(const Report&);

constexpr Named<Printer> kFormats[] = {{"text", report_text},
                                       {"json", report_json},
                                       {"csv", report_csv},
                                       {"perf-stat", report_perf_stat},
                                       {"perf-stat-csv", report_perf_stat_csv},
                                       {"perf-stat-json", report_perf_stat_json}};

}  // namespace

int command_report(const ReportOptions& options) {
  const Printer print = find_named("format", options.format, kFormats);
  if (options.file.empty()) throw InputError("report: the name of the samples file is empty");
  std::vector<std::string> notes;
  const Samples samples = read_samples(options.file, notes);
  for (const std::string& note : notes) print_error("tracetoll: note: " + note);
  Report report = make_report(samples);
  report.file = options.file;
  report.notes = notes;
  print_output(print(report));
  return kExitDone;
}

}  // namespace tracetoll
