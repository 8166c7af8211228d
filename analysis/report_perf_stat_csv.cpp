// The report as `perf stat -x,` prints counts of several runs, one line an event of a variant:
//
//   which,value,unit,event,variance%,run time,running,metric,unit of the metric
//   select_500/call,1234.56,msec,task-clock,0.42%,1234560000,100.00,0.990,CPUs utilized
//   select_500/call,<not supported>,,cycles:u,0.00%,0,100.00,,
//
// The nine fields of `perf stat -x, -r N -A` of perf 6.1, and in its order: the variance is before
// the run time, whatever perf-stat(1) says. The first is a "CPU0" there and WORKLOAD/VARIANT here.
// perf_stat_row.hpp says what each holds. The variance is empty where it is not known (one process,
// or no such event), 0.00% beside a missing count, as perf has it. Lines end in LF.
//
// perf does not quote, and its readers split at every comma. So a comma, a double quote, a percent
// sign and control characters in a name are written %2C and so on, as in a URL: nine fields always.
//
// Callgrind's counts have neither a total nor a run time: they are in the other formats.

#include <fmt/format.h>

#include "perf_stat_row.hpp"

namespace tracetoll {

namespace {

std::string encoded(const std::string& name) {
  std::string result;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool breaks = byte < 0x20 || byte >= 0x7f || c == ',' || c == '"' || c == '%';
    result += breaks ? fmt::format("%{:02X}", byte) : std::string(1, c);
  }
  return result;
}

std::string variance(const PerfStatRow& row) {
  if (!row.missing.empty()) return "0.00%";
  const auto& error = row.figure->error_percent;
  return error ? fmt::format("{:.2f}%", *error) : "";
}

std::string line_of(const std::string& which, const PerfStatRow& row) {
  const auto& metric = row.metric;
  return fmt::format("{},{},{},{},{},{:.0f},{:.2f},{},{}\n", which, row.value_text(), row.unit,
                     encoded(row.event), variance(row), row.figure->cpu_ns, row.running_percent(),
                     metric ? fmt::format("{:.{}f}", metric->value, metric->decimals) : "",
                     metric ? metric->unit : "");
}

}  // namespace

std::string report_perf_stat_csv(const Report& report) {
  std::string result;
  for (const auto& workload : report.workloads) {
    for (const auto& variant : workload.variants) {
      const auto which = encoded(workload.context.name) + "/" + encoded(variant.name);
      for (const auto& row : perf_stat_rows(variant)) result += line_of(which, row);
    }
  }
  return result;
}

}  // namespace tracetoll
