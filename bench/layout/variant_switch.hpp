// Switching the sites that markers/patch does not: those of LTTng, and those of functions.
//
// For a process of one thread: what it measures is what a site costs while it is on, and nobody
// runs through a sled while it is written.
#pragma once

#include <cstddef>
#include <string_view>

namespace tracetoll {

enum class SwitchedProbe {
  nothing,  // returns at once
  counts,   // counts its calls
};

struct VariantSwitch {
  const char* variant;
  // Switches on all sites of the variant in this executable and returns how many those are (of xray
  // how many functions). Throws StageError when it cannot.
  std::size_t (*on)(SwitchedProbe probe);
  void (*off)();
  // Calls of a probe that counts, since the process began.
  unsigned long (*hits)();
};

// Null where the variant is not one of these, or not built.
const VariantSwitch* find_switch(std::string_view variant);

// Those that are built in; see switch_*.cpp.
extern const VariantSwitch kLttngSwitch;
extern const VariantSwitch kPatchableSwitch;
extern const VariantSwitch kMcountSwitch;
extern const VariantSwitch kXraySwitch;

}  // namespace tracetoll
