// [variant-pattern:]name-pattern, of shells.
#pragma once

#include <string>

#include "site.hpp"

namespace tracetoll::patch {

class Pattern {
 public:
  // A name is an identifier, and a variant may have colons (sled_cold:750): the last one counts.
  explicit Pattern(const std::string& text);

  bool matches(const Site& site) const;

 private:
  // One of the two. Names without a wildcard are compared, which is many times faster.
  struct Part {
    std::string text = "*";
    bool matches(const char* name) const;
  };

  Part variant_;
  Part name_;
};

}  // namespace tracetoll::patch
