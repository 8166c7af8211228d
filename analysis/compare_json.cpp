// The comparison as one strict JSON document, "tracetoll.compare/1".
//
// Effects are in percent of `none`, their changes in points; times in nanoseconds, their changes in
// percent of OLD. A missing figure is null, with "unavailable" beside it. "regression" at the top
// is the verdict: on effects, times or both, as "on" says; each change has its own beside that.

#include <nlohmann/json.hpp>

#include "compare.hpp"
#include "samples_json.hpp"

namespace tracetoll {

namespace {

using Json = nlohmann::ordered_json;

// `unit` is the key of the figure.
Json estimate_json(const Estimate& estimate, const char* unit) {
  const auto& interval = estimate.interval;
  Json json;
  json[unit] = interval ? Json(interval->value) : Json(nullptr);
  json["low"] = interval ? Json(interval->low) : Json(nullptr);
  json["high"] = interval ? Json(interval->high) : Json(nullptr);
  json["level"] = interval ? Json(estimate.level) : Json(nullptr);
  if (!interval) json["unavailable"] = estimate.reason;
  return json;
}

// Of one run.
Json figure_json(const Estimate& estimate, const char* unit) {
  Json json = estimate_json(estimate, unit);
  json["layouts"] = estimate.n;
  json["layout_sd"] = estimate.interval ? Json(estimate.layouts.sd) : Json(nullptr);
  return json;
}

Json change_json(const Change& change, const char* unit, const char* unit_of_change) {
  Json json;
  json["old"] = figure_json(change.before, unit);
  json["new"] = figure_json(change.after, unit);
  json["change"] = estimate_json(change.change, unit_of_change);
  json["change"]["p"] = change.p_value ? Json(*change.p_value) : Json(nullptr);
  json["change"]["resolved"] = change.change.resolved();
  json["change"]["regression"] = change.regression;
  return json;
}

Json workload_json(const WorkloadComparison& workload) {
  Json json;
  json["name"] = workload.name;
  json["operation"] = workload.operation;
  json["variants"] = Json::array();
  for (const auto& variant : workload.variants) {
    Json one;
    one["name"] = variant.name;
    if (variant.effect) one["effect"] = change_json(*variant.effect, "percent", "points");
    one["time"] = change_json(variant.time, "ns_per_op", "percent");
    json["variants"].push_back(std::move(one));
  }
  return json;
}

Json check_json(const Check& check) {
  Json json;
  json["ok"] = check.ok;
  if (!check.ok) json["reason"] = check.reason;
  return json;
}

Json run_json(const Report& report) {
  Json json;
  json["file"] = report.file;
  json["context"] = context_to_json(report.context);
  json["unreliable"] = report.unreliable();
  json["checks"]["aa"] = check_json(report.copies);
  json["checks"]["positive_control"] = check_json(report.dose);
  json["layouts"] = report.layouts;
  json["replicates"] = report.replicates;
  json["rounds"] = report.rounds;
  json["failures"] = report.failures.size();
  json["end"] = report.end.empty() ? Json(nullptr) : Json(report.end);
  json["notes"] = report.notes;
  return json;
}

Json tally_json(const Tally& tally) {
  return {{"compared", tally.compared},       {"slower", tally.slower},
          {"faster", tally.faster},           {"not_resolved", tally.unresolved},
          {"regressions", tally.regressions}, {"unavailable", tally.missing}};
}

const char* name_of(Judged judged) {
  switch (judged) {
    case Judged::kTime:
      return "time";
    case Judged::kBoth:
      return "both";
    case Judged::kEffect:
      break;
  }
  return "effect";
}

}  // namespace

std::string compare_json(const Comparison& comparison) {
  Json json;
  json["schema"] = "tracetoll.compare/1";
  json["unreliable"] = comparison.unreliable();
  json["regression"] = comparison.regression();
  json["on"] = name_of(comparison.options.judged);
  json["threshold"] = comparison.options.threshold;
  json["alpha"] = comparison.options.alpha;
  json["effects"] = tally_json(comparison.effects);
  json["times"] = tally_json(comparison.times);
  json["old"] = run_json(comparison.before);
  json["new"] = run_json(comparison.after);
  json["unlike"] = comparison.unlike;
  json["left_out"] = comparison.left_out;
  json["workloads"] = Json::array();
  for (const auto& workload : comparison.workloads) {
    json["workloads"].push_back(workload_json(workload));
  }
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tracetoll
