// The report that a person reads first. From the answer down to the fine print: what makes it
// unreliable, the table of the post, one sentence a workload, causes, the reading of 2007, checks,
// what is missing, where it came from.

#include <fmt/format.h>

#include <set>

#include "report.hpp"
#include "text_causes.hpp"
#include "text_checks.hpp"
#include "text_format.hpp"
#include "text_run.hpp"
#include "text_table.hpp"
#include "text_verdict.hpp"

namespace tracetoll {

namespace {

std::string title(const Report& report) {
  return wrap(text_machine(report.context), "", "  ") + wrap(text_size(report), "", "  ");
}

std::string section(const std::string& heading, const std::string& body) {
  return body.empty() ? "" : "\n" + wrap(heading, "", "  ") + body;
}

std::string tables(const Report& report) {
  std::string result;
  for (const auto& workloads : tables_of(report)) {
    result += (result.empty() ? "" : "\n") + text_table(workloads);
  }
  return section(
      fmt::format("CPU time of one operation, and slow-down against `none` with its {:g} "
                  "% interval across layouts",
                  100 * report.level),
      result.empty() ? "  nothing was measured\n" : "\n" + result);
}

std::string verdicts(const Report& report) {
  std::string result;
  for (const auto& workload : report.workloads) result += wrap(verdict(workload), "  ", "    ");
  return section(report.unreliable() ? "Verdict (UNRELIABLE, see the top)" : "Verdict", result);
}

std::string causes(const Report& report) {
  std::string result;
  std::set<std::string> shown;
  for (const auto& workload : report.workloads) {
    const auto body = text_causes(workload, shown);
    if (!body.empty()) result += "\n" + body;
  }
  return section(
      "Causes, in percent of `none` (points). Within each layout they add up to the effect of call "
      "exactly; their trimmed means need not. icache: each site's block is as long as that of "
      "call.",
      result);
}

std::string fine_print(const Report& report) {
  std::string result = "\n";
  if (report.intervals > 1) {
    result +=
        wrap(fmt::format(
                 "The {} intervals are of {:g} % each, not adjusted for their number: if nothing "
                 "had any effect, about {:.1f} of them would exclude 0.",
                 report.intervals, 100 * report.level, report.intervals * (1 - report.level)),
             "", "");
  }
  result +=
      wrap(fmt::format("seed {}{}{}{}", report.context.seed,
                       report.context.started.empty() ? "" : "; started ", report.context.started,
                       report.file.empty() ? "" : "; samples in " + report.file),
           "", "  ");
  return result;
}

}  // namespace

std::string report_text(const Report& report) {
  return text_unreliable(report) + title(report) + tables(report) + verdicts(report) +
         causes(report) +
         section(
             "The reading of 2007: of the slow-down, what 750 bytes of NOPs keep and what the call "
             "adds",
             text_reading(report)) +
         section("Checks", text_checks(report)) +
         section("Not measured, or odd", text_not_measured(report)) + fine_print(report);
}

}  // namespace tracetoll
