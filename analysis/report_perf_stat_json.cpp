// The report as `perf stat -j` prints counts, one JSON object a line and event of a variant. First
// perf's members, as of perf 6.1, in its order and its types:
//
//   "counter-value"  a string, "1234.560000" or "<not supported>"
//   "unit"           "msec" or ""
//   "event"
//   "variance"       a number, or null where it is not known
//   "event-runtime"  ns
//   "pcnt-running"
//   "metric-value"   null where perf 6.1 prints 0.000000
//   "metric-unit"    "" where perf 6.1 prints "" or "(null)"
//
// Then ours, in its style: "workload", "variant", "source", "operations", "blocks",
// "counter-per-op", "difference-per-op" with "-low" and "-high" (to `none`, null without an
// interval), the same
// "-per-hit" of a site where there are hits, and "reason" where something is missing.
// perf_stat_row.hpp says what each of perf's holds.
//
// Callgrind's counts follow each variant's: the event is "callgrind/loads/" or
// "callgrind-simulated/I1-misses/", the value and unit those of one operation ("per-op"), and what
// a count has not (variance, run time, interval) is null.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "perf_stat_row.hpp"

namespace tracetoll {

namespace {

using Json = nlohmann::ordered_json;

Json number(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

void put_names(Json& json, const WorkloadReport& workload, const VariantReport& variant) {
  json["workload"] = workload.context.name;
  json["variant"] = variant.name;
}

void put_estimate(Json& json, const std::string& key, const Estimate& estimate) {
  const auto& interval = estimate.interval;
  json[key] = interval ? Json(interval->value) : Json(nullptr);
  json[key + "-low"] = interval ? Json(interval->low) : Json(nullptr);
  json[key + "-high"] = interval ? Json(interval->high) : Json(nullptr);
}

// As perf, a whole number; what a file can claim beyond 64 bits is no run time.
constexpr double kMostNs = 9e18;

std::string counter_value(const PerfStatRow& row) {
  return row.missing.empty() ? fmt::format("{:.6f}", row.value) : row.missing;
}

Json measured_json(const WorkloadReport& workload, const VariantReport& variant,
                   const PerfStatRow& row) {
  const CounterFigure& figure = *row.figure;
  Json json;
  json["counter-value"] = counter_value(row);
  json["unit"] = row.unit;
  json["event"] = row.event;
  json["variance"] = row.missing.empty() ? number(figure.error_percent) : Json(0.0);
  json["event-runtime"] = std::llround(std::min(figure.cpu_ns, kMostNs));
  json["pcnt-running"] = row.running_percent();
  json["metric-value"] = row.metric ? Json(row.metric->value) : Json(nullptr);
  json["metric-unit"] = row.metric ? row.metric->unit : "";
  put_names(json, workload, variant);
  json["source"] = figure.source;
  if (!figure.per_op) {
    json["reason"] = figure.reason;
    return json;
  }
  json["operations"] = figure.operations;
  json["blocks"] = figure.blocks;
  json["counter-per-op"] = *figure.per_op;
  if (!figure.lost.empty()) json["lost"] = figure.lost;
  if (variant.name == kBaseline) return json;
  put_estimate(json, "difference-per-op", figure.difference);
  if (figure.per_site) put_estimate(json, "difference-per-hit", *figure.per_site);
  if (!figure.difference.interval) json["reason"] = figure.difference.reason;
  return json;
}

Json exact_json(const WorkloadReport& workload, const VariantReport& variant,
                const std::string& event, const ExactFigure& figure) {
  Json json;
  json["counter-value"] = figure.per_op ? fmt::format("{:.6f}", *figure.per_op) : "<not counted>";
  json["unit"] = "per-op";
  json["event"] = fmt::format("callgrind{}/{}/", figure.simulated ? "-simulated" : "", event);
  for (const char* key : {"variance", "event-runtime", "pcnt-running", "metric-value"})
    json[key] = nullptr;
  json["metric-unit"] = "";
  put_names(json, workload, variant);
  json["source"] = figure.source();
  json["simulated"] = figure.simulated;
  if (!figure.per_op) {
    json["reason"] = figure.reason;
    return json;
  }
  json["counter-per-op"] = *figure.per_op;
  if (!figure.simulated) json["difference-per-op"] = number(figure.difference);
  if (figure.per_site) json["difference-per-hit"] = *figure.per_site;
  return json;
}

std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string report_perf_stat_json(const Report& report) {
  std::string result;
  for (const auto& workload : report.workloads) {
    for (const auto& variant : workload.variants) {
      for (const auto& row : perf_stat_rows(variant))
        result += line_of(measured_json(workload, variant, row));
      for (const auto& [event, figure] : variant.exact)
        result += line_of(exact_json(workload, variant, event, figure));
    }
  }
  return result;
}

}  // namespace tracetoll
