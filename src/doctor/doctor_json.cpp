#include <cmath>
#include <nlohmann/json.hpp>

#include "doctor.hpp"

namespace tracetoll {
namespace {

using Json = nlohmann::ordered_json;

const char* name_of(Severity severity) {
  switch (severity) {
    case Severity::obstacle:
      return "obstacle";
    case Severity::note:
      return "note";
    default:
      return "ok";
  }
}

// A value, or null with "absent".
Json value_json(const Finding& finding) {
  Json json = {{"name", finding.name}};
  json["value"] = finding.why_absent.empty() ? Json(finding.value) : Json(nullptr);
  if (!finding.why_absent.empty()) json["absent"] = finding.why_absent;
  return json;
}

Json finding_json(const Finding& finding) {
  Json json = value_json(finding);
  json["severity"] = name_of(finding.severity);
  if (!finding.problem.empty()) json["problem"] = finding.problem;
  for (const std::string& command : commands_of(finding)) json["commands"].push_back(command);
  return json;
}

// JSON has no NaN and no infinity.
Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json estimate_json(const Estimate& estimate) {
  if (!estimate.interval) return {{"percent", nullptr}, {"absent", estimate.reason}};
  return {{"percent", number(estimate.interval->value)},
          {"low", number(estimate.interval->low)},
          {"high", number(estimate.interval->high)},
          {"level", number(estimate.level)},
          {"layouts", estimate.n},
          {"layout_sd", number(estimate.layouts.sd)}};
}

Json noise_json(const Noise& noise) {
  if (!noise.why_absent.empty()) return {{"absent", noise.why_absent}, {"failed", noise.failed}};
  Json json = {{"seconds", number(noise.seconds)},
               {"processes", noise.processes},
               {"copies_ok", noise.copies_failure.empty()},
               {"dose_ok", noise.dose_failure.empty()}};
  for (const WorkloadNoise& workload : noise.workloads) {
    Json one = {{"name", workload.name},
                {"copy", estimate_json(workload.copy)},
                {"dose", estimate_json(workload.dose)},
                {"rounds", workload.gates.rounds},
                {"switches", workload.gates.switches},
                {"migrations", workload.gates.migrations}};
    if (workload.gates.steal) one["steal"] = *workload.gates.steal;
    if (workload.gates.frequency) one["frequency"] = *workload.gates.frequency;
    json["workloads"].push_back(std::move(one));
  }
  return json;
}

}  // namespace

std::string doctor_json(const Diagnosis& diagnosis) {
  const MachineFacts& machine = diagnosis.observed.machine;
  Json json = {{"schema", "tracetoll.doctor/1"},
               {"cpu", machine.cpu},
               {"cpus", machine.cpus},
               {"kernel", machine.kernel},
               {"hypervisor", machine.hypervisor}};
  for (const Finding& ability : diagnosis.abilities) {
    json["abilities"].push_back(value_json(ability));
    json["abilities"].back()["possible"] = ability.why_absent.empty();
  }
  for (const Topic& topic : diagnosis.topics) {
    Json facts = Json::array();
    for (const Finding& finding : topic.findings) facts.push_back(finding_json(finding));
    json["topics"].push_back({{"name", topic.name}, {"facts", std::move(facts)}});
  }
  json["noise"] = noise_json(diagnosis.observed.noise);
  // Values are any bytes of the system's: what is not UTF-8 is replaced.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tracetoll
