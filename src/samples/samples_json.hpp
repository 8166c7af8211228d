// The JSON of the sample types. Field names are those of the structs in sample.hpp.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "sample.hpp"

namespace tracetoll {

nlohmann::ordered_json context_to_json(const Context& context);

// Only "variants" and "workloads" are needed; the others keep their defaults when they are missing.
// Throws InputError.
Context context_from_json(const nlohmann::json& json, const std::string& where);

nlohmann::ordered_json block_to_json(const Block& block);

// Throws InputError when a figure is missing, of another type, not above zero where it must be, or
// absurd (a block of 11 days). Names are not compared with a context here.
Block block_from_json(const nlohmann::json& json, const std::string& where);

// {"replicate":..,"layout":..,"reason":".."}, and "workload" and "variant" where it is of one
// block.
nlohmann::ordered_json failure_to_json(const Failure& failure);
Failure failure_from_json(const nlohmann::json& json, const std::string& where);

// {"process":..,"variant":"..","sites":..,"enable_ns":..,"disable_ns":..}; the process may be left
// out.
nlohmann::ordered_json toggle_to_json(const ToggleTime& time);
ToggleTime toggle_from_json(const nlohmann::json& json, const std::string& where);

}  // namespace tracetoll
