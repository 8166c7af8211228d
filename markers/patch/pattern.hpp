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
  // One of the two. A name without a wildcard is compared, which is many times faster.
  class Part {
   public:
    explicit Part(std::string text);
    bool matches(const char* name) const;

   private:
    std::string text_;
    bool is_plain_;
  };

  Part variant_;
  Part name_;

  // Sites of one variant share its name's string, and mostly come one after the other.
  mutable const char* last_variant_ = nullptr;
  mutable bool last_matched_ = false;
};

}  // namespace tracetoll::patch
