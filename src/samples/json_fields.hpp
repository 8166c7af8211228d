// Checked reading of one line of JSON. Whatever the bytes are, the outcome is a value or an
// InputError that names the line.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace tracetoll {

// Lines of our own nest 5 deep. nlohmann-json copies and prints recursively, so a line of a million
// brackets would overflow the stack later: it is refused before it is parsed.
inline constexpr int kMaxJsonDepth = 16;

// Deepest nesting of brackets outside strings. Total: any bytes will do.
int json_depth(std::string_view text);

// `text` on one line of printable ASCII, at most `max_bytes` long: safe inside a message.
std::string printable(std::string_view text, std::size_t max_bytes = 60);

// The line as a JSON object. Throws InputError "WHERE: ...".
nlohmann::json parse_json_object(std::string_view line, const std::string& where);

// A discarded value instead of an exception, for the caller that expects a line to be cut.
nlohmann::json try_parse_json(std::string_view line);

// Typed, bounded access to the members of one object. Every method throws InputError when the
// member is missing, has another type or is out of bounds; the *_or methods return the fallback
// when it is missing, and only then.
class Fields {
 public:
  // `object` must outlive this.
  Fields(const nlohmann::json& object, std::string where);

  bool has(const char* key) const { return object_.contains(key); }
  std::int64_t integer(const char* key, std::int64_t low, std::int64_t high) const;
  int small_integer_or(const char* key, int low, int high, int fallback) const;
  std::uint64_t unsigned_or(const char* key, std::uint64_t fallback) const;
  double number(const char* key, double low, double high) const;
  double number_or(const char* key, double low, double high, double fallback) const;
  bool boolean(const char* key) const;
  std::string text(const char* key) const;
  std::string text_or(const char* key, const std::string& fallback) const;
  std::string name(const char* key) const;  // 1..200 bytes, no control characters
  const nlohmann::json& array(const char* key) const;
  const nlohmann::json& object(const char* key) const;
  const std::string& where() const { return where_; }

  [[noreturn]] void fail(const std::string& what) const;

 private:
  const nlohmann::json& member(const char* key) const;

  const nlohmann::json& object_;
  std::string where_;
};

// Throws unless `text` can be the name of a workload, a variant or a counter.
void check_name(const std::string& text, const std::string& where);

}  // namespace tracetoll
