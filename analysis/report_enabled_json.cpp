#include "report_enabled_json.hpp"

#include "json_parts.hpp"

namespace tracetoll {

namespace {

using json_parts::number;
using json_parts::put_interval;
using json_parts::put_share;
using Json = nlohmann::ordered_json;

Json ns_json(const Estimate& estimate) {
  Json json;
  put_interval(json, estimate, "ns");
  json["layouts"] = estimate.n;
  return json;
}

Json variant_json(const EnabledVariant& variant) {
  Json json;
  json["name"] = variant.variant;
  json["hits_per_op"] = number(variant.hits_per_op);
  json["hits_counted_at"] = variant.own_hits ? "its own sites" : "the sites of call";
  put_interval(json["dormant"], variant.dormant);
  json["dormant_ns_per_hit"] = ns_json(variant.dormant_ns);
  json["ns_per_hit_over_dormant"] = Json::object();
  for (const auto& cost : variant.costs) {
    auto& of = json["ns_per_hit_over_dormant"][cost.form] = ns_json(cost.ns);
    of["rounds"] = cost.rounds;
  }
  for (const auto& [form, reason] : variant.missing)
    json["ns_per_hit_over_dormant"][form] = {{"unavailable", reason}};
  json["parts"] = Json::array();
  for (const auto& part : variant.parts) {
    Json one = {{"name", part.name}, {"contrast", part.of}};
    one.update(ns_json(part.ns));
    json["parts"].push_back(std::move(one));
  }
  json["rest_ns"] = number(variant.rest);
  put_share(json, "cost_of_call", variant.of_call);
  put_share(json, "enabling_of_call", variant.of_call_enabling);
  return json;
}

}  // namespace

Json enabled_json(const Report& report) {
  Json json;
  json["workloads"] = Json::array();
  for (const auto& workload : report.enabled) {
    Json one = {{"name", workload.workload}};
    one["variants"] = Json::array();
    for (const auto& variant : workload.variants) one["variants"].push_back(variant_json(variant));
    json["workloads"].push_back(std::move(one));
  }
  json["not_enabled"] = report.context.not_enabled;
  json["lost_blocks"] = Json::array();
  for (const auto& lost : report.lost_blocks)
    json["lost_blocks"].push_back({{"workload", lost.workload},
                                   {"variant", lost.variant},
                                   {"blocks", lost.count},
                                   {"first_reason", lost.first.reason}});
  return json;
}

Json toggles_json(const Report& report) {
  Json json;
  json["times"] = Json::array();
  for (const auto& toggle : report.toggles) {
    Json one = {{"variant", toggle.variant}, {"sites", toggle.sites}};
    one["processes"] = toggle.processes;
    put_interval(one["enable"], toggle.enable_ns, "ns");
    put_interval(one["disable"], toggle.disable_ns, "ns");
    json["times"].push_back(std::move(one));
  }
  if (!report.context.toggles.unavailable.empty())
    json["unavailable"] = report.context.toggles.unavailable;
  return json;
}

}  // namespace tracetoll
