#include "text_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "statistics.hpp"

namespace tracetoll {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// The spaces in "6.25 %" and in "[+0.5, +2.3]" do not break.
bool breaks_at(const std::string& text, std::size_t space) {
  if (space == 0 || space + 1 >= text.size()) return true;
  const char before = text[space - 1];
  const char after = text[space + 1];
  if (is_digit(before) && after == '%') return false;
  const bool in_interval = before == ',' && space >= 2 && is_digit(text[space - 2]);
  return !(in_interval && (is_digit(after) || after == '+' || after == '-'));
}

std::vector<std::string> words_of(const std::string& text) {
  constexpr std::size_t kLongestJoined = 40;  // a list of numbers out of a file still breaks
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool joins =
        text[i] != ' ' || (words.back().size() < kLongestJoined && !breaks_at(text, i));
    if (joins) {
      words.back() += text[i];
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

}  // namespace

std::string ascii(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c < 0x20 || c > 0x7e) c = '?';
  }
  return result;
}

std::string fit(std::string_view text, std::size_t width) {
  const std::string whole = ascii(text);
  if (whole.size() <= width) return whole;
  if (width <= 2) return whole.substr(0, width);
  const std::size_t tail = (width - 2) / 2;
  return whole.substr(0, width - 2 - tail) + ".." + whole.substr(whole.size() - tail);
}

std::string wrap(std::string_view text, std::string_view first, std::string_view rest) {
  std::string result;
  std::string line(first);
  bool line_has_word = false;
  for (const auto& long_word : words_of(ascii(text))) {
    const auto word = fit(long_word, kColumns - std::max(first.size(), rest.size()));
    if (line_has_word && line.size() + 1 + word.size() > kColumns) {
      result += line + "\n";
      line = rest;
      line_has_word = false;
    }
    line += (line_has_word ? " " : "") + word;
    line_has_word = true;
  }
  return result + line + "\n";
}

int decimals_for(const Interval& interval) {
  const double half = (interval.high - interval.low) / 2;
  return half >= 10 ? 0 : half >= 1 ? 1 : 2;
}

int common_decimals(const std::vector<const Estimate*>& estimates) {
  std::vector<double> halves;
  for (const Estimate* estimate : estimates) {
    const auto& interval = estimate->interval;
    if (interval) halves.push_back((interval->high - interval->low) / 2);
  }
  const double half = median(halves).value_or(0);
  return decimals_for({0, -half, half});
}

std::string signed_number(double value, int decimals) {
  const double size = std::abs(value);
  if (size >= 99999.5) return fmt::format("{:+.0e}", value);
  const int most = size >= 999.95 ? 0 : size >= 99.995 ? 1 : 2;  // 6 characters, after rounding too
  const std::string text = fmt::format("{:+.{}f}", value, std::min(decimals, most));
  // Not "-0.00": there is nothing negative to be seen.
  const bool is_zero = text.find_first_of("123456789") == std::string::npos;
  return is_zero ? "+" + text.substr(1) : text;
}

std::string bounds(const Interval& interval, int decimals) {
  return fmt::format("[{}, {}]", signed_number(interval.low, decimals),
                     signed_number(interval.high, decimals));
}

std::string effect_phrase(const Estimate& estimate, std::string_view unit) {
  if (!estimate.interval) return ascii(estimate.reason);
  const int decimals = decimals_for(*estimate.interval);
  const std::string range = bounds(*estimate.interval, decimals);
  if (!estimate.resolved()) return "not resolved " + range;
  return fmt::format("{}{} {}", signed_number(estimate.interval->value, decimals), unit, range);
}

std::string effect_cell(const Estimate& estimate, std::string_view unit, int decimals) {
  if (!estimate.interval) {
    return estimate.n > 0 ? fmt::format("not enough layouts: {}", estimate.n) : "not measured";
  }
  const std::string range = bounds(*estimate.interval, decimals);
  if (!estimate.resolved()) return "not resolved " + range;
  const auto value = fmt::format("{}{}", signed_number(estimate.interval->value, decimals), unit);
  return fmt::format("{:>12} {}", value, range);
}

namespace {

std::string whole_percent(double fraction) {
  const double value = 100 * fraction;
  if (std::abs(value) >= 1e4) return fmt::format("{:.0e}", value);
  return fmt::format("{:.0f}", std::round(value) + 0.0);  // + 0.0: not "-0"
}

}  // namespace

std::string share_phrase(const Share& share) {
  const auto& interval = share.interval;
  if (!interval) return "";
  return fmt::format("{} % [{}, {}]", whole_percent(interval->value), whole_percent(interval->low),
                     whole_percent(interval->high));
}

std::string share_cell(const Share& share) {
  if (!share.interval) return fmt::format("({})", fit(share.reason, 23));
  const auto phrase = share_phrase(share);
  const auto digits = std::min<std::size_t>(phrase.find(' '), 4);
  return std::string(4 - digits, ' ') + phrase;
}

std::string bound_number(const Estimate& estimate) {
  const int decimals = decimals_for(*estimate.interval);
  return signed_number(largest_possible(estimate), decimals).substr(1);
}

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string time_cell(double ns, double scale) {
  const double value = ns / scale;
  if (value >= 1e6) return fmt::format("{:.2e}", value);
  const int decimals = scale > 1 ? 4 : 2;
  return fmt::format("{:.{}f}", value, value >= 1000 ? 1 : decimals);
}

}  // namespace tracetoll
