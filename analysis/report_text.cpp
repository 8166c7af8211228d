// The report that a person reads first. From the answer down to the fine print: what makes it
// unreliable, the table of the post, one sentence a workload, causes, the reading of 2007, checks,
// what is missing, where it came from.

#include <fmt/format.h>

#include <set>
#include <vector>

#include "report.hpp"
#include "target.hpp"
#include "text_causes.hpp"
#include "text_checks.hpp"
#include "text_counts.hpp"
#include "text_dose.hpp"
#include "text_enabled.hpp"
#include "text_format.hpp"
#include "text_layouts.hpp"
#include "text_patched.hpp"
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
      fmt::format("CPU time of one operation, and slow-down against `none` with its {:g} % {} "
                  "across layouts",
                  100 * report.rule.level,
                  report.rule.anytime ? "confidence sequence of the median" : "interval"),
      result.empty() ? "  nothing was measured\n" : "\n" + result);
}

std::string doses(const Report& report) {
  return section(
      fmt::format("Dose: what a copy of the marker costs, from many copies at one site, with its "
                  "{:g} % interval across layouts. The speed of the machine in that hour is in it, "
                  "which no interval within a run can know",
                  100 * report.rule.level),
      text_doses(report));
}

std::string verdicts(const Report& report) {
  if (is_dose_study(report)) return "";
  std::string result;
  for (const auto& workload : report.workloads) result += wrap(verdict(workload), "  ", "    ");
  return section(report.unreliable() ? "Verdict (UNRELIABLE, see the top)" : "Verdict", result);
}

std::string listed(const std::vector<std::string>& items) {
  return items.empty() ? "none" : fmt::format("{}", fmt::join(items, ", "));
}

// What a run with a target ended with.
std::string target(const Report& report) {
  const double percent = report.context.target_percent;
  if (percent <= 0) return "";
  std::vector<std::string> smaller;
  std::vector<std::string> open;
  int resolved = 0;
  for (const auto& workload : report.workloads) {
    for (const auto& variant : workload.variants) {
      if (variant.name == kBaseline) continue;
      const auto name = fmt::format("{} of {}", variant.name, workload.context.name);
      const Decision decision = decide(variant.effect, percent);
      resolved += decision == Decision::kResolved ? 1 : 0;
      if (decision == Decision::kSmaller) smaller.push_back(name);
      if (decision == Decision::kOpen)
        open.push_back(variant.effect.interval
                           ? fmt::format("{} (from {:.2g} % on it would have been resolved)", name,
                                         smallest_resolvable(variant.effect))
                           : fmt::format("{} ({})", name, variant.effect.reason));
    }
  }
  const char* outcome = report.end == "target" ? "every effect is decided"
                        : !open.empty()        ? "not reached"
                                               : "every effect is decided, but the run's own "
                                                 "checks had too few layouts";
  return section(fmt::format("Target {:g} %: {}", percent, outcome),
                 wrap(fmt::format("told from 0: {}; smaller than the target: {}; open: {}",
                                  resolved, listed(smaller), listed(open)),
                      "  ", "    "));
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

std::string counts(const Report& report) {
  const auto table = text_counts(report);
  return section(table.empty() ? "Counts" : text_counts_heading(report), table + text_hits(report));
}

std::string enabled(const Report& report) {
  return section(
             fmt::format(
                 "Enabled: nanoseconds that a hit costs over the dormant site, with the {:g} % "
                 "interval across layouts. Each layout's own sites, dormant and on, in the same "
                 "rounds. `in all, of call`: what a hit costs over `none`, of that of call",
                 100 * report.rule.level),
             text_enabled(report)) +
         section(
             "Switching sites on and off: the median over processes with its exact sign-test "
             "interval",
             text_toggles(report));
}

std::string layouts(const Report& report) {
  std::string result;
  for (const auto& workloads : tables_of(report)) {
    const std::string table = text_layouts(workloads);
    if (!table.empty()) result += "\n" + table;
  }
  return section(
      "Layouts: SD and range of each effect over them, noise included, in points (what a "
      "measurement of one link alone may show), and the effect without the gated rounds",
      result);
}

std::string fine_print(const Report& report) {
  std::string result = "\n";
  if (report.intervals > 1) {
    result += wrap(
        fmt::format(
            "The {} intervals are of {:g} % each, not adjusted for their number: if nothing "
            "had any effect, about {:.1f} of them would exclude 0.",
            report.intervals, 100 * report.rule.level, report.intervals * (1 - report.rule.level)),
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
  return text_unreliable(report) + title(report) + doses(report) + tables(report) +
         enabled(report) + target(report) + verdicts(report) + causes(report) + counts(report) +
         section(
             "The reading of 2007: of the slow-down, what 750 bytes of NOPs keep and what the call "
             "adds",
             text_reading(report)) +
         section(
             "Patched in place (E2): the bytes of the sites changed in the running program, "
             "nop5@jump "
             "against nop5 and so on; the functions stay where they are. Over rounds, in these "
             "layouts: not what another link would show. Intervals by Holm's steps",
             text_patched(report)) +
         layouts(report) + section("Checks", text_checks(report)) +
         section("Not measured, or odd", text_not_measured(report)) + fine_print(report);
}

}  // namespace tracetoll
