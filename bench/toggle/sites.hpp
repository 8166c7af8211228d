#pragma once

#include <utility>

namespace tracetoll::toggle {

// Ten thousand sites of a variant: one is named "one", a hundred "hundred", the others "many" and
// "rest".
struct Toggled {
  const char* variant;
  unsigned long (*pass_all)(unsigned long value);
};

}  // namespace tracetoll::toggle
