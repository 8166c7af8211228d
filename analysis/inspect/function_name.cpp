#include "function_name.hpp"

#include <fnmatch.h>

namespace tracetoll {

std::string_view without_parameters(std::string_view name) {
  constexpr std::string_view kAnonymous = "(anonymous namespace)";
  constexpr std::string_view kCall = "operator()";
  int depth = 0;  // of <
  for (std::size_t i = 0; i < name.size(); i++) {
    if (name.substr(i).starts_with(kAnonymous)) {
      i += kAnonymous.size() - 1;
    } else if (name.substr(i).starts_with(kCall)) {
      i += kCall.size() - 1;
    } else if (name[i] == '<') {
      depth++;
    } else if (name[i] == '>') {
      depth -= depth > 0 ? 1 : 0;
    } else if (name[i] == '(' && depth == 0 && i > 0) {
      return name.substr(0, i);
    }
  }
  return name;
}

bool is_named(std::string_view name, std::string_view wanted) {
  const std::string_view plain = without_parameters(name);
  if (wanted.find_first_of("*?") != std::string_view::npos) {
    const std::string pattern(wanted);
    return fnmatch(pattern.c_str(), std::string(name).c_str(), 0) == 0 ||
           fnmatch(pattern.c_str(), std::string(plain).c_str(), 0) == 0;
  }
  if (wanted == name || wanted == plain) return true;
  return plain.size() > wanted.size() + 2 && plain.ends_with(wanted) &&
         plain.substr(0, plain.size() - wanted.size()).ends_with("::");
}

}  // namespace tracetoll
