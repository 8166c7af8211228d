// Code with sites, once a variant: marked.cpp is compiled for each.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace tracetoll::patch_test {

struct Marked {
  const char* variant;
  // Each passes one site, whose arguments are `number` and its complement.
  void (*pass)(unsigned long number);
  void (*pass_elsewhere)(unsigned long number);
  // Passes a site that was inlined twice: by one copy, or the other.
  void (*pass_copy)(unsigned long number, bool second);
};

// All variants of this executable.
std::span<const Marked> all_marked();
const Marked& marked(std::string_view variant);
// Those whose sites can be switched on: all but anchor.
std::vector<Marked> switchable_marked();

}  // namespace tracetoll::patch_test
