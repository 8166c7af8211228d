#include "command.hpp"
#include "error.hpp"
#include "names.hpp"
#include "output.hpp"
#include "report.hpp"
#include "samples_file.hpp"

namespace tracetoll {
namespace {

using Printer = std::string (*)(const Report&);

struct Format {
  const char* name;
  Printer print;
};
constexpr Format kFormats[] = {{"text", report_text}, {"json", report_json}, {"csv", report_csv}};

Printer find_printer(const std::string& name) {
  std::vector<std::string> names;
  for (const Format& format : kFormats) {
    if (format.name == name) return format.print;
    names.emplace_back(format.name);
  }
  throw InputError(unknown_name("format", name, names));
}

}  // namespace

int command_report(const ReportOptions& options) {
  const Printer print = find_printer(options.format);
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
