#include "pattern.hpp"

#include <fnmatch.h>

#include <cstring>

namespace tracetoll::patch {

Pattern::Pattern(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos) {
    name_.text = text;
  } else {
    variant_.text = text.substr(0, colon);
    name_.text = text.substr(colon + 1);
  }
}

bool Pattern::Part::matches(const char* name) const {
  if (text == "*") return true;
  if (text.find_first_of("*?[\\") == std::string::npos) return text == name;
  return ::fnmatch(text.c_str(), name, 0) == 0;
}

bool Pattern::matches(const Site& site) const {
  return variant_.matches(site.variant) && name_.matches(site.name);
}

}  // namespace tracetoll::patch
