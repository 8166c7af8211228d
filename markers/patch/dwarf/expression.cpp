#include "expression.hpp"

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "argument_text.hpp"
#include "missing.hpp"
#include "operand.hpp"

namespace tracetoll::patch {

namespace {

[[noreturn]] void not_understood(std::string reason) {
  throw Missing{Missing::Why::not_understood, std::move(reason)};
}

// 0x1F, 017, 0b11, 1'000ul, 'a'; no floating-point number.
std::optional<std::pair<std::uint64_t, Type>> literal(const std::string& text) {
  if (text.size() == 3 && text[0] == '\'')
    return std::pair(static_cast<std::uint64_t>(text[1]), integer_type(1, true));
  std::string digits;
  for (const char c : text) {
    if (c != '\'') digits += c;
  }
  bool is_unsigned = false, is_long = false;
  while (!digits.empty() &&
         (digits.back() == 'u' || digits.back() == 'U' || digits.back() == 'l' ||
          digits.back() == 'L' || digits.back() == 'z' || digits.back() == 'Z')) {
    (digits.back() == 'u' || digits.back() == 'U' ? is_unsigned : is_long) = true;
    digits.pop_back();
  }
  int base = 10;
  std::size_t begin = 0;
  if (digits.starts_with("0x") || digits.starts_with("0X")) {
    base = 16;
    begin = 2;
  } else if (digits.starts_with("0b") || digits.starts_with("0B")) {
    base = 2;
    begin = 2;
  } else if (digits.size() > 1 && digits[0] == '0') {
    base = 8;
  }
  std::uint64_t value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data() + begin, end, value, base);
  if (error != std::errc() || stop != end || begin == digits.size()) return {};
  // As C does, but for the few that are unsigned int by their base alone.
  const bool wide = is_long || value > (is_unsigned ? UINT32_MAX : std::uint64_t{INT32_MAX});
  return std::pair(value, integer_type(wide ? 8 : 4, !is_unsigned && value <= INT64_MAX));
}

// Words that integer types are made of; what is left out comes from the debug information.
std::optional<Type> built_in(const std::vector<std::string>& words) {
  bool is_unsigned = false, known = false;
  int size = 4;
  int longs = 0;
  Type result;
  for (const std::string& word : words) {
    if (word == "const" || word == "volatile") continue;
    known = true;
    if (word == "unsigned") {
      is_unsigned = true;
    } else if (word == "signed" || word == "int") {
      continue;
    } else if (word == "long") {
      longs++;
    } else if (word == "short") {
      size = 2;
    } else if (word == "char") {
      size = 1;
    } else if (word == "bool" || word == "_Bool") {
      result = integer_type(1, false);
      result.is_bool = true;
      return result;
    } else if (word == "void") {
      result.kind = Type::Kind::nothing;
      return result;
    } else if (word == "float" || word == "double") {
      result.kind = Type::Kind::floating;
      result.size = longs > 0 ? 16 : word == "float" ? 4 : 8;
      return result;
    } else {
      return {};
    }
  }
  if (!known) return {};
  return integer_type(longs > 0 ? 8 : size, !is_unsigned);
}

// Typedefs that a file may use without saying so in its debug information.
std::optional<Type> standard(const std::string& name) {
  struct Standard {
    const char* name;
    int size;
    bool is_signed;
  };
  static constexpr std::array<Standard, 12> kStandard = {{{"int8_t", 1, true},
                                                          {"int16_t", 2, true},
                                                          {"int32_t", 4, true},
                                                          {"int64_t", 8, true},
                                                          {"intptr_t", 8, true},
                                                          {"ptrdiff_t", 8, true},
                                                          {"uint8_t", 1, false},
                                                          {"uint16_t", 2, false},
                                                          {"uint32_t", 4, false},
                                                          {"uint64_t", 8, false},
                                                          {"uintptr_t", 8, false},
                                                          {"size_t", 8, false}}};
  for (const Standard& one : kStandard) {
    if (name == one.name) return integer_type(one.size, one.is_signed);
  }
  return {};
}

class Parser {
 public:
  Parser(const std::string& source, Scope& scope, const Place& place)
      : tokens_(tokens_of(source)), scope_(scope), place_(place) {}

  Operand whole() {
    Operand result = sum();
    if (now().kind != Token::Kind::end)
      not_understood("'" + now().text + "' is more than names, members, casts and constants");
    return result;
  }

 private:
  const Token& now() const { return tokens_[at_]; }
  const Token& next() const { return tokens_[std::min(at_ + 1, tokens_.size() - 1)]; }
  bool is(const char* text) const { return now().kind != Token::Kind::end && now().text == text; }
  bool take(const char* text) {
    if (!is(text)) return false;
    at_++;
    return true;
  }
  void expect(const char* text) {
    if (!take(text)) not_understood("a '" + std::string(text) + "' is missing");
  }

