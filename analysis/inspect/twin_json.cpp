#include "twin_json.hpp"

#include <fmt/format.h>

namespace tracetoll {

namespace {

using Json = nlohmann::ordered_json;

Json addresses_json(const std::vector<std::uint64_t>& addresses) {
  Json json = Json::array();
  for (const std::uint64_t address : addresses) json.push_back(fmt::format("{:#x}", address));
  return json;
}

}  // namespace

nlohmann::ordered_json twin_json(const Twin& twin) {
  Json json;
  json["function"] = twin.function;
  json["before"] = {{"file", twin.before_file}, {"present", twin.in_before}};
  json["after"] = {{"file", twin.after_file}, {"present", twin.in_after}};
  json["figures"] = nullptr;
  for (const TwinFigure& figure : twin.figures) {
    json["figures"][figure.name] = {
        {"before", figure.before}, {"after", figure.after}, {"difference", figure.difference()}};
  }
  json["causes"] = Json::array();
  for (const TwinCause& cause : twin.causes) {
    json["causes"].push_back({{"name", name_of(cause.kind)},
                              {"toll", name_of(cause.toll)},
                              {"words", cause.words},
                              {"before", addresses_json(cause.before)},
                              {"after", addresses_json(cause.after)}});
  }
  json["notes"] = twin.notes;
  return json;
}

std::string twins_json(std::span<const Twin> twins) {
  nlohmann::ordered_json json = {{"schema", "tracetoll.twins/1"}};
  json["twins"] = nlohmann::ordered_json::array();
  for (const Twin& twin : twins) json["twins"].push_back(twin_json(twin));
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace tracetoll
