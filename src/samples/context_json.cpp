// Context to and from JSON; declared in samples_json.hpp.

#include <fmt/format.h>

#include <algorithm>

#include "error.hpp"
#include "json_fields.hpp"
#include "samples_json.hpp"

namespace tracetoll {

namespace {

constexpr int kMaxInt = 2'000'000'000;
constexpr std::size_t kMaxNames = 1000;
constexpr double kMaxFigure = 1e15;

nlohmann::ordered_json to_json(const WorkloadContext& workload) {
  nlohmann::ordered_json json = {{"name", workload.name},
                                 {"operation", workload.operation},
                                 {"operations_per_block", workload.operations_per_block},
                                 {"sites_hit_per_op", workload.sites_hit_per_op},
                                 {"note", workload.note}};
  if (workload.dosed_hits_per_op > 0) json["dosed_hits_per_op"] = workload.dosed_hits_per_op;
  if (!workload.breakpoint_hits_per_op.empty())
    json["breakpoint_hits_per_op"] = workload.breakpoint_hits_per_op;
  if (!workload.no_breakpoints.empty()) json["no_breakpoints"] = workload.no_breakpoints;
  if (!workload.hits_per_op_by_variant.empty())
    json["hits_per_op_by_variant"] = workload.hits_per_op_by_variant;
  if (!workload.operations_by_variant.empty())
    json["operations_by_variant"] = workload.operations_by_variant;
  return json;
}

nlohmann::ordered_json to_json(const CodeShape& shape) {
  nlohmann::ordered_json json = {{"sites", shape.sites},
                                 {"text_bytes", shape.text_bytes},
                                 {"instructions", shape.instructions},
                                 {"callee_saved_pushes", shape.callee_saved_pushes},
                                 {"stack_loads", shape.stack_loads},
                                 {"stack_stores", shape.stack_stores},
                                 {"conditional_branches", shape.conditional_branches},
                                 {"calls", shape.calls}};
  if (shape.hot_lines) json["hot_lines"] = *shape.hot_lines;
  return json;
}

// Numbers by name, each at least 0.
std::map<std::string, double> figures(const Fields& fields, const char* key) {
  std::map<std::string, double> result;
  if (!fields.has(key)) return result;
  const auto& object = fields.object(key);
  const Fields of(object, fields.where());
  for (const auto& [name, value] : object.items()) {
    check_name(name, fields.where());
    result[name] = of.number(name.c_str(), 0, kMaxFigure);
  }
  return result;
}

WorkloadContext workload_from_json(const nlohmann::json& json, const std::string& where) {
  const Fields fields(json, where);
  WorkloadContext workload;
  workload.name = fields.name("name");
  workload.operation = fields.text_or("operation", "");
  if (fields.has("operations_per_block")) {
    workload.operations_per_block = fields.integer("operations_per_block", 0, 1'000'000'000'000);
  }
  workload.sites_hit_per_op = figures(fields, "sites_hit_per_op");
  workload.breakpoint_hits_per_op = figures(fields, "breakpoint_hits_per_op");
  workload.no_breakpoints = fields.text_or("no_breakpoints", "");
  workload.note = fields.text_or("note", "");
  if (fields.has("dosed_hits_per_op"))
    workload.dosed_hits_per_op = fields.integer("dosed_hits_per_op", 0, 1'000'000'000);
  workload.hits_per_op_by_variant = figures(fields, "hits_per_op_by_variant");
  for (const auto& [variant, operations] : figures(fields, "operations_by_variant"))
    workload.operations_by_variant[variant] = static_cast<std::int64_t>(operations);
  return workload;
}

nlohmann::ordered_json to_json(const ToggleStudy& study) {
  nlohmann::ordered_json json = {{"unavailable", study.unavailable}};
  json["times"] = nlohmann::ordered_json::array();
  for (const ToggleTime& time : study.times) json["times"].push_back(toggle_to_json(time));
  return json;
}

ToggleStudy toggles_from_json(const nlohmann::json& json, const std::string& where) {
  const Fields fields(json, where);
  ToggleStudy study;
  study.unavailable = fields.text_or("unavailable", "");
  if (!fields.has("times")) return study;
  for (const auto& time : fields.array("times"))
    study.times.push_back(toggle_from_json(time, where));
  return study;
}

CodeShape shape_from_json(const nlohmann::json& json, const std::string& where) {
  const Fields fields(json, where);
  const auto count = [&](const char* key) { return fields.small_integer_or(key, 0, kMaxInt, 0); };
  CodeShape shape;
  shape.sites = count("sites");
  shape.text_bytes = count("text_bytes");
  shape.instructions = count("instructions");
  shape.callee_saved_pushes = count("callee_saved_pushes");
  shape.stack_loads = count("stack_loads");
  shape.stack_stores = count("stack_stores");
  shape.conditional_branches = count("conditional_branches");
  shape.calls = count("calls");
  if (fields.has("hot_lines")) shape.hot_lines = count("hot_lines");
  return shape;
}

Availability availability_from_json(const nlohmann::json& json, const std::string& where) {
  const Fields fields(json, where);
  return {fields.boolean("available"), fields.text_or("reason", ""),
          fields.text_or("source", Availability{}.source)};
}

nlohmann::ordered_json to_json(const CountStudy& study) {
  nlohmann::ordered_json json = {{"tool", study.tool},
                                 {"caches", study.caches},
                                 {"layout", study.layout},
                                 {"unavailable", study.unavailable}};
  json["counts"] = nlohmann::ordered_json::object();
  for (const auto& [workload, variants] : study.counts) {
    for (const auto& [variant, counts] : variants) {
      auto& of = json["counts"][workload][variant];
      of = {{"per_op", counts.per_op}, {"simulated", counts.simulated}};
      if (!counts.unavailable.empty()) of["unavailable"] = counts.unavailable;
    }
  }
  return json;
}

ExactCounts counts_from_json(const nlohmann::json& json, const std::string& where) {
  const Fields fields(json, where);
  return {figures(fields, "per_op"), figures(fields, "simulated"),
          fields.text_or("unavailable", "")};
}

CountStudy study_from_json(const nlohmann::json& json, const std::string& where) {
  const Fields fields(json, where);
  CountStudy study;
  study.tool = fields.text_or("tool", "");
  study.caches = fields.text_or("caches", "");
  study.layout = fields.small_integer_or("layout", 0, kMaxInt, 0);
  study.unavailable = fields.text_or("unavailable", "");
  if (!fields.has("counts")) return study;
  for (const auto& [workload, variants] : fields.object("counts").items()) {
    check_name(workload, where);
    if (!variants.is_object()) fields.fail("\"counts\" holds something else than objects");
    for (const auto& [variant, counts] : variants.items()) {
      check_name(variant, where);
      study.counts[workload][variant] = counts_from_json(counts, where);
    }
  }
  return study;
}

std::vector<std::string> texts(const nlohmann::json& array, const Fields& fields) {
  std::vector<std::string> result;
  for (const auto& item : array) {
    if (!item.is_string()) fields.fail("a list of strings holds something else");
    result.push_back(item.get<std::string>());
  }
  return result;
}

void check_names(const Context& context, const Fields& fields) {
  std::vector<std::string> workloads;
  for (const auto& workload : context.workloads) workloads.push_back(workload.name);
  for (auto names : {workloads, context.variants}) {
    if (names.size() > kMaxNames) fields.fail(fmt::format("more than {} names", kMaxNames));
    for (const auto& name : names) check_name(name, fields.where());
    std::sort(names.begin(), names.end());
    const auto twice = std::adjacent_find(names.begin(), names.end());
    if (twice != names.end()) fields.fail(fmt::format("\"{}\" is listed twice", printable(*twice)));
  }
}

}  // namespace

nlohmann::ordered_json context_to_json(const Context& context) {
  nlohmann::ordered_json json = {
      {"tool", context.tool},         {"started", context.started},
      {"command", context.command},   {"preset", context.preset},
      {"seed", context.seed},         {"budget_seconds", context.budget_seconds},
      {"compiler", context.compiler}, {"flags", context.flags},
      {"cpu", context.cpu},           {"cpus", context.cpus},
      {"kernel", context.kernel},     {"hypervisor", context.hypervisor},
      {"layouts", context.layouts}};
  if (!context.cpu_model.empty()) json["cpu_model"] = context.cpu_model;
  if (context.target_percent > 0) json["target_percent"] = context.target_percent;
  json["workloads"] = nlohmann::ordered_json::array();
  for (const auto& workload : context.workloads) json["workloads"].push_back(to_json(workload));
  json["variants"] = context.variants;
  json["counters"] = nlohmann::ordered_json::object();
  for (const auto& [name, counter] : context.counters) {
    json["counters"][name] = {{"available", counter.available}, {"reason", counter.reason}};
    if (counter.available) json["counters"][name]["source"] = counter.source;
  }
  json["code"] = nlohmann::ordered_json::object();
  for (const auto& [variant, shape] : context.code) json["code"][variant] = to_json(shape);
  const bool counted_or_not = !context.exact.tool.empty() || !context.exact.unavailable.empty();
  if (counted_or_not) json["exact"] = to_json(context.exact);
  if (context.enabled) {
    json["state"] = "enabled";
    json["not_enabled"] = context.not_enabled;
    json["toggles"] = to_json(context.toggles);
  }
  return json;
}

Context context_from_json(const nlohmann::json& json, const std::string& where) {
  const Fields fields(json, where);
  Context context;
  context.tool = fields.text_or("tool", "");
  context.started = fields.text_or("started", "");
  if (fields.has("command")) context.command = texts(fields.array("command"), fields);
  context.preset = fields.text_or("preset", "");
  context.seed = fields.unsigned_or("seed", 0);
  context.budget_seconds = fields.number_or("budget_seconds", 0, 1e9, 0);
  context.target_percent = fields.number_or("target_percent", 0, 1e9, 0);
  context.compiler = fields.text_or("compiler", "");
  context.flags = fields.text_or("flags", "");
  context.cpu = fields.text_or("cpu", "");
  context.cpu_model = fields.text_or("cpu_model", "");
  context.cpus = fields.small_integer_or("cpus", 0, kMaxInt, 0);
  context.kernel = fields.text_or("kernel", "");
  context.hypervisor = fields.text_or("hypervisor", "");
  context.layouts = fields.small_integer_or("layouts", 0, kMaxInt, 0);
  for (const auto& workload : fields.array("workloads")) {
    context.workloads.push_back(workload_from_json(workload, where));
  }
  context.variants = texts(fields.array("variants"), fields);
  if (fields.has("counters")) {
    for (const auto& [name, counter] : fields.object("counters").items()) {
      check_name(name, where);
      context.counters[name] = availability_from_json(counter, where);
    }
  }
  if (fields.has("code")) {
    for (const auto& [variant, shape] : fields.object("code").items()) {
      context.code[variant] = shape_from_json(shape, where);
    }
  }
  if (fields.has("exact")) context.exact = study_from_json(fields.object("exact"), where);
  context.enabled = fields.text_or("state", "dormant") == "enabled";
  if (fields.has("not_enabled")) {
    const Fields reasons(fields.object("not_enabled"), where);
    for (const auto& [variant, reason] : fields.object("not_enabled").items()) {
      check_name(variant, where);
      context.not_enabled[variant] = reasons.text(variant.c_str());
    }
  }
  if (fields.has("toggles")) context.toggles = toggles_from_json(fields.object("toggles"), where);
  check_names(context, fields);
  return context;
}

}  // namespace tracetoll
