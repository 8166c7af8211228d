#include "callgrind_file.hpp"

#include <fmt/format.h>

#include <charconv>

#include "error.hpp"
#include "json_fields.hpp"

namespace tracetoll {
namespace {

constexpr std::size_t kMostEvents = 64;
constexpr std::size_t kMostParts = 100'000;
constexpr std::size_t kLongestName = 100;
constexpr std::string_view kClientRequest = "Trigger: Client Request: ";

// The text after `key`, which the line must begin with.
bool take(std::string_view& line, std::string_view key) {
  if (!line.starts_with(key)) return false;
  line.remove_prefix(key.size());
  while (line.starts_with(' ')) line.remove_prefix(1);
  return true;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (words.size() <= kMostEvents) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    if (text.empty()) break;
    const std::size_t end = std::min(text.find(' '), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return words;
}

class Reader {
 public:
  explicit Reader(const std::string& where) : where_(where) {}

  void take_line(std::string_view line) {
    ++line_;
    if (take(line, "part:"))
      start_part();
    else if (take(line, "desc:"))
      take_description(line);
    else if (take(line, "events:"))
      take_events(line);
    else if (take(line, "summary:"))
      take_summary(line);
    else if (take(line, "totals:"))
      end_part();
  }

  std::vector<CallgrindPart> parts() {
    if (!any_events_) fail("no events: is no file of Callgrind");
    return std::move(parts_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("{}:{}: {}", where_, line_, what));
  }

  void start_part() {
    part_ = {};
    events_.clear();
  }

  void take_description(std::string_view text) {
    if (!take(text, kClientRequest)) return;
    if (text.size() > kLongestName) fail("the name of a dump is too long");
    part_.name = text;
  }

  void take_events(std::string_view text) {
    events_.clear();
    part_.events.clear();
    for (const std::string_view word : words_of(text)) events_.emplace_back(word);
    if (events_.empty() || events_.size() > kMostEvents) fail("not from 1 to 64 events");
    any_events_ = true;
  }

  void take_summary(std::string_view text) {
    const std::vector<std::string_view> figures = words_of(text);
    if (events_.empty()) fail("a summary of no events");
    if (figures.size() > events_.size()) fail("more figures than events");
    part_.events.clear();
    for (std::size_t i = 0; i < events_.size(); ++i) {
      std::uint64_t value = 0;
      if (i < figures.size()) value = number(figures[i]);
      if (!part_.events.emplace(events_[i], value).second) fail("an event is named twice");
    }
  }

  void end_part() {
    if (parts_.size() >= kMostParts) fail("too many parts");
    if (!part_.events.empty()) parts_.push_back(std::move(part_));
    start_part();
  }

  std::uint64_t number(std::string_view text) const {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
      fail(fmt::format("'{}' is no count", printable(text, 30)));
    return value;
  }

  const std::string& where_;
  std::size_t line_ = 0;
  CallgrindPart part_;               // that is being read
  std::vector<std::string> events_;  // its own
  bool any_events_ = false;
  std::vector<CallgrindPart> parts_;
};

}  // namespace

std::vector<CallgrindPart> parse_callgrind(std::string_view text, const std::string& where) {
  Reader reader(where);
  // A line without its end was cut: its last number may be too.
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    reader.take_line(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return reader.parts();
}

}  // namespace tracetoll