  Operand sum() {
    if (++depth_ > kDeepest) not_understood("it is nested too deep");
    Operand left = product();
    while (is("+") || is("-") || is("|") || is("<<") || is("&") || is(">>")) {
      const std::string sign = now().text;
      at_++;
      const Operand right = product();
      const auto a = constant_value(left), b = constant_value(right);
      if (a && b) {
        left = folded(sign, left, *a, right, *b);
      } else if (sign == "+" && (a || b)) {
        left = b ? sum_of(left, *b, scope_) : sum_of(right, *a, scope_);
      } else if (sign == "-" && b) {
        left = sum_of(left, -*b, scope_);
      } else {
        not_understood("'" + sign + "' needs code");
      }
    }
    depth_--;
    return left;
  }

  Operand product() {
    Operand left = unary();
    while (is("*")) {
      at_++;
      const Operand right = unary();
      const auto a = constant_value(left), b = constant_value(right);
      if (!a || !b) not_understood("'*' needs code");
      left = folded("*", left, *a, right, *b);
    }
    return left;
  }

  static Operand folded(const std::string& sign, const Operand& left, std::int64_t a,
                        const Operand& right, std::int64_t b) {
    if (left.type.kind != Type::Kind::integer || right.type.kind != Type::Kind::integer)
      not_understood("'" + sign + "' of pointers needs code");
    const auto x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
    std::uint64_t result = 0;
    if (sign == "+") result = x + y;
    if (sign == "-") result = x - y;
    if (sign == "*") result = x * y;
    if (sign == "|") result = x | y;
    if (sign == "&") result = x & y;
    if (sign == "<<" || sign == ">>") {
      if (y > 63) not_understood("it is shifted by more than 63");
      result = sign == "<<"          ? x << y
               : left.type.is_signed ? static_cast<std::uint64_t>(a >> y)
                                     : x >> y;
    }
    Type type = left.type.size >= right.type.size ? left.type : right.type;
    if (type.size < 4) type = integer_type(4, true);
    type.is_bool = false;
    return converted(constant_operand(static_cast<std::int64_t>(result), integer_type(8, true),
                                      left.name + " " + sign + " " + right.name),
                     type);
  }

  Operand unary() {
    if (++depth_ > kDeepest) not_understood("it is nested too deep");
    Operand result = unary_inner();
    depth_--;
    return result;
  }

  Operand unary_inner() {
    if (take("*")) return dereferenced(unary(), place_);
    if (take("&")) return address_of(unary());
    if (take("+")) return unary();
    if (is("-") || is("~") || is("!")) {
      const std::string sign = now().text;
      at_++;
      const Operand operand = unary();
      const auto value = constant_value(operand);
      if (!value) not_understood("'" + sign + "' needs code");
      const auto bits = static_cast<std::uint64_t>(*value);
      const std::uint64_t result = sign == "-"   ? 0 - bits
                                   : sign == "~" ? ~bits
                                                 : (bits == 0 ? 1 : 0);
      Type type = operand.type;
      if (type.size < 4 || sign == "!") type = integer_type(4, true);
      return converted(constant_operand(static_cast<std::int64_t>(result), integer_type(8, true),
                                        sign + operand.name),
                       type);
    }
    if (is("(")) {
      const std::size_t before = at_++;
      const auto type = type_name();
      if (type && take(")") && begins_operand()) return converted(unary(), *type);
      at_ = before;
    }
    return postfix(primary());
  }

  // What may follow a cast: (x) + 1 and (x) & 1 are sums.
  bool begins_operand() const {
    return now().kind == Token::Kind::name || now().kind == Token::Kind::number || is("(") ||
           is("*") || is("&") || is("-") || is("~") || is("!") || is("::");
  }

  // A type with its stars; leaves the place alone where there is none.
  std::optional<Type> type_name() {
    const std::size_t before = at_;
    std::vector<std::string> words;
    while (now().kind == Token::Kind::name) {
      words.push_back(now().text);
      at_++;
      while (is("::") && next().kind == Token::Kind::name) {
        words.back() += "::" + next().text;
        at_ += 2;
      }
    }
    std::optional<Type> type = words.empty() ? std::nullopt : built_in(words);
    if (!type) type = declared(words);
    if (!type) {
      at_ = before;
      return {};
    }
    while (is("*") || is("const") || is("volatile")) {
      if (is("*")) type = pointer_to(*type);
      at_++;
    }
    return type;
  }

  std::optional<Type> declared(const std::vector<std::string>& words) {
    std::vector<std::string> names;
    for (const std::string& word : words) {
      if (word == "const" || word == "volatile" || word == "struct" || word == "class" ||
          word == "union" || word == "enum") {
        continue;
      }
      if (!names.empty()) return {};
      for (std::size_t begin = 0; begin <= word.size();) {
        const std::size_t end = std::min(word.find("::", begin), word.size());
        names.push_back(word.substr(begin, end - begin));
        begin = end + 2;
      }
    }
    if (names.empty()) return {};
    const auto meaning = scope_.find(names);
    if (meaning && meaning->kind == UnitIndex::Kind::type) return type_of(meaning->entry);
    if (meaning) return {};
    return standard(names.back());
  }

