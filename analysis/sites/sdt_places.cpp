#include "sdt_places.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <iterator>
#include <limits>

#include "instruction.hpp"

namespace tracetoll {

namespace {

using Place = Operand::Place;

// In the order of the encoding, by width; the last is bits 8 to 15.
constexpr std::array<std::array<std::string_view, 5>, 8> kX86Names = {{
    {"rax", "eax", "ax", "al", "ah"},
    {"rcx", "ecx", "cx", "cl", "ch"},
    {"rdx", "edx", "dx", "dl", "dh"},
    {"rbx", "ebx", "bx", "bl", "bh"},
    {"rsp", "esp", "sp", "spl", ""},
    {"rbp", "ebp", "bp", "bpl", ""},
    {"rsi", "esi", "si", "sil", ""},
    {"rdi", "edi", "di", "dil", ""},
}};

std::optional<int> x86_general(std::string_view name) {
  if (!name.starts_with('%') || name.size() == 1) return std::nullopt;
  name.remove_prefix(1);
  for (std::size_t i = 0; i < kX86Names.size(); i++) {
    if (std::ranges::find(kX86Names[i], name) != kX86Names[i].end()) return static_cast<int>(i);
  }
  if (!name.starts_with('r')) return std::nullopt;
  name.remove_prefix(1);
  if (name.ends_with('d') || name.ends_with('w') || name.ends_with('b')) name.remove_suffix(1);
  const auto number = register_number(name, 16);
  return number && *number >= 8 ? number : std::nullopt;
}

std::optional<int> x86_vector(std::string_view name) {
  if (!name.starts_with("%xmm") && !name.starts_with("%ymm") && !name.starts_with("%zmm")) {
    return std::nullopt;
  }
  const auto number = register_number(name.substr(4), 32);
  return number ? std::optional(kFirstVector + *number) : std::nullopt;
}

// "(%rax,%rbx,8)" without its parentheses; rip is no base, the symbol says it all.
bool parse_x86_address(std::string_view text, Operand& operand) {
  if (std::ranges::count(text, ',') > 2) return false;
  const std::string_view base = trimmed(take_until(text, ','));
  const std::string_view index = trimmed(take_until(text, ','));
  const std::string_view scale = trimmed(text);
  if (base.empty() && index.empty()) return false;
  if (!base.empty() && base != "%rip" && base != "%eip") {
    const auto reg = x86_general(base);
    if (!reg) return false;
    operand.reg = *reg;
  }
  if (!index.empty() && index != "%riz") {
    const auto reg = x86_general(index);
    if (!reg || *reg == kRsp) return false;
    operand.index = *reg;
  }
  if (scale.empty()) return true;
  const auto factor = register_number(scale, 9);
  if (!factor || (*factor != 1 && *factor != 2 && *factor != 4 && *factor != 8)) return false;
  operand.scale = *factor;
  return true;
}

bool parse_x86_memory(std::string_view text, Operand& operand) {
  operand.place = Place::memory;
  if (text.starts_with('%')) {  // "%fs:..."; a register came before
    const std::string_view segment = take_until(text, ':');
    if (segment.size() != 3 || segment[2] != 's' || text.empty()) return false;
    operand.segment = segment.substr(1);
  }
  const auto open = text.find('(');
  if (open == text.npos) return parse_sum(text, operand);
  if (!text.ends_with(')')) return false;
  const std::string_view sum = trimmed(text.substr(0, open));
  return (sum.empty() || parse_sum(sum, operand)) &&
         parse_x86_address(text.substr(open + 1, text.size() - open - 2), operand);
}

bool parse_x86(std::string_view text, Operand& operand) {
  if (text.starts_with('$')) {
    const auto number = parse_number(text.substr(1));
    operand.place = Place::constant;
    operand.constant = number.value_or(0);
    return number.has_value();
  }
  if (const auto reg = x86_general(text)) {
    operand.place = Place::general_register;
    operand.reg = *reg;
    return true;
  }
  if (const auto reg = x86_vector(text)) {
    operand.place = Place::vector_register;
    operand.reg = *reg;
    return true;
  }
  return !text.empty() && parse_x86_memory(text, operand);
}

std::optional<int> arm64_general(std::string_view name) {
  if (name == "sp" || name == "wsp") return 31;
  if (name == "fp") return 29;
  if (name == "lr") return 30;
  if (!name.starts_with('x') && !name.starts_with('w')) return std::nullopt;
  return register_number(name.substr(1), 31);
}

// v0, its parts q0 d0 s0 h0 b0, and "v0.2d".
std::optional<int> arm64_vector(std::string_view name) {
  if (name.empty() || std::string_view("vqdshb").find(name[0]) == std::string_view::npos) {
    return std::nullopt;
  }
  name.remove_prefix(1);
  const auto number = register_number(take_until(name, '.'), 32);
  return number ? std::optional(kFirstVector + *number) : std::nullopt;
}

std::string_view without_hash(std::string_view text) {
  return text.starts_with('#') ? text.substr(1) : text;
}

// "lsl 3", "uxtw", "sxtw #2": how an index is widened and scaled.
bool parse_arm64_shift(std::string_view text, Operand& operand) {
  const std::string_view how = take_until(text, ' ');
  if (how != "lsl" && how != "uxtw" && how != "sxtw" && how != "sxtx") return false;
  text = without_hash(trimmed(text));
  if (text.empty()) return how != "lsl";
  const auto shift = register_number(text, 5);
  if (shift) operand.scale = 1 << *shift;
  return shift.has_value();
}

// "[x0, x1, lsl 3]" without its brackets.
bool parse_arm64_address(std::string_view text, Operand& operand) {
  operand.place = Place::memory;
  const auto base = arm64_general(trimmed(take_until(text, ',')));
  if (!base) return false;
  operand.reg = *base;
  text = trimmed(text);
  if (text.empty()) return true;
  const std::string_view offset = trimmed(take_until(text, ','));
  text = trimmed(text);
  if (const auto index = arm64_general(offset)) {
    operand.index = *index;
    return text.empty() || parse_arm64_shift(text, operand);
  }
  std::string_view sum = without_hash(offset);
  if (sum.starts_with(":lo12:")) sum.remove_prefix(6);  // the low part of a symbol's address
  return text.empty() && parse_sum(sum, operand);
}

bool parse_arm64(std::string_view text, Operand& operand) {
  if (const auto number = parse_number(without_hash(text))) {
    operand.place = Place::constant;
    operand.constant = *number;
    return true;
  }
  if (text == "xzr" || text == "wzr") {
    operand.place = Place::constant;
    return true;
  }
  if (const auto reg = arm64_general(text)) {
    operand.place = Place::general_register;
    operand.reg = *reg;
    return true;
  }
  if (const auto reg = arm64_vector(text)) {
    operand.place = Place::vector_register;
    operand.reg = *reg;
    return true;
  }
  if (text.starts_with('[')) {
    return text.ends_with(']') && parse_arm64_address(text.substr(1, text.size() - 2), operand);
  }
  operand.place = Place::memory;
  return parse_sum(text, operand);
}

bool is_symbol(std::string_view text) {
  const auto letter = [](char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
  };
  return !text.empty() && letter(text[0]) && std::ranges::all_of(text, [&](char c) {
    return letter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '$' || c == '@';
  });
}

using Parser = bool (*)(std::string_view, Operand&);

bool parse_or_leave(Parser parser, std::string_view text, Operand& operand) {
  Operand result = operand;
  if (!parser(text, result)) return false;
  operand = std::move(result);
  return true;
}

}  // namespace

bool parse_x86_place(std::string_view text, Operand& operand) {
  return parse_or_leave(parse_x86, text, operand);
}

bool parse_arm64_place(std::string_view text, Operand& operand) {
  return parse_or_leave(parse_arm64, text, operand);
}

std::optional<std::int64_t> parse_number(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  if (hex) text.remove_prefix(2);
  std::uint64_t value = 0;
  const auto end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, value, hex ? 16 : 10);
  if (text.empty() || parsed.ec != std::errc() || parsed.ptr != end) return std::nullopt;
  constexpr std::uint64_t kLowest = std::uint64_t{1} << 63;
  if (negative && value > kLowest) return std::nullopt;
  return static_cast<std::int64_t>(negative ? 0 - value : value);
}

