#include "pattern.hpp"

#include <fnmatch.h>

#include <utility>

namespace tracetoll::patch {

namespace {

std::string before_colon(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  return colon == std::string::npos ? "*" : text.substr(0, colon);
}

std::string after_colon(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  return colon == std::string::npos ? text : text.substr(colon + 1);
}

}  // namespace

Pattern::Part::Part(std::string text)
    : text_(std::move(text)), is_plain_(text_.find_first_of("*?[\\") == std::string::npos) {}

bool Pattern::Part::matches(const char* name) const {
  if (is_plain_) return text_ == name;
  return text_ == "*" || ::fnmatch(text_.c_str(), name, 0) == 0;
}

Pattern::Pattern(const std::string& text)
    : variant_(before_colon(text)), name_(after_colon(text)) {}

bool Pattern::matches(const Site& site) const {
  if (site.variant != last_variant_) {
    last_variant_ = site.variant;
    last_matched_ = variant_.matches(site.variant);
  }
  return last_matched_ && name_.matches(site.name);
}

}  // namespace tracetoll::patch
