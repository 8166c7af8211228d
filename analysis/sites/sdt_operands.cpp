#include "sdt_operands.hpp"

#include <algorithm>
#include <cctype>

#include "sdt_places.hpp"

namespace tracetoll {

namespace {

// sys/sdt.h ends at 12; a note that has more than these was made to take memory.
constexpr std::size_t kMostOperands = 64;

// The next operand, taken off the text: up to a blank outside of brackets.
std::string_view take_operand(std::string_view& text) {
  int depth = 0;
  std::size_t end = 0;
  for (; end < text.size(); end++) {
    const char c = text[end];
    if (c == '(' || c == '[') depth++;
    if (c == ')' || c == ']') depth--;
    if (c == ' ' && depth <= 0) break;
  }
  const std::string_view result = text.substr(0, end);
  text.remove_prefix(end);
  return result;
}

// Fills in the size and returns the place behind the @. "%eax" has no size, and the @ of
// "foo@tpoff" follows none.
std::string_view take_size(std::string_view text, Operand& operand) {
  std::string_view place = text;
  std::string_view size = take_until(place, '@');
  if (size.size() == text.size()) return text;
  const bool negative = size.starts_with('-');
  if (negative) size.remove_prefix(1);
  const bool floating = size.ends_with('f');
  if (floating) size.remove_suffix(1);
  const auto bytes = register_number(size, 65);
  if (!bytes) return text;
  operand.bytes = *bytes;
  operand.is_signed = negative;
  operand.floating = floating;
  return place;
}

std::string printable(std::string_view text) {
  constexpr std::size_t kLongest = 80;
  std::string result(text.substr(0, kLongest));
  std::ranges::replace_if(
      result, [](char c) { return std::isprint(static_cast<unsigned char>(c)) == 0; }, '?');
  return text.size() > kLongest ? result + "..." : result;
}

}  // namespace

Operands parse_operands(std::string_view text, Machine machine) {
  Operands result;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    if (text.empty()) return result;
    if (result.list.size() == kMostOperands) {
      result.notes.push_back("more than " + std::to_string(kMostOperands) +
                             " operands: the rest is left out");
      return result;
    }
    const std::string_view whole = take_operand(text);
    Operand operand;
    const std::string_view place = take_size(whole, operand);
    operand.text = place;
    const bool known = machine == Machine::x86_64 ? parse_x86_place(place, operand)
                                                  : parse_arm64_place(place, operand);
    if (!known) {
      result.notes.push_back("operand " + std::to_string(result.list.size() + 1) +
                             " is not understood: " + printable(whole));
    }
    result.list.push_back(std::move(operand));
  }
}

}  // namespace tracetoll
