#include "text_fields.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <set>

namespace tracetoll {
namespace {

constexpr std::int64_t kLastCpu = 8191;
constexpr std::string_view kSpace = " \t\r\n";

std::string_view trimmed_view(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

template <typename Number>
std::optional<Number> number_of(std::string_view text) {
  text = trimmed_view(text);
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// Cuts `text` behind the first `separator` and gives what was before it.
std::string_view take_until(std::string_view& text, char separator) {
  const std::size_t end = text.find(separator);
  const std::string_view part = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  return part;
}

}  // namespace

std::optional<std::int64_t> whole_number(std::string_view text) {
  return number_of<std::int64_t>(text);
}

std::optional<double> decimal_number(std::string_view text) {
  const auto number = number_of<double>(text);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!(text = trimmed_view(text)).empty()) {
    const std::size_t end = text.find_first_of(kSpace);
    words.emplace_back(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end);
  }
  return words;
}

std::optional<std::string> field_of(std::string_view text, std::string_view key) {
  while (!text.empty()) {
    std::string_view line = take_until(text, '\n');
    if (line.find(':') == std::string_view::npos) continue;
    const std::string_view name = take_until(line, ':');
    if (trimmed_view(name) == key) return std::string(trimmed_view(line));
  }
  return std::nullopt;
}

std::optional<std::string> line_after(std::string_view text, std::string_view prefix) {
  while (!text.empty()) {
    const std::string_view line = take_until(text, '\n');
    if (line.starts_with(prefix)) return std::string(trimmed_view(line.substr(prefix.size())));
  }
  return std::nullopt;
}

std::optional<std::vector<int>> cpu_list(std::string_view text) {
  std::set<int> cpus;
  text = trimmed_view(text);
  while (!text.empty()) {
    std::string_view range = take_until(text, ',');
    const bool is_range = range.find('-') != std::string_view::npos;
    const auto first = whole_number(take_until(range, '-'));
    const auto last = is_range ? whole_number(range) : first;
    if (!first || !last || *first < 0 || *last < *first || *last > kLastCpu) return std::nullopt;
    for (std::int64_t cpu = *first; cpu <= *last; ++cpu) cpus.insert(static_cast<int>(cpu));
  }
  return std::vector<int>(cpus.begin(), cpus.end());
}

std::string cpu_ranges(std::vector<int> cpus) {
  std::string text;
  for (std::size_t begin = 0, end = 0; begin < cpus.size(); begin = end) {
    end = begin + 1;
    while (end < cpus.size() && cpus[end] == cpus[end - 1] + 1) ++end;
    text += text.empty() ? "" : ",";
    text += end - begin == 1 ? fmt::format("{}", cpus[begin])
                             : fmt::format("{}-{}", cpus[begin], cpus[end - 1]);
  }
  return text;
}

std::optional<std::string> chosen_of(std::string_view text) {
  const std::size_t begin = text.find('[');
  const std::size_t end = text.find(']', begin);
  if (begin == std::string_view::npos || end == std::string_view::npos) return std::nullopt;
  return std::string(text.substr(begin + 1, end - begin - 1));
}

std::optional<double> pressure_avg10(std::string_view text) {
  const auto some = line_after(text, "some avg10=");
  if (!some) return std::nullopt;
  const auto words = words_of(*some);
  const auto percent = words.empty() ? std::nullopt : decimal_number(words.front());
  return percent && *percent >= 0 && *percent <= 100 ? percent : std::nullopt;
}

}  // namespace tracetoll
