#include "counted.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace tracetoll {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Counted, workload, variant, index, operations, failure)

std::string dump_name(int index, std::int64_t operations) {
  return fmt::format("{} {}", index, operations);
}

std::string to_json(const Counted& counted) {
  return nlohmann::json(counted).dump();
}
Counted counted_from_json(const std::string& text) {
  return nlohmann::json::parse(text).get<Counted>();
}

}  // namespace tracetoll
