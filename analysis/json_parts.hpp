// What the JSON of a report is made of. Absence: null, with "unavailable" beside it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

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

}  // namespace tracetoll::json_parts
