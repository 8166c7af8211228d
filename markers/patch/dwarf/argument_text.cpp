#include "argument_text.hpp"

#include <cctype>
#include <cstddef>

namespace tracetoll::patch {

namespace {

bool is_space(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}
bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

std::string trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return std::string(text);
}

// One past the end of the string or character that begins at `at`.
std::size_t end_of_quoted(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (std::size_t i = at + 1; i < text.size(); i++) {
    if (text[i] == '\\') {
      i++;
    } else if (text[i] == quote) {
      return i + 1;
    }
  }
  return text.size();
}

}  // namespace

std::vector<std::string> split_arguments(std::string_view text) {
  std::vector<std::string> result;
  if (trimmed(text).empty()) return result;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); i++) {
    const char c = text[i];
    // 1'000 is a number.
    if (c == '"' || (c == '\'' && (i == 0 || !is_word(text[i - 1])))) {
      i = end_of_quoted(text, i) - 1;
    } else if (c == '(' || c == '[' || c == '{') {
      depth++;
    } else if (c == ')' || c == ']' || c == '}') {
      depth--;
    } else if (c == ',' && depth <= 0) {
      result.push_back(trimmed(text.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  result.push_back(trimmed(text.substr(begin)));
  return result;
}

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> result;
  std::size_t i = 0;
  const auto take = [&](Token::Kind kind, std::size_t end) {
    result.push_back({kind, std::string(text.substr(i, end - i))});
    i = end;
  };
  while (i < text.size()) {
    const char c = text[i];
    if (is_space(c)) {
      i++;
    } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      std::size_t end = i;
      while (end < text.size() && (is_word(text[end]) || text[end] == '.' || text[end] == '\''))
        end++;
      take(Token::Kind::number, end);
    } else if (c == '\'') {
      take(Token::Kind::number, end_of_quoted(text, i));
    } else if (is_word(c)) {
      std::size_t end = i;
      while (end < text.size() && is_word(text[end])) end++;
      take(Token::Kind::name, end);
    } else {
      const std::string_view two = text.substr(i, 2);
      const bool pair = two == "->" || two == "::" || two == "<<" || two == ">>";
      take(Token::Kind::symbol, i + (pair ? 2 : 1));
    }
  }
  result.push_back({});
  return result;
}

}  // namespace tracetoll::patch