  Operand postfix(Operand operand) {
    while (true) {
      if (is("->") || is(".")) {
        const bool arrow = is("->");
        at_++;
        if (now().kind != Token::Kind::name) not_understood("a member's name is missing");
        const std::string name = now().text;
        at_++;
        const std::string pointer = operand.name;
        Operand object = arrow ? dereferenced(operand, place_) : operand;
        if (object.location.kind == Location::Kind::nowhere &&
            !object.location.missing.reason.empty()) {
          throw object.location.missing;
        }
        operand = member_of(object, name, scope_, place_);
        if (arrow && pointer != "this") operand.name = pointer + "->" + name;
      } else if (take("[")) {
        const auto index = constant_value(sum());
        expect("]");
        if (!index) not_understood("an index that is no constant needs code");
        operand = element_of(operand, *index, scope_, place_);
      } else if (is("(")) {
        not_understood("'" + operand.name + "(...)' is a call");
      } else {
        return operand;
      }
    }
  }

  Operand primary() {
    if (take("(")) {
      Operand inner = sum();
      expect(")");
      return inner;
    }
    if (now().kind == Token::Kind::number) {
      const auto number = literal(now().text);
      if (!number) not_understood("'" + now().text + "' is no integer");
      at_++;
      return constant_operand(static_cast<std::int64_t>(number->first), number->second,
                              tokens_[at_ - 1].text);
    }
    if (now().kind != Token::Kind::name && !is("::")) {
      not_understood(now().kind == Token::Kind::end ? "its source text ends early"
                                                    : "'" + now().text + "' needs code");
    }
    return named();
  }

  Operand named() {
    std::vector<std::string> name;
    take("::");
    while (now().kind == Token::Kind::name) {
      name.push_back(now().text);
      at_++;
      if (!is("::")) break;
      at_++;
    }
    if (name.empty()) not_understood("a name is missing");
    if (name.size() == 1) {
      if (auto known = keyword(name[0])) return *std::move(known);
    }
    std::string full;
    for (const std::string& part : name) full += (full.empty() ? "" : "::") + part;
    const auto meaning = scope_.find(name);
    if (meaning && meaning->kind != UnitIndex::Kind::type)
      return member_first(*meaning, name, full);
    if (name.size() == 1) {
      if (auto member = implied_member(name[0])) return *std::move(member);
    }
    if (is("(") || is("<")) not_understood("'" + full + "' is called");
    throw Missing{Missing::Why::no_such_name, "no variable '" + full + "' is known there"};
  }

  // A member hides what lies outside its class.
  Operand member_first(const Meaning& meaning, const std::vector<std::string>& name,
                       const std::string& full) {
    if (!meaning.local && name.size() == 1) {
      if (auto member = implied_member(name[0])) return *std::move(member);
    }
    return variable_operand(meaning, full, place_);
  }

  std::optional<Operand> keyword(const std::string& name) {
    if (name == "true" || name == "false") {
      Type type = integer_type(1, false);
      type.is_bool = true;
      return constant_operand(name == "true" ? 1 : 0, type, name);
    }
    if (name == "nullptr" || name == "__null" || name == "NULL")
      return constant_operand(0, pointer_to({}), name);
    if (name != "static_cast" && name != "reinterpret_cast" && name != "const_cast") return {};
    expect("<");
    const auto type = type_name();
    if (!type) not_understood("the type after '" + name + "' is not known");
    expect(">");
    expect("(");
    const Operand inner = sum();
    expect(")");
    return converted(inner, *type);
  }

  // A member of the class whose function this is; of what a lambda in it has captured.
  std::optional<Operand> implied_member(const std::string& name) {
    const auto meaning = scope_.find({"this"});
    if (!meaning) return {};
    Operand object = dereferenced(variable_operand(*meaning, "this", place_), place_);
    for (const char* captured : {"", "this", "__this"}) {
      Operand holder = object;
      if (*captured != '\0') {
        if (!find_member(scope_.complete(object.type), captured, scope_.budget())) continue;
        holder = dereferenced(member_of(object, captured, scope_, place_), place_);
      }
      holder.name = "*this";
      if (!find_member(scope_.complete(holder.type), name, scope_.budget())) continue;
      if (holder.location.kind == Location::Kind::nowhere) throw_missing(holder, name);
      return member_of(holder, name, scope_, place_);
    }
    return {};
  }

  [[noreturn]] static void throw_missing(const Operand& holder, const std::string& name) {
    Missing missing = holder.location.missing;
    missing.reason = "'" + name + "' is a member, and " + missing.reason;
    throw missing;
  }

  static constexpr int kDeepest = 64;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
  Scope& scope_;
  const Place& place_;
};

}  // namespace

Argument find_argument(const std::string& source, Scope& scope, const Place& place) {
  return argument_of(Parser(source, scope, place).whole());
}

}  // namespace tracetoll::patch
