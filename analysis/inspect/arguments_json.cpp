#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "arguments_text.hpp"

namespace tracetoll {

namespace {

using Json = nlohmann::ordered_json;

Json argument_json(const SiteArgument& argument) {
  Json json = {{"source", argument.source}, {"found", argument.found()}};
  if (!argument.found()) {
    json["why"] = argument.why;
    json["reason"] = argument.reason;
    return json;
  }
  json["by"] = name_of(argument.by);
  json["place"] = argument.kind;
  json["text"] = argument.place;
  if (argument.bytes != 0) {
    json["bytes"] = argument.bytes;
    json["signed"] = argument.is_signed;
    json["floating"] = argument.floating;
  }
  return json;
}

Json site_json(const ArgumentSite& site) {
  Json json = {{"variant", site.variant},
               {"name", site.name},
               {"address", fmt::format("{:#x}", site.address)},
               {"function", site.function}};
  if (!site.file.empty()) json["source"] = fmt::format("{}:{}", site.file, site.line);
  if (!site.inlined.empty()) json["inlined"] = site.inlined;
  if (!site.note.empty()) json["note"] = site.note;
  json["arguments"] = Json::array();
  for (const SiteArgument& argument : site.arguments)
    json["arguments"].push_back(argument_json(argument));
  return json;
}

Json coverage_json(const ArgumentCoverage& coverage) {
  Json json;
  if (!coverage.variant.empty()) json["variant"] = coverage.variant;
  json["sites"] = coverage.sites;
  json["sites_that_lose_none"] = coverage.complete;
  json["arguments"] = coverage.arguments;
  json["found"] = coverage.found;
  json["operands"] = coverage.operands;
  return json;
}

Json suggestion_json(const KeepSuggestion& one) {
  Json json = {{"text", one.text}};
  if (!one.where.empty()) json["source"] = one.where;
  json["copies"] = one.copies;
  json["losing"] = one.losing;
  json["lost"] = one.lost;
  return json;
}

}  // namespace

std::string arguments_json(const SiteArguments& arguments) {
  Json json = {{"schema", "tracetoll.arguments/1"}, {"file", arguments.file}};
  if (!arguments.debug.empty()) json["debug_file"] = arguments.debug;
  json["variants"] = Json::array();
  for (const ArgumentCoverage& coverage : arguments.coverage) {
    if (coverage.variant.empty()) {
      json["all"] = coverage_json(coverage);
    } else {
      json["variants"].push_back(coverage_json(coverage));
    }
  }
  json["sites"] = Json::array();
  for (const ArgumentSite& site : arguments.sites) json["sites"].push_back(site_json(site));
  json["suggestions"] = Json::array();
  for (const KeepSuggestion& one : arguments.suggestions)
    json["suggestions"].push_back(suggestion_json(one));
  json["notes"] = arguments.notes;
  // Names come from the file: bytes that are no UTF-8 are replaced.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tracetoll
