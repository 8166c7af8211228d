#include "samples_json.hpp"

#include <fmt/format.h>

#include "error.hpp"
#include "json_fields.hpp"

namespace tracetoll {

namespace {

constexpr int kMaxIndex = 1'000'000'000;
constexpr std::int64_t kMaxOperations = 1'000'000'000'000;
// A clock ticks in nanoseconds and a block is a few milliseconds: under 1 ns and over 11 days are
// not times of a block. The bounds also keep every later product and exponential finite.
constexpr double kMinBlockNs = 1;
constexpr double kMaxBlockNs = 1e15;
constexpr double kMaxCount = 1e18;

}  // namespace

nlohmann::ordered_json block_to_json(const Block& block) {
  nlohmann::ordered_json json = {
      {"replicate", block.replicate},   {"layout", block.layout},
      {"round", block.round},           {"position", block.position},
      {"workload", block.workload},     {"variant", block.variant},
      {"operations", block.operations}, {"cpu_ns", block.cpu_ns},
      {"wall_ns", block.wall_ns},       {"involuntary_switches", block.involuntary_switches},
      {"migrations", block.migrations}};
  if (block.loop_ns) json["loop_ns"] = *block.loop_ns;
  if (block.steal_ns) json["steal_ns"] = *block.steal_ns;
  if (!block.counters.empty()) json["counters"] = block.counters;
  if (!block.counters_lost.empty()) json["counters_lost"] = block.counters_lost;
  return json;
}

Block block_from_json(const nlohmann::json& json, const std::string& where) {
  const Fields fields(json, where);
  Block block;
  block.replicate = static_cast<int>(fields.integer("replicate", 0, kMaxIndex));
  block.layout = static_cast<int>(fields.integer("layout", 0, kMaxIndex));
  block.round = static_cast<int>(fields.integer("round", 0, kMaxIndex));
  block.position = static_cast<int>(fields.integer("position", 0, kMaxIndex));
  block.workload = fields.name("workload");
  block.variant = fields.name("variant");
  block.operations = fields.integer("operations", 1, kMaxOperations);
  block.cpu_ns = fields.number("cpu_ns", kMinBlockNs, kMaxBlockNs);
  block.wall_ns = fields.number("wall_ns", kMinBlockNs, kMaxBlockNs);
  block.involuntary_switches = fields.integer("involuntary_switches", 0, kMaxOperations);
  if (fields.has("migrations")) block.migrations = fields.integer("migrations", 0, kMaxOperations);
  if (fields.has("loop_ns")) block.loop_ns = fields.number("loop_ns", kMinBlockNs, kMaxBlockNs);
  if (fields.has("steal_ns")) block.steal_ns = fields.number("steal_ns", 0, kMaxBlockNs);
  block.counters_lost = fields.text_or("counters_lost", "");
  if (!fields.has("counters")) return block;
  const Fields counters(fields.object("counters"), where);
  for (const auto& [name, value] : fields.object("counters").items()) {
    check_name(name, where);
    block.counters[name] = counters.number(name.c_str(), 0, kMaxCount);
  }
  return block;
}

nlohmann::ordered_json failure_to_json(const Failure& failure) {
  nlohmann::ordered_json json = {
      {"replicate", failure.replicate}, {"layout", failure.layout}, {"reason", failure.reason}};
  if (!failure.variant.empty()) {
    json["workload"] = failure.workload;
    json["variant"] = failure.variant;
  }
  return json;
}

Failure failure_from_json(const nlohmann::json& json, const std::string& where) {
  const Fields fields(json, where);
  Failure failure;
  failure.replicate = static_cast<int>(fields.integer("replicate", 0, kMaxIndex));
  failure.layout = static_cast<int>(fields.integer("layout", 0, kMaxIndex));
  failure.reason = fields.text("reason");
  failure.workload = fields.text_or("workload", "");
  failure.variant = fields.text_or("variant", "");
  return failure;
}

nlohmann::ordered_json toggle_to_json(const ToggleTime& time) {
  return {{"process", time.process},
          {"variant", time.variant},
          {"sites", time.sites},
          {"enable_ns", time.enable_ns},
          {"disable_ns", time.disable_ns}};
}

ToggleTime toggle_from_json(const nlohmann::json& json, const std::string& where) {
  const Fields fields(json, where);
  ToggleTime time;
  if (fields.has("process"))
    time.process = static_cast<int>(fields.integer("process", 0, kMaxIndex));
  time.variant = fields.name("variant");
  time.sites = fields.integer("sites", 1, kMaxIndex);
  time.enable_ns = fields.number("enable_ns", 0, kMaxBlockNs);
  time.disable_ns = fields.number("disable_ns", 0, kMaxBlockNs);
  return time;
}

}  // namespace tracetoll
