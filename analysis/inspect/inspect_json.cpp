#include "inspect_json.hpp"

#include <fmt/format.h>

#include "figure_names.hpp"

namespace tracetoll {

namespace {

using Json = nlohmann::ordered_json;

std::string hexadecimal(std::uint64_t address) {
  return fmt::format("{:#x}", address);
}

void put(Json& json, const char* key, const std::string& text) {
  if (!text.empty()) json[key] = text;
}

Json operand_json(const Operand& operand) {
  Json json = {{"text", operand.text}, {"place", name_of(operand.place)}};
  if (operand.bytes != 0) {
    json["bytes"] = operand.bytes;
    json["signed"] = operand.is_signed;
    json["floating"] = operand.floating;
  }
  return json;
}

Json cost_json(const OperandCost& cost) {
  Json addresses = Json::array();
  for (const std::uint64_t address : cost.addresses) addresses.push_back(hexadecimal(address));
  return {{"loads", cost.loads}, {"stores", cost.stores}, {"moves", cost.moves},
          {"calls", cost.calls}, {"others", cost.others}, {"instructions", std::move(addresses)}};
}

Json site_json(const InspectedSite& site) {
  const FoundSite& found = site.found;
  Json json = {{"kind", name_of(found.kind)}, {"name", found.name}};
  put(json, found.kind == SiteKind::tracetoll ? "variant" : "provider", found.provider);
  json["address"] = hexadecimal(found.address);
  json["function"] = site.function.empty() ? Json(nullptr) : Json(site.function);
  if (!site.function.empty()) {
    json["offset"] = site.offset;
    json["cold"] = site.in_cold_part;
  }
  put(json, "source", site.source);
  if (!site.inlined.empty()) json["inlined"] = site.inlined;
  json["bytes"] = found.size;
  if (site.code) {
    json["code"] = site.code->mnemonics;
    json["instructions"] = site.code->instructions;
    json["loads"] = site.code->loads;
    json["conditional_branches"] = site.code->conditional_branches;
    json["calls"] = site.code->calls;
  }
  json["alignment"] = site.alignment;
  json["straddles_cache_line"] = site.straddles_line;
  json["patch"] = {{"how", name_of(site.patching.how)}, {"why", site.patching.why}};
  if (found.state) json["state"] = hexadecimal(*found.state);
  if (found.target) json["target"] = hexadecimal(*found.target);
  if (site.body_bytes) json["body_bytes"] = *site.body_bytes;
  if (!found.operands.empty()) {
    for (const Operand& operand : found.operands) json["operands"].push_back(operand_json(operand));
  }
  if (site.code) json["dormant_instructions"] = site.cost();
  if (site.operands) json["operand_cost"] = cost_json(*site.operands);
  if (!found.notes.empty()) json["notes"] = found.notes;
  return json;
}

Json function_json(const InspectedFunction& function) {
  Json json = {{"name", function.name}, {"address", hexadecimal(function.address)}};
  put(json, "parent", function.parent);
  put(json, "source", function.source);
  json["sites"] = function.sites;
  json["dormant_site_instructions"] = function.cost;
  json.update(shape_json(function.shape));
  if (!function.frame_known) json["frame_bytes"] = nullptr;
  return json;
}

}  // namespace

Json figures_json(const CodeFigures& figures) {
  Json json;
  for (const auto& [name, figure] : kFigureNames) json[name] = figures.*figure;
  return json;
}

Json shape_json(const FunctionShape& shape) {
  Json json = {{"hot", figures_json(shape.hot)},   {"total", figures_json(shape.total)},
               {"frame_bytes", shape.frame_bytes}, {"variable_frame", shape.variable_frame},
               {"entry_saves", shape.entry_saves}, {"early_exit", shape.early_exit}};
  json["loops"] = Json::array();
  for (const Loop& loop : shape.loops) {
    json["loops"].push_back({{"head", hexadecimal(loop.head)},
                             {"depth", loop.depth},
                             {"bytes", loop.bytes},
                             {"instructions", loop.instructions},
                             {"unroll", loop.unroll},
                             {"vector_instructions", loop.vector_instructions}});
  }
  return json;
}

std::string inspect_json(const Inspection& inspection) {
  Json json = {{"schema", "tracetoll.inspect/1"},
               {"file", inspection.file},
               {"machine", name_of(inspection.machine)},
               {"relocatable", inspection.relocatable}};
  put(json, "compiler", inspection.compiler);
  put(json, "debug_file", inspection.debug);
  json["functions_in_file"] = inspection.functions_in_file;
  json["sites"] = Json::array();
  for (const InspectedSite& site : inspection.sites) json["sites"].push_back(site_json(site));
  json["functions"] = Json::array();
  for (const InspectedFunction& function : inspection.functions)
    json["functions"].push_back(function_json(function));
  json["notes"] = inspection.notes;
  // Names come from the file: bytes that are no UTF-8 are replaced.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tracetoll
