#include "plan.hpp"

#include <nlohmann/json.hpp>

namespace tracetoll {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PlannedWorkload, name, operations)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Plan, replicate, layout, seed, rounds, schedule_seed,
                                   first_round, workloads, variants, events, event_groups)

void to_json(nlohmann::json& json, const Inventory::Entry& entry) {
  json = {{"workload", entry.workload},
          {"axis", entry.axis},
          {"variant", entry.variant},
          {"operation", entry.operation}};
}
void from_json(const nlohmann::json& json, Inventory::Entry& entry) {
  json.at("workload").get_to(entry.workload);
  json.at("axis").get_to(entry.axis);
  json.at("variant").get_to(entry.variant);
  json.at("operation").get_to(entry.operation);
}
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Inventory, entries, compiler, flags, not_countable,
                                                not_built)

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Availability, available, reason, source)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(WorkloadContext, name, operation,
                                                operations_per_block, sites_hit_per_op,
                                                breakpoint_hits_per_op, no_breakpoints, note,
                                                dosed_hits_per_op)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Survey, workloads, counters, event_groups)

std::string to_json(const Plan& plan) {
  return nlohmann::json(plan).dump();
}
Plan plan_from_json(const std::string& text) {
  return nlohmann::json::parse(text).get<Plan>();
}

std::string to_json(const Inventory& inventory) {
  return nlohmann::json(inventory).dump();
}
Inventory inventory_from_json(const std::string& text) {
  return nlohmann::json::parse(text).get<Inventory>();
}

std::string to_json(const Survey& survey) {
  return nlohmann::json(survey).dump();
}
Survey survey_from_json(const std::string& text) {
  return nlohmann::json::parse(text).get<Survey>();
}

}  // namespace tracetoll
