#include "json_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "error.hpp"

namespace tracetoll {

namespace {

constexpr std::size_t kMaxNameBytes = 200;
constexpr std::size_t kMaxTextBytes = 65536;

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7f;
}

}  // namespace

int json_depth(std::string_view text) {
  int depth = 0;
  int deepest = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      deepest = std::max(deepest, ++depth);
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return deepest;
}

std::string printable(std::string_view text, std::size_t max_bytes) {
  std::string result;
  for (const char c : text.substr(0, max_bytes)) {
    const auto byte = static_cast<unsigned char>(c);
    result += byte >= 0x20 && byte < 0x7f ? c : '?';
  }
  if (text.size() > max_bytes) result += "...";
  return result;
}

nlohmann::json try_parse_json(std::string_view line) {
  if (json_depth(line) > kMaxJsonDepth) {
    return nlohmann::json(nlohmann::json::value_t::discarded);
  }
  return nlohmann::json::parse(line, nullptr, false);
}

nlohmann::json parse_json_object(std::string_view line, const std::string& where) {
  if (json_depth(line) > kMaxJsonDepth) {
    throw InputError(fmt::format("{}: JSON nested deeper than {} levels; not a line of this tool",
                                 where, kMaxJsonDepth));
  }
  auto json = nlohmann::json::parse(line, nullptr, false);
  if (json.is_discarded() || !json.is_object()) {
    throw InputError(
        fmt::format("{}: not a JSON object ({}); remove the line, or measure again into a new file",
                    where, printable(line, 30)));
  }
  return json;
}

void check_name(const std::string& text, const std::string& where) {
  if (!text.empty() && text.size() <= kMaxNameBytes &&
      std::none_of(text.begin(), text.end(), is_control)) {
    return;
  }
  throw InputError(fmt::format("{}: \"{}\" cannot be a name (1 to {} bytes, no control characters)",
                               where, printable(text), kMaxNameBytes));
}

Fields::Fields(const nlohmann::json& object, std::string where)
    : object_(object), where_(std::move(where)) {
  if (!object_.is_object()) fail("a JSON object is needed here");
}

void Fields::fail(const std::string& what) const {
  throw InputError(
      fmt::format("{}: {}; correct or remove the line, or measure again", where_, what));
}

const nlohmann::json& Fields::member(const char* key) const {
  const auto found = object_.find(key);
  if (found == object_.end()) fail(fmt::format("\"{}\" is missing", key));
  return *found;
}

std::int64_t Fields::integer(const char* key, std::int64_t low, std::int64_t high) const {
  const auto& value = member(key);
  if (!value.is_number_integer()) fail(fmt::format("\"{}\" is not an integer", key));
  const bool overflows = value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX;
  const std::int64_t number = overflows ? INT64_MAX : value.get<std::int64_t>();
  if (overflows || number < low || number > high) {
    fail(fmt::format("\"{}\" is {}, outside {}..{}", key, value.dump(), low, high));
  }
  return number;
}

int Fields::small_integer_or(const char* key, int low, int high, int fallback) const {
  return has(key) ? static_cast<int>(integer(key, low, high)) : fallback;
}

std::uint64_t Fields::unsigned_or(const char* key, std::uint64_t fallback) const {
  if (!has(key)) return fallback;
  const auto& value = member(key);
  if (!value.is_number_unsigned()) fail(fmt::format("\"{}\" is not an unsigned integer", key));
  return value.get<std::uint64_t>();
}

double Fields::number(const char* key, double low, double high) const {
  const auto& value = member(key);
  if (!value.is_number()) fail(fmt::format("\"{}\" is not a number", key));
  const auto number = value.get<double>();
  if (!std::isfinite(number) || number < low || number > high) {
    fail(fmt::format("\"{}\" is {}, outside {:g}..{:g}", key, value.dump(), low, high));
  }
  return number;
}

double Fields::number_or(const char* key, double low, double high, double fallback) const {
  return has(key) ? number(key, low, high) : fallback;
}

bool Fields::boolean(const char* key) const {
  const auto& value = member(key);
  if (!value.is_boolean()) fail(fmt::format("\"{}\" is neither true nor false", key));
  return value.get<bool>();
}

std::string Fields::text(const char* key) const {
  const auto& value = member(key);
  if (!value.is_string()) fail(fmt::format("\"{}\" is not a string", key));
  auto text = value.get<std::string>();
  if (text.size() > kMaxTextBytes) fail(fmt::format("\"{}\" is {} bytes long", key, text.size()));
  return text;
}

std::string Fields::text_or(const char* key, const std::string& fallback) const {
  return has(key) ? text(key) : fallback;
}

std::string Fields::name(const char* key) const {
  auto result = text(key);
  check_name(result, where_);
  return result;
}

const nlohmann::json& Fields::array(const char* key) const {
  const auto& value = member(key);
  if (!value.is_array()) fail(fmt::format("\"{}\" is not an array", key));
  return value;
}

const nlohmann::json& Fields::object(const char* key) const {
  const auto& value = member(key);
  if (!value.is_object()) fail(fmt::format("\"{}\" is not an object", key));
  return value;
}

}  // namespace tracetoll
