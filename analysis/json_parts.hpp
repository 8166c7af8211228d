// What the JSON of a report is made of. Absence: null, with "unavailable" beside it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "estimate.hpp"

namespace tracetoll::json_parts {

inline nlohmann::ordered_json number(const std::optional<double>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

// Members `unit` (the value), "low", "high", "resolved", and "unavailable" without an interval.
inline void put_interval(nlohmann::ordered_json& json, const Estimate& estimate,
                         const char* unit = "percent") {
  const auto& interval = estimate.interval;
  json[unit] = nullptr;
  json["low"] = nullptr;
  json["high"] = nullptr;
  if (interval) {
    json[unit] = interval->value;
    json["low"] = interval->low;
    json["high"] = interval->high;
  }
  json["resolved"] = estimate.resolved();
  if (!interval) json["unavailable"] = estimate.reason;
}

// Members `key` (a fraction), with "_low" and "_high" behind it, and with "_unavailable" without an
// interval.
inline void put_share(nlohmann::ordered_json& json, const std::string& key, const Share& share) {
  const auto& interval = share.interval;
  json[key] = nullptr;
  json[key + "_low"] = nullptr;
  json[key + "_high"] = nullptr;
  if (interval) {
    json[key] = interval->value;
    json[key + "_low"] = interval->low;
    json[key + "_high"] = interval->high;
  } else {
    json[key + "_unavailable"] = share.reason;
  }
}

}  // namespace tracetoll::json_parts
