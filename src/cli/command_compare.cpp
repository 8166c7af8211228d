#include <fmt/format.h>

#include "arguments.hpp"
#include "command.hpp"
#include "compare.hpp"
#include "error.hpp"
#include "names.hpp"
#include "output.hpp"
#include "samples_file.hpp"

namespace tracetoll {
namespace {

using Printer = std::string (*)(const Comparison&);
constexpr Named<Printer> kFormats[] = {
    {"text", compare_text}, {"json", compare_json}, {"lkp", compare_lkp}};
constexpr Named<Judged> kJudged[] = {
    {"effect", Judged::kEffect}, {"time", Judged::kTime}, {"both", Judged::kBoth}};

Samples read_run(const std::string& file, std::vector<std::string>& notes) {
  if (file.empty()) throw InputError("compare: the name of a samples file is empty");
  Samples samples = read_samples(file, notes);
  for (const std::string& note : notes)
    print_error(fmt::format("tracetoll: note: {}: {}", file, note));
  return samples;
}

int exit_code(const Comparison& comparison) {
  if (comparison.unreliable()) return kExitUnreliable;
  return comparison.regression() ? kExitRegression : kExitDone;
}

}  // namespace

int command_compare(const CompareCommand& command) {
  const Printer print = find_named("format", command.format, kFormats);
  CompareOptions options;
  options.judged = find_named("--on", command.on, kJudged);
  options.threshold = parse_percent("--threshold", command.threshold);
  options.allow_unlike = command.allow_unlike;
  std::vector<std::string> notes_before, notes_after;
  const Samples before = read_run(command.before, notes_before);
  const Samples after = read_run(command.after, notes_after);
  Comparison comparison = make_comparison(before, after, options);
  comparison.before.file = command.before;
  comparison.before.notes = notes_before;
  comparison.after.file = command.after;
  comparison.after.notes = notes_after;
  print_output(print(comparison));
  return exit_code(comparison);
}

}  // namespace tracetoll
