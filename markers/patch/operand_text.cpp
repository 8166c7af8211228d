// The text of operands.h, as the assembler printed it: sizes and places, in AT&T's words.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "stubs.hpp"

namespace tracetoll::patch {
namespace {

[[noreturn]] void refuse(std::string_view entry, const std::string& why) {
  throw PatchError{"the operand '" + std::string(entry) + "' of the site's record " + why};
}

std::optional<std::int64_t> number_in(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const int base = text.starts_with("0x") ? 16 : 10;
  if (base == 16) text.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return static_cast<std::int64_t>(negative ? -value : value);
}

// A general register: DWARF's number, how wide the name says it is, and its first byte.
struct Named {
  int number;
  int bytes;
  int from = 0;
};

// In DWARF's order.
constexpr std::array<std::string_view, 8> kNames = {"ax", "dx", "cx", "bx", "si", "di", "bp", "sp"};

std::optional<Named> legacy_register(std::string_view name) {
  for (int i = 0; i < 8; ++i) {
    const std::string_view known = kNames[static_cast<std::size_t>(i)];
    if (name == known) return Named{i, 2};
    if (name.size() == 3 && name.substr(1) == known && name[0] == 'e') return Named{i, 4};
    if (name.size() == 3 && name.substr(1) == known && name[0] == 'r') return Named{i, 8};
    if (i < 4 && name.size() == 2 && name[0] == known[0] && name[1] == 'l') return Named{i, 1};
    if (i < 4 && name.size() == 2 && name[0] == known[0] && name[1] == 'h') return Named{i, 1, 1};
    if (i >= 4 && name.size() == 3 && name.substr(0, 2) == known && name[2] == 'l')
      return Named{i, 1};
  }
  return std::nullopt;
}

std::optional<Named> numbered_register(std::string_view name) {
  if (!name.starts_with('r')) return std::nullopt;
  int number = 0;
  const char* last = name.data() + name.size();
  const auto [end, error] = std::from_chars(name.data() + 1, last, number);
  if (error != std::errc() || number < 8 || number > 15) return std::nullopt;
  const std::string_view suffix(end, static_cast<std::size_t>(last - end));
  if (suffix.empty()) return Named{number, 8};
  if (suffix == "d") return Named{number, 4};
  if (suffix == "w") return Named{number, 2};
  if (suffix == "b" || suffix == "l") return Named{number, 1};
  return std::nullopt;
}

std::optional<Named> general_register(std::string_view name) {
  if (const auto legacy = legacy_register(name)) return legacy;
  return numbered_register(name);
}

std::optional<int> vector_register(std::string_view name) {
  if (!name.starts_with("xmm")) return std::nullopt;
  const auto number = number_in(name.substr(3));
  if (!number || *number < 0 || *number > 15) return std::nullopt;
  return static_cast<int>(*number);
}

void read_register(std::string_view entry, std::string_view name, Argument& argument) {
  if (const auto vector = vector_register(name)) {
    argument.in = Argument::In::vector_register;
    argument.number = *vector;
    return;
  }
  const auto named = general_register(name);
  if (!named) refuse(entry, "names a register that probes get nothing from");
  if (argument.size > named->bytes) refuse(entry, "is wider than its register");
  argument.in = Argument::In::general_register;
  argument.number = named->number;
  argument.offset = named->from;
}

// off(%base)
void read_memory(std::string_view entry, std::string_view place, Argument& argument) {
  const std::size_t open = place.find("(%");
  if (open == std::string_view::npos || !place.ends_with(')'))
    refuse(entry, "is not understood: neither $constant, %register nor offset(%register)");
  const auto base = general_register(place.substr(open + 2, place.size() - open - 3));
  const auto offset = open == 0 ? std::int64_t{0} : number_in(place.substr(0, open));
  if (!base || base->bytes != 8 || !offset)
    refuse(entry, "is memory at more than a number and a 64-bit register");
  argument.in = Argument::In::memory;
  argument.number = base->number;
  argument.offset = *offset;
}

void read_type(std::string_view entry, std::string_view type, Argument& argument) {
  argument.is_float = type.ends_with('f');
  if (argument.is_float) type.remove_suffix(1);
  argument.is_signed = type.starts_with('-');
  if (argument.is_signed) type.remove_prefix(1);
  const auto size = number_in(type);
  const bool known = size && (*size == 1 || *size == 2 || *size == 4 || *size == 8);
  if (!known || (argument.is_float && (argument.is_signed || *size < 4)))
    refuse(entry, "has no size of 1, 2, 4 or 8 bytes (4f or 8f for a float)");
  argument.size = static_cast<int>(*size);
}

Argument read_entry(std::string_view entry) {
  Argument argument;
  const std::size_t at = entry.find('@');
  if (at == std::string_view::npos) refuse(entry, "has no '@'");
  read_type(entry, entry.substr(0, at), argument);
  const std::string_view place = entry.substr(at + 1);
  if (place.starts_with('%')) {
    read_register(entry, place.substr(1), argument);
  } else if (place.starts_with('$')) {
    const auto value = number_in(place.substr(1));
    if (!value) refuse(entry, "is no number: a symbol's address is not known here");
    argument.in = Argument::In::constant;
    argument.offset = *value;
  } else {
    read_memory(entry, place, argument);
  }
  return argument;
}

}  // namespace

Operands parse_operands(const std::string& text) {
  Operands result;
  const std::string_view all = text;
  for (std::size_t begin = 0; (begin = all.find_first_not_of(' ', begin)) != all.npos;) {
    const std::size_t end = std::min(all.find(' ', begin), all.size());
    const std::string_view entry = all.substr(begin, end - begin);
    if (entry == "?") {
      result.missing.push_back(result.arguments.size());
      result.arguments.emplace_back();
    } else {
      result.arguments.push_back(read_entry(entry));
    }
    begin = end;
  }
  return result;
}

}  // namespace tracetoll::patch
