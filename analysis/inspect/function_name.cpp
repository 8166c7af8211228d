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

std::pair<std::string, std::string> differing_scope(std::string_view first,
                                                    std::string_view second) {
  first = without_parameters(first);
  second = without_parameters(second);
  std::pair<std::string, std::string> result;
  while (!first.empty() && !second.empty()) {
    const std::size_t end = first.find("::");
    const std::size_t other_end = second.find("::");
    if ((end == first.npos) != (other_end == second.npos)) return {};
    const std::string_view scope = first.substr(0, end);
    const std::string_view other = second.substr(0, other_end);
    if (scope != other && (!result.first.empty() || end == first.npos)) return {};
    if (scope != other) result = {std::string(scope), std::string(other)};
    if (end == first.npos) return result;
    first.remove_prefix(end + 2);
    second.remove_prefix(other_end + 2);
  }
  return {};
}

std::string with_scope(std::string_view name, std::string_view from, std::string_view to) {
  const std::string scope = "::" + std::string(from) + "::";
  std::string result;
  while (true) {
    const std::size_t at = from.empty() ? name.npos : name.find(scope);
    if (at == name.npos) return result + std::string(name);
    result += std::string(name.substr(0, at)) + "::" + std::string(to);
    name.remove_prefix(at + scope.size() - 2);  // the next scope may begin with its last ::
  }
}

}  // namespace tracetoll
