// The report as one strict JSON document, "tracetoll.report/1" (docs: the contract of the design).
//
// Absence: a missing figure is null with "unavailable" beside it, or an object {"unavailable": why}
// where a counter would be. Shares are fractions of the effect of `call` (0.39 is 39 %).

#include <nlohmann/json.hpp>

#include "json_parts.hpp"
#include "report.hpp"
#include "report_counts_json.hpp"
#include "report_enabled_json.hpp"
#include "samples_json.hpp"
#include "target.hpp"

namespace tracetoll {

namespace {

using json_parts::number;
using json_parts::put_interval;
using json_parts::put_share;
using Json = nlohmann::ordered_json;

Json effect(const Estimate& estimate) {
  Json json;
  put_interval(json, estimate);
  return json;
}

// Rounds that met each gate; null where the run did not take that figure.
Json gates_json(const GateCounts& gates) {
  const auto count = [](const std::optional<int>& of) { return of ? Json(*of) : Json(nullptr); };
  return {{"rounds", gates.rounds},      {"gated", gates.gated},
          {"switch", gates.switches},    {"migration", gates.migrations},
          {"steal", count(gates.steal)}, {"frequency", count(gates.frequency)}};
}

const char* decision_name(Decision decision) {
  if (decision == Decision::kResolved) return "resolved";
  return decision == Decision::kSmaller ? "smaller" : "open";
}

Json variant_json(const VariantReport& variant, double target_percent) {
  Json json;
  json["name"] = variant.name;
  json["ns_per_op"] = number(variant.ns_per_op);
  json["wall_ns_per_op"] = number(variant.wall_ns_per_op);
  json["effect"] = effect(variant.effect);
  json["smallest_resolvable_percent"] =
      variant.effect.interval ? Json(smallest_resolvable(variant.effect)) : Json(nullptr);
  if (target_percent > 0) json["decision"] = decision_name(decide(variant.effect, target_percent));
  json["wall_effect"] = effect(variant.wall_effect);
  json["effect_without_gated_rounds"] = effect(variant.passed_effect);
  json["layouts"] = variant.effect.n;
  json["rounds"] = variant.rounds;
  const bool known = variant.effect.interval.has_value();
  const Spread& spread = variant.effect.layouts;
  json["layout_sd_percent"] = known ? Json(spread.sd) : Json(nullptr);
  json["layout_range_percent"] = known ? Json::array({spread.low, spread.high}) : Json(nullptr);
  if (variant.sites_hit_per_op) json["sites_hit_per_op"] = *variant.sites_hit_per_op;
  json["counters"] = counters_json(variant);
  if (variant.slots) json["top_down"] = top_down_json(*variant.slots);
  return json;
}

Json cause_json(const Cause& cause) {
  Json json;
  json["name"] = cause.name;
  put_interval(json, cause.points);
  put_share(json, "share_of_call", cause.share_of_call);
  json["layouts"] = cause.points.n;
  json["evidence"] = cause.evidence;
  if (!cause.exact.empty() || !cause.measured.empty()) json["counts"] = cause_counts_json(cause);
  if (!cause.contradiction.empty()) {
    json["contradiction"] = cause.contradiction;
    json["contradicted_by"] = cause.contradicted_by;
  }
  return json;
}

Json reading_json(const Reading2007& reading) {
  Json json;
  json["kept_by_nops"] = effect(reading.kept);
  put_share(json["kept_by_nops"], "share_of_call", reading.kept_share);
  json["only_the_call"] = effect(reading.added);
  put_share(json["only_the_call"], "share_of_call", reading.added_share);
  return json;
}

Json workload_json(const Context& context, const WorkloadReport& workload) {
  Json json;
  json["name"] = workload.context.name;
  json["unit"] = "ns";
  json["operation"] = workload.context.operation;
  json["note"] = workload.context.note;
  json["rounds"] = workload.rounds;
  json["gates"] = gates_json(workload.gates);
  json["round_autocorrelation"] = number(workload.autocorrelation);
  json["irregular"] = workload.irregular;
  json["variants"] = Json::array();
  for (const auto& variant : workload.variants)
    json["variants"].push_back(variant_json(variant, context.target_percent));
  json["exact"] = exact_json(context.exact, workload);
  json["site_hits"] = hits_json(workload);
  json["causes"] = Json::array();
  for (const auto& cause : workload.causes) json["causes"].push_back(cause_json(cause));
  json["reading_of_2007"] = reading_json(workload.reading);
  return json;
}

Json workload_check_json(const WorkloadCheck& check) {
  Json json;
  json["workload"] = check.workload;
  put_interval(json, check.estimate);
  json["level"] = check.estimate.level;
  json["ok"] = check.ok;
  if (!check.ok) json["reason"] = check.reason;
  return json;
}

// The figures of the worst workload, and all of them below.
Json check_json(const Check& check) {
  Json json;
  if (check.worst >= 0) {
    json = workload_check_json(check.workloads[static_cast<std::size_t>(check.worst)]);
  } else {
    put_interval(json, Estimate{0, kDefaultLevel, {}, {}, check.reason});
    json["workload"] = nullptr;
  }
  json["ok"] = check.ok;
  if (!check.ok) json["reason"] = check.reason;
  json["workloads"] = Json::array();
  for (const auto& one : check.workloads) json["workloads"].push_back(workload_check_json(one));
  return json;
}

Json ns_json(const Estimate& estimate) {
  Json json;
  put_interval(json, estimate, "ns");
  json["level"] = estimate.level;
  json["layouts"] = estimate.n;
  return json;
}

Json dose_json(const DoseEffect& dose) {
  Json json;
  json["workload"] = dose.workload;
  json["variant"] = dose.variant;
  json["passes_per_op"] = dose.hits_per_op;
  json["ns_per_copy"] = ns_json(dose.line.slope);
  json["line_holds_to"] = dose.line.slope.interval ? Json(dose.line.fitted) : Json(nullptr);
  json["knee"] = dose.line.knee ? Json(*dose.line.knee) : Json(nullptr);
  json["departure"] = ns_json(dose.line.departure);
  if (!dose.line.reason.empty()) json["unavailable"] = dose.line.reason;
  json["points"] = Json::array();
  for (const auto& [copies, ns] : dose.points) {
    Json point = {{"copies", copies}};
    point.update(ns_json(ns));
    point["ns_per_copy_from_dose_before"] = ns_json(dose.steps.at(copies));
    json["points"].push_back(std::move(point));
  }
  return json;
}

// E2: of single layouts, never part of the effects above.
Json patched_json(const PatchedEffect& patched) {
  Json json;
  json["workload"] = patched.workload;
  json["variant"] = patched.variant;
  json["against"] = patched.built;
  put_interval(json, patched.effect);
  json["level"] = patched.effect.level;
  json["rounds"] = patched.rounds;
  json["rounds_after_merging"] = patched.effect.n;
  json["layouts"] = Json::array();
  for (const auto& one : patched.layouts) {
    Json layout = {{"layout", one.layout}};
    put_interval(layout, one.effect);
    layout["rounds_after_merging"] = one.effect.n;
    json["layouts"].push_back(std::move(layout));
  }
  return json;
}

Json bad_replicate_json(const BadReplicate& bad) {
  return {{"replicate", bad.replicate},
          {"layout", bad.layout},
          {"workload", bad.workload},
          {"variant", bad.variant},
          {"factor", bad.factor}};
}

}  // namespace

std::string report_json(const Report& report) {
  Json json;
  json["schema"] = "tracetoll.report/1";
  json["context"] = context_to_json(report.context);
  json["unreliable"] = report.unreliable();
  json["checks"]["aa"] = check_json(report.copies);
  json["checks"]["positive_control"] = check_json(report.dose);
  json["checks"]["positive_control"]["expected_percent"] = kDosePercent;
  json["level"] = report.rule.level;
  json["rule"] = report.rule.anytime ? "median, confidence sequence" : "trimmed mean, Yuen x 1.1";
  if (report.context.target_percent > 0)
    json["target"] = {{"percent", report.context.target_percent},
                      {"reached", report.end == "target"}};
  json["intervals"] = report.intervals;
  json["layouts"] = report.layouts;
  json["replicates"] = report.replicates;
  json["rounds"] = report.rounds;
  json["gates"] = gates_json(report.gates);
  json["end"] = report.end.empty() ? Json(nullptr) : Json(report.end);
  json["elapsed_seconds"] = report.end.empty() ? Json(nullptr) : Json(report.elapsed_seconds);
  json["workloads"] = Json::array();
  for (const auto& workload : report.workloads) {
    json["workloads"].push_back(workload_json(report.context, workload));
  }
  json["doses"] = Json::array();
  for (const auto& dose : report.doses) json["doses"].push_back(dose_json(dose));
  json["patched"] = Json::array();
  for (const auto& patched : report.patched) json["patched"].push_back(patched_json(patched));
  if (report.context.enabled || !report.enabled.empty()) {
    json["enabled"] = enabled_json(report);
    json["toggles"] = toggles_json(report);
  }
  json["failures"] = Json::array();
  for (const auto& failure : report.failures) {
    json["failures"].push_back(failure_to_json(failure));
  }
  json["bad_replicates"] = Json::array();
  for (const auto& bad : report.bad_replicates) {
    json["bad_replicates"].push_back(bad_replicate_json(bad));
  }
  json["file"] = report.file;
  json["notes"] = report.notes;
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tracetoll
