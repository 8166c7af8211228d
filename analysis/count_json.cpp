// "tracetoll.count/1": the figures of the text, those of one operation.
//
// Absence: a variant that was not counted has "unavailable" with the reason and no figures. An
// exact count has no interval.
#include <nlohmann/json.hpp>

#include "count_report.hpp"
#include "samples_json.hpp"

namespace tracetoll {

namespace {

using Json = nlohmann::ordered_json;

Json variant_json(const Context& context, const WorkloadContext& workload,
                  const std::string& variant, const ExactCounts& counts) {
  Json json;
  json["name"] = variant;
  if (!counts.unavailable.empty()) {
    json["unavailable"] = counts.unavailable;
    return json;
  }
  json["per_op"] = counts.per_op;
  const auto difference = against_none(context.exact, workload.name, variant);
  if (!difference.empty()) json["against_none_per_op"] = difference;
  const auto hits = site_hits(workload);
  if (hits && !difference.empty())
    for (const auto& [event, value] : difference)
      json["against_none_per_site_hit"][event] = value / *hits;
  json["simulated_per_op"] = counts.simulated;
  return json;
}

Json workload_json(const Context& context, const WorkloadContext& workload) {
  Json json;
  json["name"] = workload.name;
  json["operation"] = workload.operation;
  json["note"] = workload.note;
  const auto hits = site_hits(workload);
  json["sites_hit_per_op"] = hits ? Json(*hits) : Json(nullptr);
  json["variants"] = Json::array();
  const auto counted = context.exact.counts.find(workload.name);
  if (counted == context.exact.counts.end()) return json;
  for (const std::string& variant : context.variants)
    if (const auto counts = counted->second.find(variant); counts != counted->second.end())
      json["variants"].push_back(variant_json(context, workload, variant, counts->second));
  return json;
}

}  // namespace

std::string count_json(const Context& context) {
  Json json;
  json["schema"] = "tracetoll.count/1";
  Json about = context_to_json(context);
  // What a run alone has, and what stands below.
  for (const char* key :
       {"command", "preset", "seed", "workloads", "variants", "counters", "code", "exact"})
    about.erase(key);
  json["context"] = about;
  json["source"] = context.exact.tool;
  json["simulated_caches"] = context.exact.caches;
  json["layout"] = context.exact.layout;
  if (!context.exact.unavailable.empty()) json["unavailable"] = context.exact.unavailable;
  json["workloads"] = Json::array();
  for (const WorkloadContext& workload : context.workloads)
    json["workloads"].push_back(workload_json(context, workload));
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tracetoll
