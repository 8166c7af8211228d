// The source text of a site's arguments, as the preprocessor leaves it in a record: odd spaces and
// parentheses, macros expanded.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tracetoll::patch {

// One text an argument, without the space around it: split at the commas that are in no brackets,
// string or character. "" is none.
std::vector<std::string> split_arguments(std::string_view text);

struct Token {
  enum class Kind { end, name, number, symbol };
  Kind kind = Kind::end;
  std::string text;  // a symbol: one of -> :: << >> or a single character; "'a'" is a number
};

// Ends with a token of kind `end`. What is no token of an expression (a string) is a symbol of its
// first character.
std::vector<Token> tokens_of(std::string_view expression);

}  // namespace tracetoll::patch