bool parse_sum(std::string_view text, Operand& operand) {
  if (text.empty()) return false;
  std::uint64_t sum = 0;  // wraps, as addresses do
  while (!text.empty()) {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    const std::string_view term = text.substr(0, text.find_first_of("+-"));
    text.remove_prefix(term.size());
    if (const auto number = parse_number(term)) {
      const auto value = static_cast<std::uint64_t>(*number);
      sum += negative ? 0 - value : value;
    } else if (!negative && operand.symbol.empty() && is_symbol(term)) {
      operand.symbol = term;
    } else {
      return false;
    }
  }
  operand.displacement = static_cast<std::int64_t>(sum);
  return true;
}

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(' ');
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

std::string_view take_until(std::string_view& text, char separator) {
  const auto at = text.find(separator);
  const std::string_view result = text.substr(0, at);
  text.remove_prefix(at == text.npos ? text.size() : at + 1);
  return result;
}

std::optional<int> register_number(std::string_view digits, int count) {
  int value = 0;
  const auto end = digits.data() + digits.size();
  const bool decimal = !digits.empty() && digits[0] != '-' && (digits == "0" || digits[0] != '0');
  if (!decimal) return std::nullopt;
  const auto parsed = std::from_chars(digits.data(), end, value);
  if (parsed.ec != std::errc() || parsed.ptr != end || value >= count) return std::nullopt;
  return value;
}

}  // namespace tracetoll
