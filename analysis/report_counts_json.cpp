#include "report_counts_json.hpp"

#include "json_parts.hpp"

namespace tracetoll {

namespace {

using json_parts::number;
using json_parts::put_interval;
using Json = nlohmann::ordered_json;

Json estimate_json(const Estimate& estimate) {
  Json json;
  put_interval(json, estimate, "events");
  json["layouts"] = estimate.n;
  return json;
}

Json measured_json(const std::string& event, const CounterFigure& figure, bool is_baseline) {
  if (!figure.per_op) return {{"unavailable", figure.reason}};
  Json json = {{"per_op", *figure.per_op}, {"source", figure.source}};
  if (event == "task-clock") json["unit"] = "ns";
  json["total"] = figure.total;
  json["blocks"] = figure.blocks;
  json["operations"] = figure.operations;
  if (!figure.lost.empty()) json["lost"] = figure.lost;
  if (!is_baseline) json["difference"] = estimate_json(figure.difference);
  if (figure.per_site) json["per_hit"] = estimate_json(*figure.per_site);
  return json;
}

Json callgrind_json(const ExactFigure& figure) {
  if (!figure.per_op) return {{"unavailable", figure.reason}};
  Json json = {{"per_op", *figure.per_op}, {"source", figure.source()}};
  json[figure.simulated ? "simulated" : "exact"] = true;
  if (figure.difference) {
    json["difference"]["events"] = *figure.difference;
    const double baseline = *figure.per_op - *figure.difference;
    if (baseline > 0) json["difference"]["percent"] = 100 * *figure.difference / baseline;
  }
  if (figure.per_site) json["per_hit"]["events"] = *figure.per_site;
  return json;
}

// Callgrind's count under the name of a measured event, unless that was measured.
void put_callgrind(Json& json, const std::string& event, const ExactFigure& figure,
                   const CounterFigures& measured) {
  const auto found = measured.find(event);
  if (found == measured.end()) {
    json[event] = callgrind_json(figure);
  } else if (!found->second.per_op && figure.per_op) {
    json[event] = callgrind_json(figure);
    json[event]["measured_unavailable"] = found->second.reason;
  } else if (!found->second.per_op) {
    json[event] = {{"unavailable", found->second.reason + "; exact: " + figure.reason}};
  }
}

}  // namespace

Json counters_json(const VariantReport& variant) {
  Json json = Json::object();
  for (const auto& [event, figure] : variant.counters)
    json[event] = measured_json(event, figure, variant.name == kBaseline);
  for (const auto& [event, figure] : variant.exact) {
    const auto name = figure.simulated ? simulated_name(event) : event;
    put_callgrind(json, name, figure, variant.counters);
  }
  return json;
}

Json top_down_json(const TopDownResult& slots) {
  if (!slots.parts) return {{"unavailable", slots.reason}};
  Json json = {{"retiring", slots.parts->retiring},
               {"bad_speculation", slots.parts->bad_speculation},
               {"front_end", slots.parts->front_end},
               {"back_end", slots.parts->back_end}};
  if (slots.parts->other_thread != 0) json["other_thread"] = slots.parts->other_thread;
  return json;
}

Json exact_json(const CountStudy& study, const WorkloadReport& workload) {
  if (!workload.no_exact_counts.empty()) return {{"unavailable", workload.no_exact_counts}};
  Json json = {{"tool", study.tool}, {"layout", study.layout}, {"caches", study.caches}};
  json["variants"] = Json::object();
  for (const auto& variant : workload.variants) {
    Json& of = json["variants"][variant.name] = Json::object();
    for (const auto& [event, figure] : variant.exact)
      (figure.simulated ? of["simulated"] : of)[event] = callgrind_json(figure);
  }
  return json;
}

Json hits_json(const WorkloadReport& workload) {
  const HitCheck& hits = workload.hits;
  Json json = {{"markers", hits.markers}, {"checked", hits.checked}};
  json["agree"] = hits.checked == 0 ? Json(nullptr) : Json(hits.disagreements.empty());
  json["disagreements"] = hits.disagreements;
  if (hits.checked == 0) json["unavailable"] = hits.reason;
  return json;
}

Json cause_counts_json(const Cause& cause) {
  Json json = {{"exact", Json::object()}, {"measured", Json::object()}};
  for (const auto& one : cause.exact)
    json["exact"][one.event] = {{"per_op", one.per_op}, {"per_hit", number(one.per_site)}};
  for (const auto& one : cause.measured) {
    Json& of = json["measured"][one.event] = {{"source", one.source},
                                              {"per_op", estimate_json(one.per_op)}};
    if (one.per_site) of["per_hit"] = estimate_json(*one.per_site);
  }
  return json;
}

}  // namespace tracetoll
