// One event of one variant as `perf stat` would show it: what its three formats share.
//
// After perf 6.1 (Debian 12), tried there. What is perf's and what is ours, field by field:
//
//   value        sum over all blocks of the variant; "task-clock" in msec. "<not supported>": this
//                machine does not have the event; "<not counted>": it has, and no block does
//   unit         "msec" of task-clock, else nothing
//   event        ":u" behind hardware events without modifiers (event_names.hpp)
//   variance     as of `perf stat -r`: standard error of the mean over runs, in percent of it; a
//                run is a process here, and events are taken per operation, since a process runs
//                as many rounds as fit
//   run time     ns of thread CPU time of the blocks that have the event; 0 where there is no count
//   running      percent of the variant's CPU time in which the event was counted: under 100 where
//                groups took turns or blocks were lost. perf scales its value up by that; here
//                nothing is scaled. 100.00 where there is no count, as perf has it
//   metric       CPUs utilized, GHz, insn per cycle, of all branches, else a rate over the run time
//                (perf divides by task-clock, which is the same but for what reading costs)
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report.hpp"

namespace tracetoll {

struct PerfStatRow {
  std::string event;    // as perf names it
  std::string missing;  // "<not supported>", "<not counted>", or empty
  double value = 0;
  std::string unit;
  struct Metric {
    double value = 0;
    int decimals = 3;
    std::string unit;  // "CPUs utilized", "K/sec", "of all branches" (percent)
  };
  std::optional<Metric> metric;
  const CounterFigure* figure = nullptr;  // of the variant, which must outlive this

  // "1234.56", "12": without thousands separators, whatever the locale.
  std::string value_text() const;
  double running_percent() const { return missing.empty() ? 100 * figure->share : 100; }
};

// In perf's order, task-clock and the other software events first, then hardware events by name.
std::vector<PerfStatRow> perf_stat_rows(const VariantReport& variant);

}  // namespace tracetoll
